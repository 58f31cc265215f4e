import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Answer, type Query, type Row } from '../../api/index.ts'

export type AdministrationEntry = Row<'listAdministrationJournal'>
export type EntryFilter = Query<'exportAdministrationJournal'>
type Verification = Answer<'verifyAdministrationJournal'>

const pageSize = 50

export const entriesQuery = (accountId: number, filter: EntryFilter) =>
  infiniteQueryOptions({
    queryKey: ['administration-journal', accountId, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, size: pageSize, ...(pageParam !== undefined && { cursor: pageParam }) }
      return api.account(accountId).get('/administration/journal', { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    // Evidence is read as it stands now.
    staleTime: 0,
  })

/** From the first entry to the last; a long journal is walked in parts. */
export async function verifyEntries(accountId: number): Promise<Verification> {
  const verifyPage = (query: Query<'verifyAdministrationJournal'>) =>
    api.account(accountId).get('/administration/journal/verify', { query })
  let part = await verifyPage({ since: 'start' })
  const { from } = part
  while (part.next !== null) part = await verifyPage({ after: part.next })
  return { ...part, from }
}
