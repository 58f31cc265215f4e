import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, type Account } from '../api/index.ts'

const nothing: Account['sees'] = { all: false, units: [] }

/** Which companies of this account the reader sees. */
export function useSight(accountId: number): Account['sees'] {
  const { data: me } = useSuspenseQuery(meQuery)
  return me.accounts.find((one) => one.accountId === accountId)?.sees ?? nothing
}
