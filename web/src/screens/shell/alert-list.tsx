import { Badge, Button, Group, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './shell.module.css'

const listQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['alerts', accountId, 'list'],
    queryFn: ({ signal }) => api.account(accountId).get('/alerts', { query: { size: 20 }, signal }),
    staleTime: 0,
  })

interface ShownAlert {
  alertId: number
  what: string
  why: string
  next: string
  link: string
  read: boolean
}

interface Props {
  accountId: number
  onLeave: () => void
}

/** The newest alerts: what happened, why it matters, and the next step behind a link. */
export function AlertList({ accountId, onLeave }: Props) {
  const { t } = useTranslation()
  const router = useRouter()
  const { data } = useQuery(listQuery(accountId))
  const mark = useApiMutation({
    mutationFn: (body: { alertIds: number[] } | { through: number }) =>
      api.account(accountId).post('/alerts/read', { body }),
    invalidates: [['alerts', accountId]],
  })
  const alerts = data?.content ?? []
  const newest = alerts[0]?.alertId
  const open = (event: MouseEvent, alert: ShownAlert) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (!alert.read) mark.mutate({ alertIds: [alert.alertId] })
    onLeave()
    router.history.push(alert.link)
  }
  return (
    <>
      <Group justify="space-between" p={12}>
        <Text fw={600} size="sm">
          {t('shell.alerts')}
        </Text>
        {newest !== undefined && alerts.some(({ read }) => !read) && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={mark.isPending}
            onClick={() => mark.mutate({ through: newest })}
          >
            {t('shell.alertsRead')}
          </Button>
        )}
      </Group>
      {data !== undefined && alerts.length === 0 && (
        <Text size="sm" c="dimmed" px={12} pb={14}>
          {t('shell.alertsNone')}
        </Text>
      )}
      <ul className={classes.alerts}>
        {alerts.map((alert) => (
          <AlertItem key={alert.alertId} alert={alert} onOpen={open} />
        ))}
      </ul>
      <Links accountId={accountId} onLeave={onLeave} />
    </>
  )
}

function Links({ accountId, onLeave }: Props) {
  const { t } = useTranslation()
  const look = { params: { accountId }, onClick: onLeave, variant: 'subtle', size: 'compact-sm' } as const
  return (
    <Group justify="space-between" p={8} className={classes.alertLinks}>
      <ButtonLink to="/account/$accountId/alerts" {...look}>
        {t('shell.allAlerts')}
      </ButtonLink>
      <ButtonLink to="/account/$accountId/alert-settings" {...look}>
        {t('shell.settings')}
      </ButtonLink>
    </Group>
  )
}

interface ItemProps {
  alert: ShownAlert
  onOpen: (event: MouseEvent, alert: ShownAlert) => void
}

function AlertItem({ alert, onOpen }: ItemProps) {
  const { t } = useTranslation()
  return (
    <li>
      <a href={alert.link} className={classes.alert} onClick={(event) => onOpen(event, alert)}>
        <Group gap={8} wrap="nowrap" align="flex-start" justify="space-between">
          <Text size="sm" fw={alert.read ? 400 : 600}>
            {alert.what}
          </Text>
          {!alert.read && (
            <Badge size="xs" variant="light" flex="none">
              {t('shell.alertNew')}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {alert.why} {alert.next}
        </Text>
      </a>
    </li>
  )
}
