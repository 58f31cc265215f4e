import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, type Query } from '../../api/index.ts'

export type DossiersFilter = Omit<Query<'listDossiers'>, 'cursor' | 'page' | 'size'>

const pageSize = 50

export const dossiersQuery = (accountId: number, filter: DossiersFilter) =>
  infiniteQueryOptions({
    queryKey: ['dossiers', accountId, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return api
        .account(accountId)
        .get('/dossiers', { query: { ...filter, ...cursor, size: pageSize, withOwner: true }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
