import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, meQuery } from '../../api/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useFormat } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { resetsQuery, type FactorReset, type User } from './users.queries.ts'

interface Props {
  accountId: number
  users: readonly User[]
}

/** Resets of second factors that one administrator asked for and another has not confirmed yet. */
export function WaitingResets({ accountId, users }: Props) {
  const { t } = useTranslation()
  const query = useQuery(resetsQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('users.factorReset.failed')} error={query.error} onRetry={retry} />
  }
  const nameOf = (id: number) =>
    users.find(({ userId }) => userId === id)?.name ?? t('users.factorReset.person', { id })
  return (query.data?.content ?? []).map((reset) => (
    <WaitingReset key={reset.userId} accountId={accountId} reset={reset} nameOf={nameOf} />
  ))
}

interface ResetProps {
  accountId: number
  reset: FactorReset
  nameOf: (userId: number) => string
}

function WaitingReset({ accountId, reset, nameOf }: ResetProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data: me } = useQuery(meQuery)
  const [confirming, setConfirming] = useState(false)
  const { userId, askedBy, expiresAt } = reset
  const name = nameOf(userId)
  const refresh = [resetsQuery(accountId).queryKey]
  const confirm = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/users/{userId}/second-factor-reset/confirm', { path: { userId } }),
    successMessage: t('users.factorReset.confirmed', { name }),
    invalidates: refresh,
    onSuccess: () => setConfirming(false),
  })
  const withdraw = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/users/{userId}/second-factor-reset', { path: { userId } }),
    successMessage: t('users.factorReset.withdrawn'),
    invalidates: refresh,
  })
  const isOwn = me?.id === askedBy
  const mayConfirm = !isOwn && me?.id !== userId
  const moment = format.moment(expiresAt)
  return (
    <Notice tone="warning" title={t('users.factorReset.waiting', { name })}>
      <span>{t('users.factorReset.waitingDetail', { asker: nameOf(askedBy), moment })}</span>
      {!mayConfirm && <span>{t(isOwn ? 'users.factorReset.own' : 'users.factorReset.aboutYou')}</span>}
      <Group gap={8} mt={8}>
        {mayConfirm && (
          <Button size="xs" onClick={() => setConfirming(true)}>
            {t('users.factorReset.confirm')}
          </Button>
        )}
        <Button size="xs" variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('users.factorReset.withdraw')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t('users.factorReset.confirmTitle', { name })}
        detail={t('users.factorReset.confirmDetail', { name })}
        confirm={t('users.factorReset.confirm')}
        tone="danger"
        onConfirm={() => confirm.mutate()}
        pending={confirm.isPending}
      />
    </Notice>
  )
}
