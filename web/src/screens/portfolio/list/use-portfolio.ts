import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccountId } from '../../../ui/use-account-id.ts'
import { useLocalState } from '../../../ui/use-local-state.ts'
import type { SavedView } from '../portfolio.queries.ts'
import { defaultColumns } from './column-keys.ts'
import { filtersOf, isFilter, type PortfolioSearch } from './portfolio-search.ts'

export const portfolioRoute = '/account/$accountId/thirdparties'

/** Null takes a member out of the address. */
export type Change = Readonly<Record<string, string | null>>

function changed(search: PortfolioSearch, change: Change): Record<string, string> {
  const next: Record<string, string> = {}
  for (const [name, value] of Object.entries({ ...search, ...change })) {
    if (value !== null && value !== '' && name !== 'cursor') next[name] = value
  }
  return next
}

/** Columns that are named twice or not at all would break the table. */
function columnsFrom(text: string | undefined, kept: readonly string[]): string[] {
  const wanted = text === undefined ? kept : text.split(',')
  const others = wanted.filter((key) => key !== 'name' && key !== '')
  return ['name', ...new Set(others)]
}

export interface Portfolio {
  accountId: number
  search: PortfolioSearch
  columns: string[]
  change: (change: Change) => void
  clearFilters: () => void
  chooseColumns: (columns: readonly string[]) => void
  openView: (view: SavedView | null) => void
}

/** What the list shows and how it is changed: all of it lives in the address. */
export function usePortfolio(): Portfolio {
  const accountId = useAccountId()
  const navigate = useNavigate({ from: portfolioRoute })
  const search: PortfolioSearch = useSearch({ from: portfolioRoute })
  const [kept, keep] = useLocalState<readonly string[]>(`vigie-columns-${accountId}`, defaultColumns)
  const columns = useMemo(() => columnsFrom(search['columns'], kept), [search, kept])
  const goTo = (next: Record<string, string>) => void navigate({ search: next, state: {} })
  return {
    accountId,
    search,
    columns,
    change: (change) => goTo(changed(search, change)),
    clearFilters: () =>
      goTo(
        Object.fromEntries(Object.entries(search).filter(([name]) => !isFilter(name) && name !== 'cursor')),
      ),
    chooseColumns: (chosen) => {
      keep(chosen)
      goTo(changed(search, { columns: search['view'] === undefined ? null : chosen.join(',') }))
    },
    openView: (view) => goTo(view === null ? sizeAlone(search) : viewSearch(view, search)),
  }
}

const sizeAlone = ({ size }: PortfolioSearch) => (size === undefined ? {} : { size })

function viewSearch(view: SavedView, search: PortfolioSearch): Record<string, string> {
  return {
    ...view.filters,
    ...(view.sort !== null && { sort: view.sort }),
    ...(view.columns !== null && { columns: view.columns.join(',') }),
    ...sizeAlone(search),
    view: String(view.viewId),
  }
}

/** What a view would keep of the list as it stands. */
export function viewContent({ search, columns }: Pick<Portfolio, 'search' | 'columns'>) {
  return { list: 'thirdparties' as const, filters: filtersOf(search), sort: search['sort'] ?? null, columns }
}
