import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPencil, IconUserCheck, IconUserOff, IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/index.ts'
import { useAct } from '../../ui/use-act.ts'
import { ChangeUser } from './change-user.tsx'
import { NewLink } from './new-link.tsx'
import { RemoveUser } from './remove-user.tsx'
import type { User } from './users.queries.ts'

interface Props {
  accountId: number
  user: User
  isSelf: boolean
  isOnlyAdmin: boolean
}

type Open = 'change' | 'link' | 'remove' | null

export function UserActions(props: Props) {
  const [open, setOpen] = useState<Open>(null)
  const { accountId, user } = props
  const common = { accountId, user, onClose: () => setOpen(null) }
  return (
    <>
      <UserMenu {...props} onOpen={setOpen} />
      {open === 'change' && <ChangeUser {...common} isSelf={props.isSelf} isOnlyAdmin={props.isOnlyAdmin} />}
      {open === 'link' && <NewLink {...common} />}
      {open === 'remove' && <RemoveUser {...common} isSelf={props.isSelf} />}
    </>
  )
}

function UserMenu({ accountId, user, isOnlyAdmin, onOpen }: Props & { onOpen: (open: Open) => void }) {
  const { t } = useTranslation()
  const { userId, name, active } = user
  const toggle = useAct({
    act: () => api.patch('/users/{userId}', { accountId, userId }, { body: { active: !active } }),
    done: t(active ? 'users.suspendedNow' : 'users.restored', { name }),
    refresh: [['users', accountId]],
  })
  const Toggle = active ? IconUserOff : IconUserCheck
  return (
    <Menu position="bottom-end" width={250} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          ml="auto"
          variant="subtle"
          color="gray"
          aria-label={t('users.menuFor', { name })}
          loading={toggle.isPending}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen('change')}>
          {t('users.change')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onOpen('link')}>
          {t('users.newLink')}
        </Menu.Item>
        {!isOnlyAdmin && (
          <>
            <Menu.Item leftSection={<Toggle size={16} />} onClick={() => toggle.mutate()}>
              {t(active ? 'users.suspend' : 'users.restore')}
            </Menu.Item>
            <Menu.Item leftSection={<IconUserX size={16} />} onClick={() => onOpen('remove')}>
              {t('users.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
