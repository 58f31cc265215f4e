import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { parseEventFilter, type EventFilter } from './event-filter.ts'
import { pageByEvents, type EventPage, type EventSource } from './event-search-page.ts'
import { countMatches, matchCondition, type EventPosition } from './event-search.ts'
import { eventType, eventsOf, resourceTypeCodes, type ResourceType } from './event-names.ts'
import { sql } from 'kysely'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

interface Happening {
  resource: ResourceType
  /** Which of the first names of its list. */
  kind: number
  id: number
  at: number
}
interface Question {
  resource: ResourceType
  kinds: number[]
  from: number
  seconds: number
  /** Where the page begins: behind the nth of the whole answer, and so many further. */
  behind: number
  skipped: number
  size: number
}
interface Journal {
  start: number
  happenings: Happening[]
  questions: Question[]
}

// Five seconds before: a leap day's end, a year's end, the hour that Europe skips, and the one it repeats.
const starts = [
  '2028-02-29T23:59:55',
  '2026-12-31T23:59:55',
  '2027-03-28T00:59:55',
  '2026-10-25T00:59:55',
].map((text) => Date.parse(`${text}Z`))
const resource = fc.constantFrom<ResourceType>('THIRD_PARTY', 'DOSSIER', 'DOCUMENT')
const day = 86_400
/** In some journals the seconds are twelve days each, so that ranges go over several months. */
const journal = fc.constantFrom(1, 1, 12 * day).chain((pace) =>
  fc.record({
    start: fc.constantFrom(...starts),
    happenings: fc.array(
      fc.record({
        resource,
        kind: fc.integer({ min: 0, max: 3 }),
        id: fc.integer({ min: 1, max: 6 }),
        // First and last milliseconds of a second are where a closed range goes wrong.
        at: fc
          .tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(0, 1, 500, 999))
          .map(([second, millisecond]) => second * pace * 1_000 + millisecond),
      }),
      { maxLength: 60, size: 'max' },
    ),
    questions: fc.array(
      fc.record({
        resource,
        kinds: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
        from: fc.integer({ min: -1, max: 11 }).map((second) => second * pace),
        seconds: fc.oneof(
          fc.constant(0),
          fc.integer({ min: 0, max: 12 }).map((second) => second * pace),
        ),
        behind: fc.integer({ min: -1, max: 5 }),
        skipped: fc.constantFrom(0, 0, 1, 3),
        size: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 3, maxLength: 3 },
    ),
  }),
)
const name = (of: ResourceType, kind: number) => eventsOf[of][kind]!

/** Past the chain, and without an account of its own: only the rows matter here. */
async function writeJournals(journals: { accountId: number; start: number; happenings: Happening[] }[]) {
  const rows = journals.flatMap(({ accountId, start, happenings }) =>
    happenings.map(({ resource: of, kind, id, at }, index) => ({
      account_id: accountId,
      seq: index + 1,
      event_type: eventType(name(of, kind)).code,
      resource_type: resourceTypeCodes[of],
      resource_id: id,
      occurred_at: new Date(start + at).toISOString(),
    })),
  )
  await database.admin.query(
    `insert into event (account_id, seq, event_id, event_type, resource_type, resource_id, occurred_at,
       actor_type, detail_hash, hash)
     select account_id, seq, seq, event_type, resource_type, resource_id, occurred_at, 'JOB',
       sha256(''), sha256('')
     from jsonb_to_recordset($1) as r (account_id bigint, seq bigint, event_type smallint,
       resource_type smallint, resource_id bigint, occurred_at timestamptz)`,
    [JSON.stringify(rows)],
  )
}

interface Found {
  id: number
  first: number
  last: number
  count: number
}

/** The answer by looking at everything: newest match of each resource, newest first. */
function oracle(start: number, happenings: Happening[], asked: Question): Found[] {
  const found = new Map<number, Found>()
  for (const { resource: of, kind, id, at } of happenings) {
    const inRange = at >= asked.from * 1_000 && Math.floor(at / 1_000) <= asked.from + asked.seconds
    if (of !== asked.resource || !asked.kinds.includes(kind) || !inRange) continue
    const one = found.get(id) ?? { id, first: start + at, last: start + at, count: 0 }
    one.first = Math.min(one.first, start + at)
    one.last = Math.max(one.last, start + at)
    one.count += 1
    found.set(id, one)
  }
  return [...found.values()].toSorted((a, b) => b.last - a.last || b.id - a.id)
}

