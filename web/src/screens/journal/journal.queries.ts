import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Row } from '../../api/index.ts'

export type Checkpoint = Row<'listJournalCheckpoints'>
export type Verification = Answer<'verifyJournal'>

export const dossiersOfQuery = (accountId: number, thirdpartyId: number) =>
  queryOptions({
    queryKey: ['dossiers', accountId, 'journal', thirdpartyId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/dossiers', { query: { thirdpartyId, size: 100 }, signal }),
  })

export const peopleQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['mentionable-users', accountId, '', null],
    queryFn: ({ signal }) => api.account(accountId).get('/mentionable-users', { signal }),
    retry: false,
  })

/** The link before an event: the feed read from two numbers before. */
export const previousHashQuery = (accountId: number, seq: number) =>
  queryOptions({
    queryKey: ['event-hash', accountId, seq - 1],
    queryFn: async ({ signal }) => {
      const query = { after: seq - 2, size: 1 }
      const { content } = await api.account(accountId).get('/events', { query, signal })
      return content[0]?.hash ?? null
    },
    enabled: seq > 1,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const checkpointsQuery = (accountId: number) =>
  infiniteQueryOptions({
    queryKey: ['checkpoints', accountId],
    queryFn: ({ pageParam, signal }) => {
      const query = { size: 20, ...(pageParam !== undefined && { cursor: pageParam }) }
      return api.account(accountId).get('/journal/checkpoints', { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
