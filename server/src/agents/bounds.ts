/** Of the data of one answer; it is sent twice, as text and as structure, and stays under 50 kB. */
export const maxDataBytes = 22_000
export const maxPage = 50
const usualPage = 20

interface Measure {
  readonly text: number
  readonly items: number
}

// What does not fit by the first measure is cut by the next.
const measures: readonly Measure[] = [
  { text: 2_000, items: maxPage },
  { text: 400, items: 20 },
  { text: 120, items: 8 },
  { text: 60, items: 2 },
]

// Characters that are there and not seen: between words they could hide others from whoever reads along.
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E0FFF}]/gu

export interface Bounded {
  readonly data: Record<string, unknown>
  /** What was left out, in words. */
  readonly cut: readonly string[]
}

/** The data, small enough to be read at once, and what that cost. */
export function boundData(data: object, limits = { bytes: maxDataBytes, items: maxPage }): Bounded {
  for (const { text, ...lists } of measures) {
    const items = lists.items === maxPage ? limits.items : lists.items
    const measure = { text, items }
    const losses = { texts: 0, items: 0 }
    const bounded = shorten(data, measure, losses) as Record<string, unknown>
    if (byteLength(bounded) <= limits.bytes) return { data: bounded, cut: tellLosses(losses, measure) }
  }
  return { data: {}, cut: ['It is too large for an answer, even cut.', elsewhere] }
}

const elsewhere = 'Ask for a smaller part, or read the whole in Vigie or through its API.'

function tellLosses(losses: { texts: number; items: number }, measure: Measure): string[] {
  const cut: string[] = []
  if (losses.texts > 0) cut.push(`${losses.texts} texts were cut after ${measure.text} characters.`)
  if (losses.items > 0)
    cut.push(`${losses.items} entries were left out of lists of more than ${measure.items}.`)
  if (cut.length > 0) cut.push(elsewhere)
  return cut
}

function shorten(value: unknown, measure: Measure, losses: { texts: number; items: number }): unknown {
  if (typeof value === 'string') {
    const text = value.replaceAll(unseen, '')
    if (text.length <= measure.text) return text
    losses.texts += 1
    return `${text.slice(0, measure.text)}… [${text.length - measure.text} more characters]`
  }
  if (Array.isArray(value)) {
    losses.items += Math.max(0, value.length - measure.items)
    return value.slice(0, measure.items).map((item) => shorten(item, measure, losses))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === null || part === undefined ? [] : [[name, shorten(part, measure, losses)]],
    ),
  )
}

export function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** How many to ask for; more than a page is told, not refused. */
export function pageSize(limit: number = usualPage): { size: number; cut: string[] } {
  if (limit <= maxPage) return { size: limit, cut: [] }
  return {
    size: maxPage,
    cut: [`You asked for ${limit}; a page holds at most ${maxPage}. Go on with the cursor in "next".`],
  }
}
