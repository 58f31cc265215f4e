import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, readTagged, type Answer, type Body, type Query, type Row } from '../../api/index.ts'

export type HitRow = Row<'listScreeningHits'>
export type Hit = Answer<'getScreeningHit'>
export type HitDecision = Hit['decisions'][number]
export type MatchReason = Hit['reasons'][number]
export type Verdict = Body<'decideScreeningHit'>['verdict']
export type Ground = Body<'decideScreeningHit'>['grounds'][number]
type HitState = HitRow['state']
export type HitClass = HitRow['class']

/** What a list of hits can be narrowed to; `waiting` is all that somebody must still decide. */
export const stateChoices = [
  'waiting',
  'OPEN',
  'UNCLEAR',
  'PROPOSED',
  'TRUE_MATCH',
  'CLEARED',
  'ENDED',
  'all',
] as const
export type StateChoice = (typeof stateChoices)[number]
export const stateOf = (chosen: string | undefined): StateChoice =>
  stateChoices.find((one) => one === chosen) ?? 'waiting'

export const hitClasses = ['SANCTIONS', 'EXPOSED_PERSONS', 'OWN', 'NEWS'] as const satisfies HitClass[]
export const classOf = (chosen: string | undefined): HitClass | undefined =>
  hitClasses.find((one) => one === chosen)

/** What concerns whoever looks: `TO_CONFIRM` waits for a second person, and that is not who proposed it. */
export const mineChoices = ['TO_CONFIRM', 'DECIDED'] as const
export type MineChoice = (typeof mineChoices)[number]
export const mineOf = (chosen: string | undefined): MineChoice | undefined =>
  mineChoices.find((one) => one === chosen)

const waiting: HitState[] = ['OPEN', 'UNCLEAR', 'PROPOSED']

export function isWaiting({ state }: Pick<HitRow, 'state'>): boolean {
  return waiting.includes(state)
}

export interface HitFilter {
  readonly state: StateChoice
  readonly class: HitClass | undefined
  /** In percent, as people read it. */
  readonly minScore: number | undefined
  /** The publisher of a list. */
  readonly source: string | undefined
  readonly mine: MineChoice | undefined
  readonly thirdparty: number | undefined
}

export function wireFilter(filter: HitFilter): Query<'exportScreeningHits'> {
  const { state, class: hitClass, minScore, source, mine, thirdparty } = filter
  const states = state === 'waiting' ? waiting : state === 'all' ? undefined : [state]
  return {
    ...(states && { state: states }),
    ...(hitClass && { class: hitClass }),
    ...(minScore !== undefined && { minScore: minScore / 100 }),
    ...(source !== undefined && { source: [source] }),
    ...(mine && { mine }),
    ...(thirdparty !== undefined && { thirdpartyId: thirdparty }),
  }
}

const pageSize = 40

export const hitsQuery = (accountId: number, filter: HitFilter) =>
  infiniteQueryOptions({
    queryKey: ['screening-hits', accountId, 'queue', filter],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/screening/hits', {
        query: {
          ...wireFilter(filter),
          // Whoever has waited longest comes first; what is decided is looked up, the newest first.
          ...(filter.state === 'waiting' && { sort: 'openedAt' }),
          size: pageSize,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

export const hitQuery = (accountId: number, hitId: number) =>
  queryOptions({
    queryKey: ['screening-hit', accountId, hitId],
    queryFn: ({ signal }) =>
      readTagged((seen) =>
        api.account(accountId).get('/screening/hits/{hitId}', { path: { hitId }, signal, ...seen }),
      ),
  })
