import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery } from '../api/index.ts'

/** Whether to offer what changes the account; the server decides again. */
export function useMayManage(accountId: number): boolean {
  const { data: me } = useSuspenseQuery(meQuery)
  const account = me.accounts.find((one) => one.accountId === accountId)
  return account?.rights.includes('manage') ?? false
}
