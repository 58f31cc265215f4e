import { lazy, Suspense } from 'react'
import type { Account } from '../../api/index.ts'
import classes from './shell.module.css'

// Most people have one account: their first page does without a menu.
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

export function AccountSwitcher({ accounts, current }: { accounts: Account[]; current: Account }) {
  const name = (
    <span className={classes.trigger}>
      <span className={classes.name}>{current.name}</span>
    </span>
  )
  if (accounts.length < 2) return name
  return (
    <Suspense fallback={name}>
      <AccountMenu accounts={accounts} current={current} />
    </Suspense>
  )
}
