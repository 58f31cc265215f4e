import { useNavigate, useSearch } from '@tanstack/react-router'
import { dossierStatuses, type DossierStatus } from '../../ui/status-pills.tsx'
import type { Sort } from '../../ui/sort-header.tsx'
import type { DossiersFilter } from './dossiers.queries.ts'

/** What the address of the list carries. */
export interface ListSearch {
  status?: string
  type?: string
  sort?: string
  /** Due before this day. */
  due?: string
  /** As `partyText` writes it, or the reader and their teams. */
  owner?: string
  archived?: true
}

const from = '/account/$accountId/dossiers'

export function useListSearch(): [ListSearch, (change: Partial<Record<keyof ListSearch, unknown>>) => void] {
  const search = useSearch({ from }) as ListSearch
  const navigate = useNavigate({ from })
  // What is undefined or empty leaves the address.
  const change = (given: Partial<Record<keyof ListSearch, unknown>>) => {
    const next = Object.entries({ ...search, ...given }).filter(
      ([, value]) => value !== undefined && value !== '',
    )
    void navigate({ search: Object.fromEntries(next), replace: true, resetScroll: false })
  }
  return [search, change]
}

export function statusesOf({ status = '' }: ListSearch): DossierStatus[] {
  const requested = status.split(',')
  return dossierStatuses.filter((one) => requested.includes(one))
}

const sortKeys = ['status', 'dueDate', 'expirationDate', 'updatedAt'] as const

export function sortOf({ sort = '' }: ListSearch): Sort | null {
  const [key = '', direction] = sort.split(',')
  if (!sortKeys.some((one) => one === key)) return null
  return { key, direction: direction === 'desc' ? 'desc' : 'asc' }
}

export function filterOf(search: ListSearch): DossiersFilter {
  const statuses = statusesOf(search)
  const sort = sortOf(search)
  return {
    ...(statuses.length === 0 ? {} : { statusCode: statuses }),
    ...(search.type === undefined ? {} : { dossierTypeCode: search.type }),
    ...(search.due === undefined ? {} : { dueBefore: search.due }),
    ...(search.owner === undefined ? {} : { owner: search.owner }),
    ...(search.archived === true ? { archived: true } : {}),
    ...(sort === null
      ? {}
      : { sort: `${sort.key},${sort.direction}` as NonNullable<DossiersFilter['sort']> }),
  }
}
