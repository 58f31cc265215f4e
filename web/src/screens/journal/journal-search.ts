import { useNavigate, useSearch } from '@tanstack/react-router'
import { spanOfDays } from '../../parts/journal/span-of-days.ts'
import type { EventFilter } from '../../parts/timeline/timeline.queries.ts'

export interface JournalSearch {
  /** Separated by commas. */
  names?: string
  thirdparty?: number
  dossier?: number
  from?: string
  to?: string
}

/** Who did it: a kind, or a kind and a person, as `USER` or `USER 18`. */
export type ActorChoice = string | null

/** The filters kept in the address. */
export function useJournalSearch() {
  const search: JournalSearch = useSearch({ from: '/account/$accountId/journal' })
  const navigate = useNavigate({ from: '/account/$accountId/journal' })
  function change(changes: { [K in keyof JournalSearch]: JournalSearch[K] | null }) {
    const next = { ...search, ...changes }
    const remaining = Object.entries(next).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    )
    void navigate({ search: Object.fromEntries(remaining), replace: true })
  }
  return { search, change }
}

const pageSize = 50

export function filterOf(
  { names, thirdparty, dossier, from, to }: JournalSearch,
  actor: ActorChoice,
): EventFilter {
  const [actorType, actorId] = actor?.split(' ') ?? []
  return {
    size: pageSize,
    ...(names && { names }),
    ...(thirdparty !== undefined && { thirdpartyId: thirdparty }),
    ...(dossier !== undefined && { dossierId: dossier }),
    ...spanOfDays({ from, to }),
    ...(actorType && { actorType: actorType as 'USER' }),
    ...(actorId && { actorId: Number(actorId) }),
  }
}
