import { useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, type Right } from '../api/index.ts'

/** What to offer to this person in this account; the server decides again. */
export function useRights(accountId: number): Readonly<Record<Right, boolean>> {
  const { data: me } = useSuspenseQuery(meQuery)
  const { rights: given = [], sees } = me.accounts.find((one) => one.accountId === accountId) ?? {}
  // What concerns the whole account takes somebody who sees all of it.
  const seesAll = sees?.all === true
  return {
    read: given.includes('read'),
    manage: given.includes('manage'),
    decide: given.includes('decide'),
    audit: seesAll && given.includes('audit'),
    administer: seesAll && given.includes('administer'),
  }
}
