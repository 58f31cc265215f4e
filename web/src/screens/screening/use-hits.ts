import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { classOf, hitsQuery, mineOf, stateOf, type HitFilter } from './screening.queries.ts'

export const here = '/account/$accountId/screening'

interface FilterChange {
  state?: string | undefined
  class?: string | undefined
  minScore?: number | undefined
  source?: string | undefined
  mine?: string | undefined
  thirdparty?: number | undefined
}

/** The list of hits and the place in it; which hit is looked at stands in the address. */
export function useHits(
  accountId: number,
  { enabled, picksFirst }: { enabled: boolean; picksFirst: boolean },
) {
  const search = useSearch({ from: here })
  const navigate = useNavigate()
  const filter: HitFilter = {
    state: stateOf(search.state),
    class: classOf(search.class),
    minScore: search.minScore,
    source: search.source,
    mine: mineOf(search.mine),
    thirdparty: search.thirdparty,
  }
  const query = useInfiniteQuery({ ...hitsQuery(accountId, filter), enabled })
  const rows = query.data?.pages.flatMap(({ content }) => content) ?? []
  const hitId = search.hit ?? (picksFirst ? rows[0]?.hitId : undefined)
  const at = rows.findIndex((row) => row.hitId === hitId)
  const open = (next: number | undefined) =>
    void navigate({
      from: here,
      search: ({ hit: _, ...others }) => (next === undefined ? others : { ...others, hit: next }),
      replace: search.hit !== undefined && next !== undefined,
    })
  return {
    query,
    rows,
    hitId,
    total: query.data?.pages[0]?.totalElements ?? 0,
    isCounted: query.data?.pages[0]?.totalIsExact !== false,
    next: at === -1 ? undefined : rows[at + 1]?.hitId,
    previous: at > 0 ? rows[at - 1]?.hitId : undefined,
    open,
    filter,
    setFilter: (change: FilterChange) =>
      void navigate({
        from: here,
        search: ({ hit: _, ...others }) => withoutNothing({ ...others, ...change }),
        replace: true,
      }),
  }
}

export type Hits = ReturnType<typeof useHits>

function withoutNothing<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}

/** Hits chosen for one decision; those that have left the list do not count. */
export function useSelection(rows: Hits['rows']) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const selected = rows.filter(({ hitId }) => chosen.has(hitId))
  return {
    selected,
    isSelected: (hitId: number) => chosen.has(hitId),
    toggle: (hitId: number) =>
      setChosen((before) => {
        const after = new Set(before)
        if (!after.delete(hitId)) after.add(hitId)
        return after
      }),
    clear: () => setChosen(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>
