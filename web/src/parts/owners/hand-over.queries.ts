import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'
import { partyText, type Party, type PartyBody } from './party.ts'

export type Owned = Answer<'previewHandOverFromUser'>

export const isNothing = ({ thirdparties, dossiers, followed, tasks, rules, dutyHolder }: Owned): boolean =>
  thirdparties + dossiers + followed + tasks + rules === 0 && !dutyHolder

export const ownedQuery = (accountId: number, of: Party) =>
  queryOptions({
    queryKey: ['hand-over', accountId, partyText(of)],
    queryFn: ({ signal }) => {
      const { userId, teamId } = of
      return teamId === null
        ? api.account(accountId).get('/users/{userId}/hand-over', { path: { userId: userId ?? 0 }, signal })
        : api.account(accountId).get('/teams/{teamId}/hand-over', { path: { teamId }, signal })
    },
    // What is told before a hand-over is told of this moment.
    staleTime: 0,
    gcTime: 0,
  })

/** In as many calls as it takes. */
export async function handOver(accountId: number, { userId, teamId }: Party, to: PartyBody): Promise<void> {
  const body = { to }
  for (let more = true; more;) {
    const answer =
      teamId === null
        ? await api
            .account(accountId)
            .post('/users/{userId}/hand-over', { path: { userId: userId ?? 0 }, body })
        : await api.account(accountId).post('/teams/{teamId}/hand-over', { path: { teamId }, body })
    more = answer.more
  }
}
