import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../kernel/index.ts'
import { parseEventFilter, type EventFilter } from './event-filter.ts'
import { eventType, eventsOf, type ResourceType } from './event-names.ts'
import { countMatches, matchingResources, type EventPosition, type EventSearch } from './event-search.ts'

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
  size: number
}

// Five seconds before: a leap day's end, a year's end, the hour that Europe skips, and the one it repeats.
const starts = [
  '2028-02-29T23:59:55',
  '2026-12-31T23:59:55',
  '2027-03-28T00:59:55',
  '2026-10-25T00:59:55',
].map((text) => Date.parse(`${text}Z`))
const resource = fc.constantFrom<ResourceType>('THIRD_PARTY', 'DOSSIER', 'DOCUMENT')
const happening: fc.Arbitrary<Happening> = fc.record({
  resource,
  kind: fc.integer({ min: 0, max: 3 }),
  id: fc.integer({ min: 1, max: 6 }),
  // First and last milliseconds of a second are where a closed range goes wrong.
  at: fc
    .tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(0, 1, 500, 999))
    .map(([second, millisecond]) => second * 1_000 + millisecond),
})
const question: fc.Arbitrary<Question> = fc.record({
  resource,
  kinds: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
  from: fc.integer({ min: -1, max: 11 }),
  seconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 12 })),
  size: fc.integer({ min: 1, max: 5 }),
})
const name = (of: ResourceType, kind: number) => eventsOf[of][kind]!

async function writeJournal(scope: Scope, start: number, happenings: Happening[]): Promise<void> {
  const rows = happenings.map(({ resource: of, kind, id, at }, index) => ({
    account_id: scope.accountId,
    seq: index + 1,
    event_type: eventType(name(of, kind)).code,
    resource_type: Object.keys(eventsOf).indexOf(of) + 1,
    resource_id: id,
    occurred_at: new Date(start + at).toISOString(),
  }))
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

/** The answer by looking at everything: newest match of each resource, newest first. */
function oracle(start: number, happenings: Happening[], asked: Question): [number, number][] {
  const first = asked.from * 1_000
  const newest = new Map<number, number>()
  for (const { resource: of, kind, id, at } of happenings) {
    const inRange = at >= first && Math.floor(at / 1_000) <= asked.from + asked.seconds
    if (of !== asked.resource || !asked.kinds.includes(kind) || !inRange) continue
    newest.set(id, Math.max(newest.get(id) ?? 0, start + at))
  }
  const pairs = [...newest].map(([id, time]): [number, number] => [time, id])
  return pairs.toSorted((a, b) => b[0] - a[0] || b[1] - a[1])
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

interface Match {
  occurred_at: Date
  resource_id: number
}
const pageAfter = (scope: Scope, search: EventSearch, size: number) =>
  database.db.read(scope, async (tx) => {
    const query = sql<Match>`${matchingResources(scope, search)} limit ${size}`
    return (await query.execute(tx)).rows
  })

/** Walks all pages as a client would, each from where the last one ended. */
async function walk(scope: Scope, filter: EventFilter, asked: Question): Promise<[number, number][]> {
  const found: [number, number][] = []
  let after: EventPosition | null = null
  for (;;) {
    const page: Match[] = await pageAfter(scope, { resource: asked.resource, filter, after }, asked.size)
    for (const row of page) found.push([row.occurred_at.getTime(), row.resource_id])
    const last = page.at(-1)
    if (!last || page.length < asked.size) return found
    after = { occurredAt: last.occurred_at, resourceId: last.resource_id }
  }
}

test('the search finds what looking at everything finds, on every page, in every journal', async () => {
  const noise = await newAccount(database)
  await writeJournal(noise, starts[0]!, [{ resource: 'THIRD_PARTY', kind: 0, id: 1, at: 0 }])
  let matches = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.array(happening, { maxLength: 40, size: 'max' }),
      fc.array(question, { minLength: 2, maxLength: 2 }),
      async (start, happenings, questions) => {
        const scope = await newAccount(database)
        await writeJournal(scope, start, happenings)
        for (const asked of questions) {
          const expected = oracle(start, happenings, asked)
          const filter = filterOf(start, asked)
          expect(await walk(scope, filter, asked)).toEqual(expected)
          const count = await database.db.read(scope, (tx) =>
            countMatches(tx, scope, { resource: asked.resource, filter }),
          )
          expect(count).toEqual({ total: expected.length, totalIsExact: true })
          matches += expected.length
        }
      },
    ),
    { numRuns: 150 },
  )
  expect(matches).toBeGreaterThan(150)
}, 60_000)

test('beyond ten thousand matching events the count says that it is not exact', async () => {
  const asked: Question = { resource: 'DOSSIER', kinds: [0], from: 0, seconds: 0, size: 5 }
  const filter = filterOf(starts[0]!, asked)
  for (const events of [10_000, 10_001]) {
    const scope = await newAccount(database)
    const ids = Array.from({ length: events }, (_, index) => 1 + (index % 3))
    await writeJournal(
      scope,
      starts[0]!,
      ids.map((id) => ({ resource: 'DOSSIER', kind: 0, id, at: 0 })),
    )
    const count = await database.db.read(scope, (tx) =>
      countMatches(tx, scope, { resource: 'DOSSIER', filter }),
    )
    expect(count).toEqual({ total: 3, totalIsExact: events === 10_000 })
  }
})
