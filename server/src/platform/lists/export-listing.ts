import type { ReadTx } from '../db/index.ts'
import { hasMatch, parseEventFilter, type ResourceType } from '../journal/index.ts'
import type { Scope } from '../kernel/index.ts'
import { countRows, readBatches, type Listing } from './select-page.ts'

type EventQuery = Parameters<typeof parseEventFilter>[0]

/** The condition that the named events occurred on a row, for lists that are read whole. */
export function eventCondition(
  query: EventQuery,
  { resource, maxDays }: { readonly resource: ResourceType; readonly maxDays: number | null },
) {
  const filter = parseEventFilter(query, { resource, required: false, maxDays })
  return <Columns extends object>(scope: Scope, { source, order }: Listing<Columns>): Listing<Columns> => {
    const matching = filter ? [hasMatch(scope, { resource, filter }, source.id)] : []
    return { order, source: { ...source, conditions: [...source.conditions, ...matching] } }
  }
}

const batchRows = 500

/** A list as the batches of a table: `view` makes rows of what was found, `cells` the cells of each. */
export async function* exportBatches<Columns extends object, View, Cell>(
  tx: ReadTx,
  listing: Listing<Columns>,
  view: (ids: readonly number[]) => Promise<readonly View[]>,
  cells: (row: View) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const rows of readBatches(tx, listing, batchRows)) {
    const found = await view(rows.map((row) => row.row_id))
    yield found.map(cells)
  }
}

/** However many there are. */
export async function countListing(tx: ReadTx, { source }: Listing): Promise<number> {
  const { total } = await countRows(tx, source, Number.MAX_SAFE_INTEGER)
  return total
}
