import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, type Right } from '../api/index.ts'

/** What to offer to this person in this account; the server decides again. */
export function useRights(accountId: number): Readonly<Record<Right, boolean>> {
  const { data: me } = useSuspenseQuery(meQuery)
  const given = me.accounts.find((one) => one.accountId === accountId)?.rights ?? []
  return {
    read: given.includes('read'),
    manage: given.includes('manage'),
    decide: given.includes('decide'),
    audit: given.includes('audit'),
    administer: given.includes('administer'),
  }
}
