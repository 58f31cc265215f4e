import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../api/index.ts'
import classes from './shell.module.css'

/** The way from one account to another. */
export function AccountMenu({ accounts, current }: { accounts: Account[]; current: Account }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.trigger}>
          <span className={classes.name}>{current.name}</span>
          <VisuallyHidden>, {t('shell.switchAccount')}</VisuallyHidden>
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map(({ accountId, name }) => (
          <Menu.Item
            key={accountId}
            aria-current={accountId === current.accountId}
            rightSection={accountId === current.accountId && <IconCheck size={16} aria-hidden="true" />}
            onClick={() => void navigate({ to: '/account/$accountId', params: { accountId } })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
