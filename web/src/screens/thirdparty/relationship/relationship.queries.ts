import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, readTagged, type Answer, type Row } from '../../../api/index.ts'
import { partKey, type ThirdPartyIds } from '../thirdparty.queries.ts'

export type Relationship = Answer<'getRelationship'>
export type RelationshipChange = Row<'listRelationshipChanges'>

export const relationshipQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'relationship'),
    queryFn: ({ signal }) =>
      readTagged((seen) =>
        api
          .account(ids.accountId)
          .get('/thirdparties/{thirdpartyId}/relationship', { path: ids, signal, ...seen }),
      ),
  })

export const relationshipHistoryQuery = (ids: ThirdPartyIds) =>
  infiniteQueryOptions({
    queryKey: partKey(ids, 'relationship-history'),
    queryFn: ({ pageParam, signal }) =>
      api.account(ids.accountId).get('/thirdparties/{thirdpartyId}/relationship/history', {
        path: ids,
        query: { size: 20, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
