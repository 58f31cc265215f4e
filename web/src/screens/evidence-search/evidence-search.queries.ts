import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type FoundEvidence = Row<'searchEvidences'>

const pageSize = 20
/** Less finds everything. */
const fewestSigns = 2

export const isSearch = (text: string) => text.trim().length >= fewestSigns

export const evidenceSearchQuery = (accountId: number, text: string) =>
  infiniteQueryOptions({
    queryKey: ['evidence-search', accountId, text],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/evidences/search', {
        query: { text, size: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    enabled: isSearch(text),
  })
