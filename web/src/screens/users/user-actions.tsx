import {
  IconArrowsExchange,
  IconCalendarOff,
  IconDeviceLaptop,
  IconKey,
  IconPencil,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
  IconUserX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { HandOverDialog } from '../../parts/owners/hand-over-dialog.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { AskFactorReset } from './ask-factor-reset.tsx'
import { ChangeUser } from './change-user.tsx'
import { RemoveUser } from './remove-user.tsx'
import { ResetPassword } from './reset-password.tsx'
import { UserAbsences } from './user-absences.tsx'
import { UserSessions } from './user-sessions.tsx'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  isOnlyAdmin: boolean
  /** Nobody else could confirm what takes two. */
  hasOneAdmin: boolean
}

type Open = 'change' | 'absences' | 'hand-over' | 'sessions' | 'reset' | 'factor' | 'remove' | null

export function UserActions(props: Props) {
  const [open, setOpen] = useState<Open>(null)
  const { accountId, user } = props
  const common = { accountId, user, onClose: () => setOpen(null) }
  return (
    <>
      <UserMenu {...props} onOpen={setOpen} />
      {open === 'change' && <ChangeUser {...common} isSelf={props.isSelf} isOnlyAdmin={props.isOnlyAdmin} />}
      {open === 'absences' && <UserAbsences {...common} />}
      {open === 'sessions' && <UserSessions {...common} isSelf={props.isSelf} />}
      {open === 'factor' && <AskFactorReset {...common} isAlone={props.hasOneAdmin} />}
      {open === 'reset' && <ResetPassword {...common} />}
      {open === 'hand-over' && (
        <HandOverDialog
          accountId={accountId}
          from={{ userId: user.userId, teamId: null }}
          name={user.name}
          onClose={common.onClose}
        />
      )}
      {open === 'remove' && <RemoveUser {...common} isSelf={props.isSelf} />}
    </>
  )
}

function UserMenu({
  accountId,
  user,
  isSelf,
  isOnlyAdmin,
  onOpen,
}: Props & { onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const { userId, name, active, managed, ofDirectory } = user
  const toggle = useApiMutation({
    mutationFn: () =>
      api.account(accountId).patch('/users/{userId}', { path: { userId }, body: { active: !active } }),
    successMessage: t(active ? 'users.suspendedNow' : 'users.restored', { name }),
    invalidates: [['users', accountId]],
  })
  return (
    <ActionsMenu
      label={t('users.menuFor', { name })}
      pending={toggle.isPending}
      note={managed ? t('users.managedNote') : undefined}
      actions={[
        !managed && { label: t('users.change'), icon: IconPencil, onClick: () => onOpen('change') },
        { label: t('absences.title'), icon: IconCalendarOff, onClick: () => onOpen('absences') },
        { label: t('users.sessions.action'), icon: IconDeviceLaptop, onClick: () => onOpen('sessions') },
        !ofDirectory && { label: t('users.reset'), icon: IconKey, onClick: () => onOpen('reset') },
        !isSelf && {
          label: t('users.factorReset.action'),
          icon: IconShieldOff,
          onClick: () => onOpen('factor'),
        },
        {
          label: t('owners.handOver.action'),
          icon: IconArrowsExchange,
          onClick: () => onOpen('hand-over'),
        },
        !isOnlyAdmin &&
          !managed && {
            label: t(active ? 'users.suspend' : 'users.restore'),
            icon: active ? IconUserOff : IconUserCheck,
            onClick: () => toggle.mutate(),
          },
        !isOnlyAdmin && { label: t('users.remove'), icon: IconUserX, onClick: () => onOpen('remove') },
      ]}
    />
  )
}
