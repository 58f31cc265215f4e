import type { ReadTx } from '../../platform/db/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import { forecastItems, type ForecastRequest, type Position } from './forecast.queries.ts'
import { idOf, type ForecastItem } from './forecast.schema.ts'

const batchRows = 1_000

type Asked = Omit<ForecastRequest, 'after' | 'offset' | 'size'>

/** The forecast from its first day on, some at a time: all of it, or so many. */
export async function* forecastBatches(
  tx: ReadTx,
  asked: Asked,
  language: Language,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<ForecastItem[]> {
  let after: Position | null = null
  for (let left = most; left > 0; left -= batchRows) {
    const size = Math.min(left, batchRows)
    const items: ForecastItem[] = await forecastItems(tx, { ...asked, after, offset: 0, size }, language)
    const last = items.at(-1)
    if (!last) return
    yield items
    if (items.length < size) return
    after = { date: last.date, reason: last.reason, id: idOf(last) }
  }
}
