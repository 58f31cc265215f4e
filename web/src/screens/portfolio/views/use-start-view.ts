import { useEffect, useRef } from 'react'
import { useLocalState } from '../../../ui/use-local-state.ts'
import type { Portfolio } from '../list/use-portfolio.ts'
import type { SavedView } from '../portfolio.queries.ts'

/** The view a person's portfolio opens with, when the address asks for nothing else. */
export function useStartView(portfolio: Portfolio, views: readonly SavedView[] | undefined) {
  const { accountId, search, openView } = portfolio
  const [startView, setStartView] = useLocalState<number | null>(`vigie-start-view-${accountId}`, null)
  const isResolved = useRef(Object.keys(search).length > 0)
  useEffect(() => {
    if (views === undefined || isResolved.current) return
    isResolved.current = true
    const view = views.find(({ viewId }) => viewId === startView)
    if (view !== undefined) openView(view)
  }, [views, startView, openView])
  return [startView, setStartView] as const
}