function filterOf(start: number, asked: Question): EventFilter {
  const second = (offset: number) => new Date(start + offset * 1_000).toISOString().slice(0, 19)
  const filter = parseEventFilter(
    {
      eventNames: asked.kinds.map((kind) => name(asked.resource, kind)).join(','),
      eventOccurrenceStartDate: second(asked.from),
      eventOccurrenceEndDate: second(asked.from + asked.seconds),
    },
    { resource: asked.resource, required: true },
  )
  return filter!
}

/** All questions in one statement: what each page shows, and how many there are in all. */
async function ask(
  questions: readonly { accountId: number; asked: Question; filter: EventFilter; whole: Found[] }[],
) {
  const rows = questions.map(({ accountId, asked, filter, whole }) => {
    const before = whole[asked.behind]
    return {
      account: accountId,
      kind: resourceTypeCodes[asked.resource],
      types: filter.types,
      from: filter.start,
      to: filter.end,
      at: before ? new Date(before.last) : filter.end,
      id: before?.id ?? 0,
      skipped: asked.skipped,
      size: asked.size,
    }
  })
  const result = await database.admin.query<{ page: Found[]; total: number; complete: boolean }>(
    `select page.*, cardinality(r.ids) as total, r.complete
     from rows from (jsonb_to_recordset($1) as (account bigint, kind int, types int[], "from" timestamptz,
       "to" timestamptz, at timestamptz, id bigint, skipped int, size int)) with ordinality
       as q (account, kind, types, "from", "to", at, id, skipped, size, nth)
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('id', h.resource_id, 'count', m.matches,
         'first', extract(epoch from m.first_at) * 1000, 'last', extract(epoch from m.last_at) * 1000)
         order by h.occurred_at desc, h.resource_id desc), '[]') as page
       from event_heads(account, kind, types, "from", "to", at, id, skipped, size) h
       left join event_matches(account, kind, types, "from", "to", array[h.resource_id]) m
         on m.last_at = h.occurred_at) page
     cross join event_resources(account, kind, types, "from", "to", 10000) r
     order by q.nth`,
    [JSON.stringify(rows)],
  )
  return result.rows
}

test('The search finds what a full scan finds, on every page, in many journals', async () => {
  let nextAccount = 1_000_000
  let matches = 0
  await fc.assert(
    fc.asyncProperty(fc.array(journal, { minLength: 100, maxLength: 100 }), async (drawn) => {
      const journals = drawn.map((one) => ({ ...one, accountId: (nextAccount += 1) }))
      await writeJournals(journals)
      const questions = journals.flatMap(
        ({ accountId, start, happenings, questions: asked }: Journal & { accountId: number }) =>
          asked.map((one) => ({
            accountId,
            asked: one,
            filter: filterOf(start, one),
            whole: oracle(start, happenings, one),
          })),
      )
      const expected = questions.map(({ asked: { behind, skipped, size }, whole }) => {
        const begin = (whole[behind] ? behind + 1 : 0) + skipped
        return { page: whole.slice(begin, begin + size), total: whole.length, complete: true }
      })
      expect(await ask(questions)).toEqual(expected)
      for (const { total } of expected) matches += total
    }),
    { numRuns: rounds(2, 20) },
  )
  expect(matches).toBeGreaterThan(rounds(200, 2_000))
}, 180_000)

