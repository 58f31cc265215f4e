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
      const query = { size: pageSize }
      for await (const team of api.account(accountId).items('/teams', { query, signal })) found.push(team)
      return found
    },
    staleTime: fresh,
  })
