import { AppShell, Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { meQuery } from '../../api/index.ts'
import { Live } from '../../parts/live/live.tsx'
import { Logo } from '../../ui/logo.tsx'
import { NotFound } from '../not-found/not-found.tsx'
import { AccountSwitcher } from './account-switcher.tsx'
import { Bell } from './bell.tsx'
import { Navigation } from './navigation.tsx'
import { NoAccount } from './no-account.tsx'
import { ShutAccount } from './shut-account.tsx'
import { SandboxClock } from './sandbox-clock.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

/** The frame around every page of an account. */
export function Shell() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { accountId } = useParams({ from: '/account/$accountId' })
  const [opened, { toggle, close }] = useDisclosure(false)
  const { pathname } = useLocation()
  const account = me.accounts.find((one) => one.accountId === accountId)
  useEffect(close, [pathname, close])

  if (me.accounts.length === 0) return <NoAccount />
  if (account === undefined) return <NotFound />
  if (account.standing !== null) return <ShutAccount me={me} account={account} />
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 16, sm: 28 }}
    >
      <a href="#main" className={classes.skip}>
        {t('common.skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <Burger
          opened={opened}
          onClick={toggle}
          hiddenFrom="sm"
          size="sm"
          aria-expanded={opened}
          aria-label={opened ? t('shell.closeNavigation') : t('shell.openNavigation')}
        />
        <Link to="/account/$accountId" params={{ accountId }} className={classes.home} aria-label="Vigie">
          <Logo />
        </Link>
        <span className={classes.space} />
        <SandboxClock accountId={accountId} />
        <AccountSwitcher accounts={me.accounts} current={account} />
        <Bell accountId={accountId} />
        <UserMenu me={me} accountId={accountId} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={t('shell.navigation')}>
        <Navigation account={account} />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
      <Live accountId={accountId} />
    </AppShell>
  )
}
