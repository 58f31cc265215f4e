import { AppShell } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Account, Me } from '../../api/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { TeachingState } from '../../ui/teaching-state.tsx'
import { useRights } from '../../ui/use-rights.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The frame around an account that nobody may use; to its administrators it shows how to leave, or to stay. */
export function ShutAccount({ me, account }: { me: Me; account: Account }) {
  const { t } = useTranslation()
  const { accountId, standing } = account
  const { administer } = useRights(accountId)
  return (
    <AppShell header={{ height: 56 }} padding={{ base: 16, sm: 28 }}>
      <AppShell.Header className={classes.header}>
        <Logo />
        <span className={classes.space} />
        <AccountSwitcher accounts={me.accounts} current={account} />
        <UserMenu me={me} accountId={accountId} />
      </AppShell.Header>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          {standing === 'LEAVING' && administer ? (
            <Outlet />
          ) : (
            standing !== null && (
              <TeachingState
                icon={<IconLock size={30} stroke={1.6} />}
                title={t(`shell.shut.${standing}`)}
                detail={t(`shell.shut.${standing}_detail`)}
              />
            )
          )}
        </div>
      </AppShell.Main>
    </AppShell>
  )
}
