import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { ReadTx } from '../db/index.ts'
import {
  countRows,
  readBatches,
  readListing,
  readRows,
  type Listing,
  type PageWindow,
} from './select-page.ts'
import type { ListOrder, ListPosition, ListSource, Segment } from './list-source.ts'
import { wholeAccount } from '../kernel/index.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await testDatabase()
})
afterAll(() => t.close())

interface Item {
  readonly id: number
  /** A day of 2030, or none. */
  readonly day: number | null
  readonly kind: 'A' | 'B' | 'C'
}

/** Few days and kinds, so that many keys are equal. */
const items = fc
  .array(
    fc.record({
      day: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      kind: fc.constantFrom<Item['kind']>('A', 'B', 'C'),
    }),
    { maxLength: 25 },
  )
  .map((found) => found.map((item, index): Item => ({ ...item, id: index + 1 })))

const rowsOf = (found: readonly Item[]) => sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
  as i (id bigint, day int, kind text)`
const date = sql`(date '2030-01-01' + i.day)`

interface Shape {
  readonly order: (descending: boolean) => ListOrder
  readonly runs?: ListSource['runs']
  /** A second way to say which of two comes first. */
  readonly compare: (a: Item, b: Item, descending: boolean) => number
}

const turned = (difference: number, descending: boolean) => (descending ? -difference : difference)
const ofKind = (kind: Item['kind']): Segment => ({
  key: date,
  where: [sql`i.day is not null and i.kind = ${kind}`],
})
const daysLater = (kind: Item['kind']) => (kind === 'B' ? 2 : 0)

// Most of them empty, so that a few rows are read of each, and the others only of those that have more.
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWX'
const manyRuns = {
  values: sql`unnest(string_to_array(${letters}, null)) with ordinality as run_of (kind, nth)`,
  where: sql`i.kind = run_of.kind`,
  many: { count: letters.length, number: sql`run_of.nth` },
}

/** The database merges and compares keys by other means in each of these. */
const shapes: Record<string, Shape> = {
  'by id': {
    order: (descending) => ({ descending, keyType: 'bigint', segments: [{}] }),
    compare: (a, b, descending) => turned(a.id - b.id, descending),
  },
  'by day, those without one after the others': {
    order: (descending) => ({
      descending,
      keyType: 'date',
      segments: [{ key: date, where: [sql`i.day is not null`] }, { where: [sql`i.day is null`] }],
    }),
    compare: (a, b, descending) => {
      if ((a.day === null) !== (b.day === null)) return a.day === null ? 1 : -1
      return turned((a.day ?? 0) - (b.day ?? 0) || a.id - b.id, descending)
    },
  },
  'by day, merged from a run for each kind': {
    order: (descending) => ({
      descending,
      keyType: 'date',
      segments: [{ key: sql`coalesce(${date}, 'infinity')` }],
    }),
    runs: { values: sql`unnest(array['A', 'B', 'C']) as run_of (kind)`, where: sql`i.kind = run_of.kind` },
    compare: (a, b, descending) => turned((a.day ?? 99) - (b.day ?? 99) || a.id - b.id, descending),
  },
  'by day, merged from more runs than rows on most pages': {
    order: (descending) => ({
      descending,
      keyType: 'date',
      segments: [{ key: sql`coalesce(${date}, 'infinity')` }],
    }),
    runs: manyRuns,
    compare: (a, b, descending) => turned((a.day ?? 99) - (b.day ?? 99) || a.id - b.id, descending),
  },
  'by id, merged from more runs than rows on most pages': {
    order: (descending) => ({ descending, keyType: 'bigint', segments: [{}] }),
    runs: manyRuns,
    compare: (a, b, descending) => turned(a.id - b.id, descending),
  },
  'by day and kind, one kind two days later': {
    order: (descending) => ({
      descending,
      keyType: 'date',
      merge: 'by key and segment',
      segments: [ofKind('A'), { ...ofKind('B'), shiftDays: 2 }, ofKind('C')],
    }),
    compare: (a, b, descending) => {
      const later = (a.day ?? 0) + daysLater(a.kind) - (b.day ?? 0) - daysLater(b.kind)
      return turned(later || a.kind.charCodeAt(0) - b.kind.charCodeAt(0) || a.id - b.id, descending)
    },
  },
}

type RowsOfPage = Awaited<ReturnType<typeof readRows>>
const read = <T>(work: (tx: ReadTx) => Promise<T>) => t.db.read(wholeAccount(0), work)

async function readByCursor(listing: Listing, size: number): Promise<number[]> {
  const ids: number[] = []
  for (let after: ListPosition | null = null; ;) {
    const window: PageWindow = { size, offset: 0, after }
    const page: RowsOfPage = await read((tx) => readRows(tx, listing.source, listing.order, window))
    ids.push(...page.rows.map((row) => row.row_id))
    // A cursor never leads to an empty page.
    if (page.last === null) return ids
    expect(page.rows).toHaveLength(size)
    after = page.last
  }
}

async function readByNumber(listing: Listing, size: number, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let offset = 0; offset <= count; offset += size) {
    const page = await read((tx) => readListing(tx, listing, { size, offset, after: null }))
    expect(page).toMatchObject({ total: count, totalIsExact: true })
    expect(page.last === null).toBe(offset + size >= count)
    ids.push(...page.rows.map((row) => row.row_id))
  }
  return ids
}

async function readInBatches(listing: Listing, size: number): Promise<number[]> {
  return read(async (tx) => {
    const ids: number[] = []
    for await (const rows of readBatches(tx, listing, size)) ids.push(...rows.map((row) => row.row_id))
    return ids
  })
}

test.each(Object.entries(shapes))(
  'The pages of a list %s are the sorted list, by cursor, by number and in batches',
  async (name, { order, runs, compare }) => {
    const isDated = name.startsWith('by day and kind')
    await fc.assert(
      fc.asyncProperty(
        items,
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        async (found, descending, size) => {
          const conditions = isDated ? [sql`i.day is not null`] : [sql`true`]
          const source = { id: sql`i.id`, from: rowsOf(found), conditions, ...(runs && { runs }) }
          const listing: Listing = { source, order: order(descending) }
          const shown = found.filter((item) => !isDated || item.day !== null)
          const expected = shown.toSorted((a, b) => compare(a, b, descending)).map(({ id }) => id)
          expect(await readByCursor(listing, size)).toEqual(expected)
          expect(await readByNumber(listing, size, expected.length)).toEqual(expected)
          expect(await readInBatches(listing, size)).toEqual(expected)
        },
      ),
      { numRuns: 12 },
    )
  },
)

test('No more rows are counted than the cap, and the total says so', async () => {
  const source = { id: sql`i.id`, from: sql`generate_series(1, 30) as i (id)`, conditions: [sql`true`] }
  expect(await read((tx) => countRows(tx, source, 30))).toEqual({ total: 30, totalIsExact: true })
  expect(await read((tx) => countRows(tx, source, 29))).toEqual({ total: 29, totalIsExact: false })
  const runs = { values: sql`unnest(array[0, 1]) as run_of (rest)`, where: sql`i.id % 2 = run_of.rest` }
  expect(await read((tx) => countRows(tx, { ...source, runs }, 30))).toEqual({
    total: 30,
    totalIsExact: true,
  })
  expect(await read((tx) => countRows(tx, { ...source, runs }, 20))).toEqual({
    total: 20,
    totalIsExact: false,
  })
})

test('A total that is known is not counted again', async () => {
  const source = { id: sql`i.id`, from: sql`generate_series(1, 3) as i (id)`, conditions: [sql`true`] }
  const order: ListOrder = { descending: false, keyType: 'bigint', segments: [{}] }
  const count = () => Promise.reject(new Error('counted'))
  const total = { total: 7, totalIsExact: false }
  const page = await read((tx) =>
    readListing(tx, { source, order, count }, { size: 2, offset: 0, after: null, total }),
  )
  expect(page).toMatchObject({ ...total, rows: [{ row_id: 1 }, { row_id: 2 }] })
})
