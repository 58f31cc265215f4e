import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { alertKinds } from '../../parts/alerts/wishes.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Surface } from '../../ui/surface.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useAccountId } from '../../ui/use-account-id.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { AlertEntry } from './alert-entry.tsx'
import classes from './alerts.module.css'
import { alertsQuery, type Alert, type AlertFilter } from './alerts.queries.ts'

const here = '/account/$accountId/alerts'

/** All that a person was told in ninety days. */
export function Alerts() {
  const { t } = useTranslation()
  const accountId = useAccountId()
  const search = useSearch({ from: here })
  const kind = alertKinds.find((one) => one === search.kind)
  const filter = { unread: search.unread === true, kind }
  const query = useInfiniteQuery(alertsQuery(accountId, filter))
  const alerts = query.data?.pages.flatMap(({ content }) => content) ?? []
  const mark = useMarkRead(accountId)
  const newest = alerts[0]?.alertId
  // All means all: with a filter, alerts that are not shown would be marked too.
  const mayMarkAll = kind === undefined && newest !== undefined && alerts.some(({ read }) => !read)
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('shell.alerts')}
        lead={t('alerts.lead')}
        actions={
          <>
            {mayMarkAll && (
              <Button
                variant="default"
                loading={mark.isPending}
                onClick={() => mark.mutate({ through: newest })}
              >
                {t('shell.alertsRead')}
              </Button>
            )}
            <ButtonLink to="/account/$accountId/alert-settings" params={{ accountId }} variant="default">
              {t('alerts.mine')}
            </ButtonLink>
          </>
        }
      />
      <Filters filter={filter} />
      {query.isError && (
        <ProblemAlert
          title={t('alerts.loadFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Skeleton height={320} radius={12} />}
      {query.isSuccess && alerts.length === 0 && <Nothing filter={filter} />}
      {alerts.length > 0 && (
        <AlertItems alerts={alerts} onRead={(alertId) => mark.mutate({ alertIds: [alertId] })} />
      )}
      <LoadMore query={query} />
    </div>
  )
}

const useMarkRead = (accountId: number) =>
  useApiMutation({
    mutationFn: (body: { alertIds: number[] } | { through: number }) =>
      api.account(accountId).post('/alerts/read', { body }),
    invalidates: [['alerts', accountId]],
  })

interface ItemsProps {
  alerts: readonly Alert[]
  onRead: (alertId: number) => void
}

function AlertItems({ alerts, onRead }: ItemsProps) {
  const { t } = useTranslation()
  return (
    <Surface>
      <ul className={classes.alerts} aria-label={t('alerts.listLabel')}>
        {alerts.map((alert) => (
          <AlertEntry key={alert.alertId} alert={alert} onRead={() => onRead(alert.alertId)} />
        ))}
      </ul>
    </Surface>
  )
}

function Filters({ filter: { unread, kind } }: { filter: AlertFilter }) {
  const { t } = useTranslation()
  const navigate = useNavigate({ from: here })
  const go = (next: { unread: boolean; kind: string | undefined }) =>
    void navigate({
      search: { ...(next.unread && { unread: true }), ...(next.kind !== undefined && { kind: next.kind }) },
      replace: true,
    })
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label={t('alerts.show')}
        value={unread ? 'unread' : 'all'}
        onChange={(value) => go({ unread: value === 'unread', kind })}
        data={[
          { value: 'all', label: t('alerts.showAll') },
          { value: 'unread', label: t('alerts.showUnread') },
        ]}
      />
      <Select
        aria-label={t('alerts.kindFilter')}
        placeholder={t('alerts.everyKind')}
        data={alertKinds.map((value) => ({ value, label: t(`alerts.kind.${value}`) }))}
        value={kind ?? null}
        onChange={(value) => go({ unread, kind: value ?? undefined })}
        clearable
        w={280}
      />
    </div>
  )
}

function Nothing({ filter: { unread, kind } }: { filter: AlertFilter }) {
  const { t } = useTranslation()
  return (
    <Surface>
      <TeachingState
        icon={<IconBell size={30} stroke={1.6} />}
        title={unread && kind === undefined ? t('alerts.emptyUnread') : t('alerts.empty')}
        detail={kind === undefined ? t('alerts.emptyDetail') : t('alerts.emptyFilter')}
      />
    </Surface>
  )
}
