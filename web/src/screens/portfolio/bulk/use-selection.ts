import { useState } from 'react'
import { nameOf } from '../list/name-of.ts'
import { filtersOf } from '../list/portfolio-search.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { PortfolioPage } from '../portfolio.queries.ts'
import { collectMatching, mostAtOnce } from './collect-matching.ts'
import type { Chosen } from './use-bulk.ts'

/** By number, with the name: those on other pages are out of reach when they must be told. */
export type Ticked = ReadonlyMap<number, string>

export interface Selection {
  ticked: Ticked
  onTick: (ticked: Ticked) => void
  /** Whether it is everything the filters let through, whatever page it is on. */
  isAll: boolean
  /** How many there are beyond this page to be chosen with it, and whether that can be done. */
  offer: { total: number; isTooMany: boolean } | null
  /** How many the filters let through; null while nobody has counted to the end. */
  matching: number | null
  onAll: () => void
  onClear: () => void
  chosen: Chosen
}

const nobody: Ticked = new Map()

export function useSelection(portfolio: Portfolio, page: PortfolioPage | undefined): Selection {
  const { accountId, search } = portfolio
  const [own, setOwn] = useState(nobody)
  // Other filters let others through: then it counts no longer.
  const filters = JSON.stringify(filtersOf(search))
  const [allOf, setAllOf] = useState<string | null>(null)
  const isAll = page !== undefined && allOf === filters
  const rows = new Map(page?.content.map((row) => [row.thirdpartyId, nameOf(row)]))
  const onTick = (ticked: Ticked) => {
    setAllOf(null)
    setOwn(ticked)
  }
  const targets = Array.from(own, ([thirdpartyId, name]) => ({ thirdpartyId, name }))
  return {
    ticked: isAll ? rows : own,
    onTick,
    isAll,
    offer: isAll || page === undefined ? null : offerOf(page, own),
    matching: page?.totalIsExact === true ? page.totalElements : null,
    onAll: () => setAllOf(filters),
    onClear: () => onTick(nobody),
    chosen: isAll
      ? { count: page.totalElements, collect: (how) => collectMatching(accountId, search, how) }
      : { count: targets.length, collect: async () => targets },
  }
}

function offerOf(page: PortfolioPage, ticked: Ticked): Selection['offer'] {
  const { content, totalElements: total, totalIsExact } = page
  const isPageTicked = content.length > 0 && content.every(({ thirdpartyId }) => ticked.has(thirdpartyId))
  if (!isPageTicked || (totalIsExact && total <= ticked.size)) return null
  const isTooMany = !totalIsExact || total > mostAtOnce
  return { total: totalIsExact && isTooMany ? mostAtOnce : total, isTooMany }
}
