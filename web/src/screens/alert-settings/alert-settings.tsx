import { Button, Group, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api, type Body } from '../../api/index.ts'
import { alertSettingsQuery } from '../../parts/alerts/alerts.queries.ts'
import { WishList } from '../../parts/alerts/wish-list.tsx'
import { writeWishes, type AlertSettings } from '../../parts/alerts/wishes.ts'
import { criticalitiesQuery } from '../../parts/catalogue/catalogue.queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './alert-settings.module.css'
import { KindTable } from './kind-table.tsx'
import { MailsPanel } from './mails-panel.tsx'
import { MeaningPanel } from './meaning-panel.tsx'
import { bodyOf, draftOf, mostWishes, type Draft } from './settings-draft.ts'

/** How a person wants to be told in this account. */
export function MyAlerts() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const settings = useQuery(alertSettingsQuery(accountId))
  const criticalities = useQuery(criticalitiesQuery(accountId))
  const failed = [settings, criticalities].find(({ isError }) => isError)
  return (
    <div className={classes.page}>
      <PageHeader title={t('alerts.mine')} lead={t('alerts.mineLead')} />
      {failed !== undefined && (
        <ProblemAlert
          title={t('alerts.settingsFailed')}
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      )}
      {settings.data !== undefined && criticalities.data !== undefined ? (
        <SettingsForm
          // What was saved elsewhere takes the place of what is chosen here: it was chosen over something else.
          key={settings.data.tag}
          saved={settings.data.value}
          tag={settings.data.tag}
          criticalities={criticalities.data}
        />
      ) : (
        failed === undefined && <Skeleton height={520} radius={12} />
      )}
    </div>
  )
}

function useSave(tag: string | null) {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const queries = useQueryClient()
  return useApiMutation({
    mutationFn: async (body: Body<'putAlertSettings'>) => {
      try {
        return await api.account(accountId).put('/alert-settings', { body, ifMatch: tag })
      } finally {
        // Also when it was refused: they may have saved in another window.
        void queries.invalidateQueries({ queryKey: ['alert-settings', accountId] })
      }
    },
    successMessage: t('alerts.saved'),
  })
}

interface FormProps {
  saved: AlertSettings
  tag: string | null
  criticalities: readonly string[]
}

function SettingsForm({ saved, tag, criticalities }: FormProps) {
  const { t } = useTranslation()
  const [before] = useState(() => draftOf(saved, criticalities))
  const [draft, setDraft] = useState(before)
  const saving = useSave(tag)
  const put = (change: Partial<Draft>) => setDraft((known) => ({ ...known, ...change }))
  const { wishes, quiet } = draft
  const isChanged = JSON.stringify(draft) !== JSON.stringify(before)
  const isSound = quiet === null || quiet.from !== quiet.until
  const send = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(bodyOf(saved, draft, before))
  }
  const count = writeWishes(wishes).length
  return (
    <form onSubmit={send} className={classes.stack}>
      <MeaningPanel
        draft={draft}
        isUsual={saved.defaults && saved.subscriptions.length === 0 && !isChanged}
      />
      <Panel title={t('alerts.kindsTitle')} help={t('alerts.kindsHelp')}>
        <KindTable rows={wishes.rows} onChange={(rows) => put({ wishes: { ...wishes, rows } })} />
      </Panel>
      <Panel title={t('alerts.othersTitle')} help={t('alerts.othersHelp')}>
        <WishList
          wishes={wishes.others}
          onChange={(others) => put({ wishes: { ...wishes, others } })}
          none={t('alerts.othersNone')}
          isTeam={false}
          isFull={count >= mostWishes}
          mayChange
        />
      </Panel>
      <MailsPanel draft={draft} put={put} />
      <Group>
        <Button type="submit" loading={saving.isPending} disabled={!isChanged || !isSound}>
          {t('common.save')}
        </Button>
        {(!saved.defaults || saved.subscriptions.length > 0) && (
          <Reset saved={saved} pending={saving.isPending} onReset={(body) => saving.mutate(body)} />
        )}
      </Group>
    </form>
  )
}

interface ResetProps {
  saved: AlertSettings
  pending: boolean
  onReset: (body: Body<'putAlertSettings'>) => void
}

function Reset({ saved: { timeZone, digestHour, digestWeekday, quiet }, pending, onReset }: ResetProps) {
  const { t } = useTranslation()
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('alerts.reset')}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={t('alerts.resetTitle')}
        detail={t('alerts.resetDetail')}
        confirm={t('alerts.reset')}
        pending={pending}
        onConfirm={() => {
          onReset({ timeZone, digestHour, digestWeekday, quiet })
          close()
        }}
      />
    </>
  )
}
