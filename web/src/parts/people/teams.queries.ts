import { queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Team = Row<'listTeams'>

const pageSize = 200
const fresh = 60_000

/** All teams. There is an end to them, and names are wanted of all at once. */
export const teamsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['teams', accountId],
    queryFn: async ({ signal }) => {
      const found: Team[] = []
      for (let page = 0, pages = 1; page < pages; page += 1) {
        const answer = await api.account(accountId).get('/teams', { query: { page, size: pageSize }, signal })
        found.push(...answer.content)
        pages = answer.totalPages
      }
      return found
    },
    staleTime: fresh,
  })
