import { Button } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import classes from './security.module.css'
import { sessionsQuery, type OwnSession } from './security.queries.ts'

export function SessionsPanel() {
  const { t } = useTranslation()
  const query = useQuery(sessionsQuery)
  const sessions = query.data?.content ?? []
  const endOthers = useApiMutation({
    mutationFn: () => api.post('/me/sessions/end-others'),
    successMessage: ({ ended }) => t('security.othersEnded', { count: ended }),
    invalidates: [sessionsQuery.queryKey],
  })
  return (
    <Panel
      title={t('security.sessions')}
      help={t('security.sessionsHelp')}
      actions={
        sessions.length > 1 && (
          <Button
            size="sm"
            variant="default"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {t('security.endOthers')}
          </Button>
        )
      }
    >
      {query.isError && (
        <ProblemAlert
          title={t('security.sessionsFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      <ul className={classes.rows} aria-label={t('security.sessions')}>
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} />
        ))}
      </ul>
    </Panel>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { browser, system } = session
  const device =
    browser !== null && system !== null
      ? t('security.device', { browser, system })
      : (browser ?? system ?? t('security.unknownDevice'))
  const end = useApiMutation({
    mutationFn: () => api.delete('/me/sessions/{sessionId}', { path: { sessionId: session.sessionId } }),
    successMessage: t('security.ended'),
    invalidates: [sessionsQuery.queryKey],
  })
  const details = [
    session.address,
    t('security.started', { when: format.moment(session.startedAt) }),
    t('security.seen', { when: format.moment(session.lastSeenAt) }),
  ]
  return (
    <li className={classes.row}>
      <IconDeviceDesktop size={22} stroke={1.6} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <span className={classes.name}>
          {device}
          {session.current && <Pill tone="info">{t('security.thisOne')}</Pill>}
          {session.secondFactor && <Pill tone="good">{t('security.twoFactors')}</Pill>}
        </span>
        <span className={classes.detail}>{details.filter((one) => one !== null).join(' · ')}</span>
      </div>
      {!session.current && (
        <Button
          size="xs"
          variant="default"
          aria-label={t('security.endNamed', { device, when: format.moment(session.startedAt) })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('security.end')}
        </Button>
      )}
    </li>
  )
}
