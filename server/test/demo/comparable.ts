import type { History, HistoryRow, Recording } from '../../src/demo/history.ts'

/**
 * A recording without what differs from one life to the next and means nothing: the second of the day at which
 * something happened, and which numbers were given. Numbers stay in their order; known ones come first.
 */
export function comparable({ header, text }: Recording): History {
  const names = Object.keys(header.known).toSorted()
  const numbers = new Map(names.map((name, nth) => [header.known[name], -1 - nth]))
  for (const [, place] of text.matchAll(ids)) {
    if (!numbers.has(Number(place))) numbers.set(Number(place), 0)
  }
  const others = [...numbers].filter(([, number]) => number === 0).map(([place]) => place)
  for (const [nth, place] of others.toSorted((one, other) => Number(one) - Number(other)).entries())
    numbers.set(place, nth + 1)
  const timeless = text
    .replace(ids, (_all, place: string) => String(numbers.get(Number(place))))
    .replace(/(\{\{day -?\d+\}\})T\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?/g, '$1')
    // The millisecond at which an invitation was sent, in the key that keeps it from being sent twice.
    .replace(/:17\d{11}(?=["\\])/g, ':')
  const history = JSON.parse(timeless) as History
  // Spread by chance, so that not all are due at once.
  for (const row of history.tables['thirdparty_refresh'] ?? []) row['due_at'] = null
  return history
}

const ids = /(?<!\d)400000000(\d{6})(?!\d)/g

/** The mail that ends the past is not part of it. */
export const withoutWelcome = (mails: readonly HistoryRow[]): HistoryRow[] =>
  mails.filter(({ template }) => template !== 'welcome')

/** Events one by one: which of them shared a transaction is the same wherever their moments are. */
export const eventsOf = ({ moments }: History) =>
  moments.flatMap(({ at, events }) => events.map((event) => ({ at, ...event })))
