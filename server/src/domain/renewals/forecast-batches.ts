import type { ReadTx } from '../../platform/db/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import type { ListPosition } from '../../platform/lists/index.ts'
import { forecastPage, type ForecastRequest } from './forecast.queries.ts'
import type { ForecastItem } from './forecast.schema.ts'

const batchRows = 1_000

/** The forecast from its first day on, some at a time: all of it, or so many. */
export async function* forecastBatches(
  tx: ReadTx,
  request: ForecastRequest,
  language: Language,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ForecastItem[]> {
  let after: ListPosition | null = null
  for (let left = most; left > 0; left -= batchRows) {
    const window = { size: Math.min(left, batchRows), offset: 0, after }
    const page: Awaited<ReturnType<typeof forecastPage>> = await forecastPage(tx, request, window, language)
    if (page.items.length > 0) yield page.items
    if (page.last === null) return
    after = page.last
  }
}
