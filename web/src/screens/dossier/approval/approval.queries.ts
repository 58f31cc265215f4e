import { queryOptions, type QueryKey } from '@tanstack/react-query'
import { api, type Answer } from '../../../api/index.ts'

export type Approval = Answer<'getApproval'>
export type ApprovalStep = Approval['steps'][number]

export const approvalQuery = (accountId: number, dossierId: number) =>
  queryOptions({
    queryKey: ['dossier', accountId, dossierId, 'approval'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/dossiers/{dossierId}/approval', { path: { dossierId }, signal }),
    staleTime: 0,
  })

/** What a decision touches on the pages. */
export const keysAfterDecision = (accountId: number, dossierId: number): QueryKey[] => [
  ['dossier', accountId, dossierId],
  ['dossiers', accountId],
  ['my-work', accountId],
  ['events', accountId],
]
