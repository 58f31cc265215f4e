import { infiniteQueryOptions, queryOptions, type QueryKey } from '@tanstack/react-query'
import { api, readTagged, type Answer, type Query, type Row } from '../../api/index.ts'

export type Finding = Answer<'getFinding'>
export type FindingRow = Row<'listFindings'>
export type CorrectiveAction = Finding['actions'][number]
export type CorrectiveEvidence = CorrectiveAction['evidences'][number]
export type Severity = Finding['severity']
export type FindingsFilter = Omit<NonNullable<Query<'listFindings'>>, 'size' | 'cursor'>

export const severities: readonly Severity[] = ['MINOR', 'MAJOR', 'CRITICAL']

export const isEnded = ({ state }: Pick<Finding, 'state'>) => state === 'CLOSED' || state === 'DISMISSED'

const pageSize = 25

export const findingsQuery = (accountId: number, filter: FindingsFilter) =>
  infiniteQueryOptions({
    queryKey: ['findings', accountId, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/findings', {
        query: { ...filter, size: pageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

export const companyFindingsQuery = (
  { accountId, thirdpartyId }: { accountId: number; thirdpartyId: number },
  withEnded: boolean,
) =>
  infiniteQueryOptions({
    queryKey: ['thirdparty', accountId, thirdpartyId, 'findings', withEnded ? 'all' : 'open'],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/thirdparties/{thirdpartyId}/findings', {
        path: { thirdpartyId },
        query: {
          size: pageSize,
          ...(!withEnded && { open: true }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

const isBeingChecked = ({ actions }: Finding) =>
  actions.some(({ evidences }) => evidences.some(({ fileState }) => fileState === 'PENDING'))

export const findingQuery = (accountId: number, findingId: number) =>
  queryOptions({
    queryKey: ['finding', accountId, findingId],
    queryFn: ({ signal }) =>
      readTagged((seen) =>
        api.account(accountId).get('/findings/{findingId}', { path: { findingId }, signal, ...seen }),
      ),
    // Files are inspected within moments of their coming.
    refetchInterval: ({ state }) =>
      state.data !== undefined && isBeingChecked(state.data.value) && state.dataUpdateCount < 15
        ? 2_000
        : false,
  })

export const findingReportQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['findings', accountId, 'report'],
    queryFn: ({ signal }) => api.account(accountId).get('/findings/report', { signal }),
  })

/** What a change of a finding may have changed: a cap moves indicators of the company. */
export const keysAfterFinding = (accountId: number, thirdpartyId: number): QueryKey[] => [
  ['finding', accountId],
  ['findings', accountId],
  ['thirdparty', accountId, thirdpartyId],
]
