import { Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { sessionsQuery, type User, type UserSession } from './users.queries.ts'
import classes from './users.module.css'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  onClose: () => void
}

/** Where somebody is signed in, to end it from here. */
export function UserSessions({ accountId, user, isSelf, onClose }: Props) {
  const { t } = useTranslation()
  const { userId, name } = user
  const query = useQuery(sessionsQuery(accountId, userId))
  const endAll = useApiMutation({
    mutationFn: () => api.account(accountId).delete('/users/{userId}/sessions', { path: { userId } }),
    successMessage: t('users.sessions.endedAll', { name }),
    invalidates: [sessionsQuery(accountId, userId).queryKey],
  })
  const sessions = query.data?.content ?? []
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>{t('users.sessions.title', { name })}</Text>}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('users.sessions.detail')}</Text>
        {isSelf && <Notice tone="warning">{t('users.sessions.self')}</Notice>}
        {query.isError && <ProblemAlert title={t('users.sessions.failed')} error={query.error} />}
        {query.isPending && <Skeleton height={52} />}
        {query.isSuccess && sessions.length === 0 && <Text size="sm">{t('users.sessions.none')}</Text>}
        {sessions.length > 0 && (
          <ul className={classes.sessions} aria-label={t('users.sessions.label')}>
            {sessions.map((session) => (
              <SessionItem key={session.sessionId} accountId={accountId} userId={userId} session={session} />
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          {sessions.length > 0 && (
            <Button color="red.8" loading={endAll.isPending} onClick={() => endAll.mutate()}>
              {t('users.sessions.endAll')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

interface ItemProps {
  accountId: number
  userId: number
  session: UserSession
}

function SessionItem({ accountId, userId, session }: ItemProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { sessionId, browser, system, startedAt, secondFactor } = session
  const end = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/users/{userId}/sessions/{sessionId}', { path: { userId, sessionId } }),
    successMessage: t('users.sessions.ended'),
    invalidates: [sessionsQuery(accountId, userId).queryKey],
  })
  const isNamed = browser !== null && system !== null
  const device = isNamed
    ? t('users.sessions.device', { browser, system })
    : (browser ?? system ?? t('users.sessions.unknown'))
  const moment = format.moment(startedAt)
  return (
    <li className={classes.session}>
      <div>
        <span className={classes.name}>
          {device}
          {secondFactor && <Pill tone="good">{t('users.sessions.secondFactor')}</Pill>}
        </span>
        <span className={classes.email}>{t('users.sessions.since', { moment })}</span>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('users.sessions.endNamed', { device, moment })}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('users.sessions.end')}
      </Button>
    </li>
  )
}
