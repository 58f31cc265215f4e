import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { screeningSettingsQuery } from '../../parts/screening/screening.queries.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useRights } from '../../ui/use-rights.ts'
import { ListsPanel } from './lists-panel.tsx'
import classes from './screening-settings.module.css'
import { SettingsForm } from './settings-form.tsx'

export function ScreeningSettingsPage() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const { administer } = useRights(accountId)
  const settings = useQuery(screeningSettingsQuery(accountId))
  return (
    <>
      <PageHeader title={t('screeningSettings.title')} lead={t('screeningSettings.lead')} />
      <div className={classes.stack}>
        {!administer && <Notice tone="info">{t('settings.readOnly')}</Notice>}
        {settings.isError && (
          <ProblemAlert
            title={t('screeningSettings.loadFailed')}
            error={settings.error}
            onRetry={() => void settings.refetch()}
          />
        )}
        {settings.isPending && <Skeleton height={420} radius={12} />}
        {settings.data && (
          <Surface className={classes.surface}>
            {/* What somebody else saved takes the place of what is typed: it was typed over something else. */}
            <SettingsForm
              key={settings.data.tag}
              accountId={accountId}
              saved={settings.data.value}
              tag={settings.data.tag}
              mayChange={administer}
            />
          </Surface>
        )}
        <ListsPanel accountId={accountId} settings={settings.data ?? null} mayChange={administer} />
      </div>
    </>
  )
}