test('Beyond ten thousand matching events the count says that it is not exact, and the search still ends', async () => {
  const asked: Question = {
    resource: 'DOSSIER',
    kinds: [0],
    from: 0,
    seconds: 30,
    behind: -1,
    skipped: 0,
    size: 5,
  }
  const filter = filterOf(starts[0]!, asked)
  for (const events of [10_000, 12_001]) {
    const scope = await newAccount(database)
    const happenings = Array.from({ length: events }, (_, index): Happening => ({
      resource: 'DOSSIER',
      kind: 0,
      id: index === 0 ? 9 : 1 + (index % 3),
      at: index,
    }))
    await writeJournals([{ ...scope, start: starts[0]!, happenings }])
    const count = await database.db.read(scope, (tx) =>
      countMatches(tx, scope, { resource: 'DOSSIER', filter }),
    )
    expect(count.totalIsExact).toBe(events === 10_000)
    if (count.totalIsExact) expect(count.total).toBe(4)
    // The fourth was the first to happen: between it and the third lies all the rest.
    const whole = oracle(starts[0]!, happenings, asked)
    const [answer] = await ask([{ ...scope, asked, filter, whole }])
    expect(answer?.page).toEqual(whole)
    const [skipping] = await ask([{ ...scope, asked: { ...asked, skipped: 3 }, filter, whole }])
    expect(skipping?.page).toEqual(whole.slice(3))
    const condition = await database.db.read(scope, (tx) =>
      matchCondition(tx, scope, { resource: 'DOSSIER', filter }, sql`i.id`),
    )
    const matching = await database.db.read(scope, (tx) =>
      sql<{ id: number }>`select i.id from generate_series(1, 10) as i (id) where ${condition}`.execute(tx),
    )
    expect(matching.rows.map(({ id }) => id)).toEqual([1, 2, 3, 9])
  }
})

// Only many events make the plans differ: with the proofs.
const manyEvents = [12_000].slice(0, rounds(0, 1))

test.each(manyEvents)(
  'A narrowed search finds its rows whichever plan it has to use, among %d events',
  async (length) => {
    const scope = await newAccount(database)
    await database.admin.query(`create table listed as select id::bigint from generate_series(1, 60000) id;
    alter table listed add primary key (id); grant select on listed to public`)
    // Dossiers 1 to 12,000, one event each, one a millisecond; the list knows its rows by their numbers alone.
    const happenings = Array.from({ length }, (_, index): Happening => ({
      resource: 'DOSSIER',
      kind: index % 2,
      id: index + 1,
      at: index,
    }))
    await writeJournals([{ ...scope, start: starts[0]!, happenings }])
    const asked: Question = {
      resource: 'DOSSIER',
      kinds: [0, 1],
      from: 0,
      seconds: 30,
      behind: -1,
      skipped: 0,
      size: 5,
    }
    const search = { resource: 'DOSSIER' as const, filter: filterOf(starts[0]!, asked) }
    const list = (condition: string): EventSource => ({
      id: sql`i.id`,
      from: sql`listed i`,
      conditions: [sql`true`, sql.raw(condition)],
    })
    const walk = async (condition: string, size: number) => {
      const found: number[] = []
      const next = (after: EventPosition | null): Promise<EventPage<object>> =>
        database.db.read(scope, (tx) =>
          pageByEvents({ tx, scope, search, source: list(condition) }, { size, offset: 0, after }),
        )
      let page = await next(null)
      found.push(...page.rows.map((row) => row.resource_id))
      while (page.last && found.length < 12) {
        page = await next(page.last)
        found.push(...page.rows.map((row) => row.resource_id))
      }
      return { found, total: page.total, totalIsExact: page.totalIsExact }
    }
    const every = (step: number, from: number) => Array.from({ length: 12 }, (_, nth) => from - nth * step)
    // Along the events; from few rows; and, when there are many that have nothing, from all matches.
    expect((await walk('i.id % 2 = 0', 4)).found).toEqual(every(2, 12_000))
    expect(await walk('i.id in (7, 9, 11, 40000)', 5)).toEqual({
      found: [11, 9, 7],
      total: 3,
      totalIsExact: true,
    })
    expect((await walk('i.id in (7, 9, 11, 40000)', 2)).found).toEqual([11, 9, 7])
    expect((await walk('(i.id < 40 or i.id > 12000)', 6)).found).toEqual(every(1, 39))
    const third = await database.db.read(scope, (tx) =>
      pageByEvents(
        { tx, scope, search, source: list('(i.id < 40 or i.id > 12000)') },
        { size: 6, offset: 12, after: null },
      ),
    )
    expect(third.rows.map((row) => row.resource_id)).toEqual([27, 26, 25, 24, 23, 22])
  },
)
