import { Title } from '@mantine/core'
import { IconMailForward, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { RoleNames } from '../../parts/roles/role-names.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { Pill } from '../../ui/pill.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { invitationsQuery, type Invitation } from './users.queries.ts'
import classes from './users.module.css'

const tones = { SENT: 'info', BOUNCED: 'bad', EXPIRED: 'warning' } as const

/** Who was asked and has not answered. Absent while there is nobody. */
export function OpenInvitations({ accountId }: { accountId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const query = useQuery(invitationsQuery(accountId))
  if (query.isError) {
    const retry = () => void query.refetch()
    return <ProblemAlert title={t('users.invitationsFailed')} error={query.error} onRetry={retry} />
  }
  const invitations = query.data?.content ?? []
  if (invitations.length === 0) return null
  const columns: Column<Invitation>[] = [
    { key: 'name', label: t('users.name'), render: (invitation) => <Invited invitation={invitation} /> },
    { key: 'roles', label: t('users.roles'), render: ({ roles }) => <RoleNames assigned={roles} /> },
    {
      key: 'state',
      label: t('users.state'),
      render: ({ state }) => <Pill tone={tones[state]}>{t(`users.invitationState.${state}`)}</Pill>,
    },
    {
      key: 'until',
      label: t('users.until'),
      render: ({ expiresAt }) => <span className={classes.day}>{format.day(expiresAt)}</span>,
    },
    {
      key: 'actions',
      label: t('common.actions'),
      hideLabel: true,
      align: 'end',
      width: '48px',
      render: (invitation) => <InvitationActions accountId={accountId} invitation={invitation} />,
    },
  ]
  return (
    <section className={classes.stack}>
      <Title order={2} size="h4">
        {t('users.invitations')}
      </Title>
      <div className={classes.table}>
        <DataTable
          label={t('users.invitations')}
          columns={columns}
          rows={invitations}
          rowKey={({ invitationId }) => invitationId}
        />
      </div>
    </section>
  )
}

function Invited({ invitation: { name, email } }: { invitation: Invitation }) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.email}>{email}</span>
    </>
  )
}

function InvitationActions({ accountId, invitation }: { accountId: number; invitation: Invitation }) {
  const { t } = useTranslation()
  const [withdrawing, setWithdrawing] = useState(false)
  const { invitationId, email, name } = invitation
  const refresh = [['user-invitations', accountId]] as const
  const send = useApiMutation({
    mutationFn: () =>
      api.account(accountId).post('/users/invitations/{invitationId}/send', { path: { invitationId } }),
    successMessage: t('users.invited', { email }),
    invalidates: refresh,
  })
  const withdraw = useApiMutation({
    mutationFn: () =>
      api.account(accountId).delete('/users/invitations/{invitationId}', { path: { invitationId } }),
    successMessage: t('users.withdrawn', { email }),
    invalidates: refresh,
    onSuccess: () => setWithdrawing(false),
  })
  return (
    <>
      <ActionsMenu
        label={t('users.menuFor', { name })}
        pending={send.isPending}
        actions={[
          { label: t('users.sendAgain'), icon: IconMailForward, onClick: () => send.mutate() },
          { label: t('users.withdraw'), icon: IconX, onClick: () => setWithdrawing(true) },
        ]}
      />
      <ConfirmDialog
        opened={withdrawing}
        onClose={() => setWithdrawing(false)}
        title={t('users.withdrawTitle', { name })}
        detail={t('users.withdrawDetail')}
        confirm={t('users.withdraw')}
        tone="danger"
        onConfirm={() => withdraw.mutate()}
        pending={withdraw.isPending}
      />
    </>
  )
}
