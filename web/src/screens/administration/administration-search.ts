import { useNavigate, useSearch } from '@tanstack/react-router'
import { spanOfDays } from '../../parts/journal/span-of-days.ts'
import type { EntryFilter } from './administration.queries.ts'
import { isArea, namesOfArea } from './entry-area.ts'

interface AdministrationSearch {
  area?: string
  /** Separated by commas. */
  names?: string
  /** A kind, or a kind and a number, as `USER` or `USER 18`. */
  actor?: string
  from?: string
  to?: string
}

/** The filters kept in the address. */
export function useAdministrationSearch() {
  const search: AdministrationSearch = useSearch({ from: '/account/$accountId/settings/administration' })
  const navigate = useNavigate({ from: '/account/$accountId/settings/administration' })
  function change(changes: { [K in keyof AdministrationSearch]: AdministrationSearch[K] | null }) {
    const next = { ...search, ...changes }
    const remaining = Object.entries(next).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    )
    void navigate({ search: Object.fromEntries(remaining), replace: true })
  }
  return { search, change, isFiltered: Object.keys(search).length > 0 }
}

/** Without a chosen act, all of the chosen area. */
export function filterOf(search: AdministrationSearch, known: readonly string[]): EntryFilter {
  const { area, names, actor, from, to } = search
  const wanted = names ?? (isArea(area) ? namesOfArea(area, known).join(',') : '')
  const [actorType, actorId] = actor?.split(' ') ?? []
  return {
    ...(wanted && { names: wanted }),
    ...spanOfDays({ from, to }),
    ...(actorType && { actorType: actorType as 'USER' }),
    ...(actorId && { actorId: Number(actorId) }),
  }
}
