import { queryOptions } from '@tanstack/react-query'
import { api, readTagged, type Answer } from '../../../api/index.ts'
import { partKey, type ThirdPartyIds } from '../thirdparty.queries.ts'

export type Relationship = Answer<'getRelationship'>

export const relationshipQuery = (ids: ThirdPartyIds) =>
  queryOptions({
    queryKey: partKey(ids, 'relationship'),
    queryFn: ({ signal }) =>
      readTagged((fetch) =>
        api
          .account(ids.accountId)
          .get('/thirdparties/{thirdpartyId}/relationship', { path: ids, signal, fetch }),
      ),
  })
