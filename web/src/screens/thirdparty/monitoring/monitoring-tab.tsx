import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../ui/panel.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useRights } from '../../../ui/use-rights.ts'
import page from '../thirdparty.module.css'
import type { Company } from '../thirdparty.queries.ts'
import { useThirdPartyIds } from '../use-third-party-ids.ts'
import { AnnouncementsPanel } from './announcements-panel.tsx'
import { monitoringQuery } from './monitoring.queries.ts'
import classes from './monitoring.module.css'
import { NewsPanel } from './news-panel.tsx'
import { ProviderRow } from './provider-row.tsx'

export function MonitoringTab({ record }: { record: Company }) {
  const { t } = useTranslation()
  const ids = useThirdPartyIds()
  const mayChange = useRights(ids.accountId).manage && !record.archived
  const query = useQuery(monitoringQuery(ids))
  return (
    <div className={page.stack}>
      <Panel title={t('monitoring.title')} help={t('monitoring.help')}>
        {query.isPending && <Skeleton height={420} />}
        {query.isError && (
          <ProblemAlert
            title={t('monitoring.loadFailed')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )}
        <ul className={classes.list}>
          {query.data?.content.map((row) => (
            <ProviderRow key={row.provider} row={row} mayChange={mayChange} />
          ))}
        </ul>
      </Panel>
      <div className={page.columns}>
        <NewsPanel />
        <AnnouncementsPanel />
      </div>
    </div>
  )
}
