import { viewContent, type Portfolio } from '../list/use-portfolio.ts'
import type { SavedView } from '../portfolio.queries.ts'

const plain = (filters: Record<string, string>) =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Whether the list no longer stands as the view keeps it. */
export function isChanged(view: SavedView, portfolio: Portfolio): boolean {
  const now = viewContent(portfolio)
  const columns = view.columns ?? now.columns
  return (
    plain(now.filters) !== plain(view.filters) ||
    now.sort !== view.sort ||
    columns.join() !== now.columns.join()
  )
}
