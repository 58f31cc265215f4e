import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TasksFilter } from '../../parts/tasks/tasks.queries.ts'

const from = '/account/$accountId/tasks'

export type TaskSearch = ReturnType<typeof useTaskSearch>['search']

/** What the list is narrowed by stands in the address, and so does the task that is looked at. */
export function useTaskSearch() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const change = (part: { [Name in keyof typeof search]?: (typeof search)[Name] | undefined }) => {
    const known = Object.entries({ ...search, ...part }).filter(([, value]) => value !== undefined)
    void navigate({ search: Object.fromEntries(known), replace: true, resetScroll: false })
  }
  return { search, change }
}

const closed: NonNullable<TasksFilter['state']> = ['DONE', 'CANCELLED']
const isParty = (whose: string) => /^(\d+|team:\d+)$/.test(whose)

export function filterOf({ whose = 'me', closed: isClosed, thirdparty }: TaskSearch): TasksFilter {
  return {
    ...(isClosed === true && { state: closed }),
    ...(whose === 'me' || isParty(whose) ? { assignee: whose } : {}),
    ...(thirdparty !== undefined && { thirdpartyId: thirdparty }),
  }
}
