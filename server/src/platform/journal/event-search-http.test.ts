import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, problemOf, type Desk } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { parseEventFilter } from './event-filter.ts'
import { eventsOf, eventType, resourceTypeCodes, type ResourceType } from './event-names.ts'

interface Row extends Record<string, unknown> {
  matchedEvents?: { first: string; last: string; count: number }
}
interface List {
  content: Row[]
  totalElements: number
  totalIsExact: boolean
  next: string | null
}
interface Happening {
  resource: ResourceType
  kind: number
  id: number
  at: number
}

const routes = {
  THIRD_PARTY: { path: '/thirdparties', id: 'thirdpartyId', sorts: ['name', 'code,desc', 'createdAt'] },
  DOSSIER: { path: '/dossiers', id: 'dossierId', sorts: ['status', 'id,asc', 'updatedAt,desc'] },
  DOCUMENT: { path: '/documents', id: 'documentId', sorts: ['requestDate', 'statusSince,desc', 'dueDate'] },
} as const
const resources = Object.keys(routes) as ResourceType[]
const start = Date.parse('2024-02-29T23:59:50Z')
const wire = (time: number) => new Date(time).toISOString().slice(0, 23)

let t: TestApp
let d: Desk
const ids: Record<ResourceType, number[]> = { THIRD_PARTY: [], DOSSIER: [], DOCUMENT: [] }
const filters: Record<ResourceType, string[]> = {
  THIRD_PARTY: [
    '',
    '&countryCode=FR',
    '&countryCode=DE',
    '&archived=false',
    '&status=ACTIVE',
    '&q=a',
    '&archived=true',
  ],
  DOSSIER: [
    '',
    '&dossierTypeCode=CSR',
    '&statusCode=ONGOING,INVALID',
    '&origin=ON_DEMAND',
    '&dueBefore=2020-01-01',
  ],
  DOCUMENT: ['', '&required=true', '&required=false', '&dossierTypeCode=SCREENING', '&stopped=true'],
}
const happenings: Happening[] = []

beforeAll(async () => {
  t = await testApp()
  d = await desk(t)
  ids.THIRD_PARTY.push(d.thirdpartyId)
  for (const nth of [1, 2, 3, 4]) ids.THIRD_PARTY.push((await t.given.thirdParty(d, nth)).thirdpartyId)
  for (const [nth, type] of ['ONBOARDING', 'CSR', 'SCREENING', 'CSR'].entries()) {
    const { dossierId, documents } = await t.given.dossier(d, ids.THIRD_PARTY[nth]!, type)
    ids.DOSSIER.push(dossierId)
    ids.DOCUMENT.push(...Object.values(documents))
  }
  filters.DOSSIER.push(`&thirdpartyId=${d.thirdpartyId}`)
  filters.DOCUMENT.push(`&thirdpartyId=${d.thirdpartyId}`)
  await seed()
})
afterAll(() => t.close())

/** Past the chain: some hundred events in the seconds around the end of a leap day. */
async function seed(): Promise<void> {
  const draw = fc.record({
    resource: fc.constantFrom(...resources),
    kind: fc.integer({ min: 0, max: 3 }),
    nth: fc.nat({ max: 1_000 }),
    second: fc.integer({ min: 0, max: 20 }),
    millisecond: fc.constantFrom(0, 1, 500, 999),
  })
  for (const { resource, kind, nth, second, millisecond } of fc.sample(draw, 150))
    happenings.push({
      resource,
      kind,
      id: ids[resource][nth % ids[resource].length]!,
      at: start + second * 1_000 + millisecond,
    })
  const rows = happenings.map(({ resource, kind, id, at }, index) => ({
    seq: 1_000_000 + index,
    event_type: eventType(eventsOf[resource][kind]!).code,
    resource_type: resourceTypeCodes[resource],
    resource_id: id,
    occurred_at: new Date(at),
  }))
  await t.admin.query(
    `insert into event (account_id, seq, event_id, event_type, resource_type, resource_id, occurred_at,
       actor_type, detail_hash, hash)
     select $1, seq, seq, event_type, resource_type, resource_id, occurred_at, 'JOB', sha256(''), sha256('')
     from jsonb_to_recordset($2) as r (seq bigint, event_type smallint, resource_type smallint,
       resource_id bigint, occurred_at timestamptz)`,
    [d.accountId, JSON.stringify(rows)],
  )
}

async function list(path: string) {
  const answer = await d.get(path)
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200)
  return { ...answer.json<List>(), until: answer.headers['events-complete-until'] }
}

interface Question {
  resource: ResourceType
  kinds: number[]
  from: number
  seconds: number
  filter: number
  sort: number
  size: number
  byNumber: boolean
  viaList: boolean
}

/** What matched, by looking at everything. */
function matchesOf({ resource, kinds, from, seconds }: Question) {
  const found = new Map<number, { first: number; last: number; count: number }>()
  for (const { resource: of, kind, id, at } of happenings) {
    const second = Math.floor((at - start) / 1_000)
    if (of !== resource || !kinds.includes(kind) || second < from || second > from + seconds) continue
    const was = found.get(id) ?? { first: at, last: at, count: 0 }
    found.set(id, { first: Math.min(was.first, at), last: Math.max(was.last, at), count: was.count + 1 })
  }
  return found
}

/** The list without events, in the order asked for, is taken for true: it has tests of its own. */
const ordinary = new Map<string, Promise<number[]>>()
function idsInOrder(resource: ResourceType, query: string): Promise<number[]> {
  const { path, id } = routes[resource]
  const url = `${path}?size=500${query}`
  if (!ordinary.has(url))
    ordinary.set(
      url,
      list(url).then((found) => found.content.map((row) => Number(row[id]))),
    )
  return ordinary.get(url)!
}

test('The searches over HTTP show what a full scan shows: filters, orders, pages and cursors', async () => {
  const question: fc.Arbitrary<Question> = fc.record({
    resource: fc.constantFrom(...resources),
    kinds: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 5 }),
    from: fc.integer({ min: -1, max: 20 }),
    seconds: fc.oneof(fc.constant(0), fc.constant(30), fc.integer({ min: 0, max: 20 })),
    filter: fc.nat({ max: 6 }),
    sort: fc.constantFrom(-1, -1, 0, 1, 2),
    size: fc.constantFrom(1, 2, 3, 50),
    byNumber: fc.boolean(),
    viaList: fc.boolean(),
  })
  let rows = 0
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { resource, kinds, from, seconds, size, byNumber } = asked
      const { path, id, sorts } = routes[resource]
      const filter = filters[resource][asked.filter % filters[resource].length]!
      const sort = asked.sort < 0 ? '' : `&sort=${sorts[asked.sort]}`
      const matched = matchesOf(asked)
      const inOrder = (await idsInOrder(resource, filter + sort)).filter((one) => matched.has(one))
      const expected = sort
        ? inOrder
        : inOrder.toSorted((a, b) => matched.get(b)!.last - matched.get(a)!.last || b - a)
      const names = kinds.map((kind) => eventsOf[resource][kind]).join(',')
      const second = (nth: number) => wire(start + nth * 1_000).slice(0, 19)
      const query =
        `${path}${asked.viaList ? '' : '/search'}?eventNames=${names}&size=${size}${filter}${sort}` +
        `&eventOccurrenceStartDate=${second(from)}&eventOccurrenceEndDate=${second(from + seconds)}`
      const shown: Row[] = []
      for (let nth = 0, next: string | null = ''; next !== null; nth += 1) {
        const page: Awaited<ReturnType<typeof list>> = await list(
          `${query}${byNumber ? `&page=${nth}` : next && `&cursor=${next}`}`,
        )
        expect(page).toMatchObject({ totalElements: expected.length, totalIsExact: true })
        expect(page.until).toBe(second(from + seconds))
        shown.push(...page.content)
        next = page.next
      }
      expect(shown.map((row) => row[id])).toEqual(expected)
      for (const { matchedEvents, ...row } of shown) {
        const { first, last, count } = matched.get(Number(row[id]))!
        expect(matchedEvents).toEqual({ first: wire(first), last: wire(last), count })
      }
      rows += shown.length
    }),
    { numRuns: 120 },
  )
  expect(rows).toBeGreaterThan(120)
}, 180_000)

test('Paging by cursor shows each resource once although events go on', async () => {
  const query = `/thirdparties/search?eventNames=THIRD_PARTY_ADDED,THIRD_PARTY_CODE_UPDATED&size=1
    &eventOccurrenceStartDate=2026-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00`.replace(
    /\s/g,
    '',
  )
  const shown: number[] = []
  for (let next: string | null = '', nth = 0; next !== null; nth += 1) {
    const page: List = await list(next === '' ? query : `${query}&cursor=${next}`)
    shown.push(Number(page.content[0]?.['thirdpartyId']))
    next = page.next
    // The one that would come last is lifted over the place where the walk stands.
    await d.patch(`/thirdparties/${ids.THIRD_PARTY[0]}`, { code: `NEW-${nth}` })
  }
  expect(shown).toEqual(ids.THIRD_PARTY.toReversed())
})

test('All names of a list at once, and every fault of the filter, are handled on all six lists', async () => {
  const ever = '&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-12-31T23:59:59'
  const dates = (from: string, to: string) => `&eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`
  for (const resource of resources) {
    const { path } = routes[resource]
    const [name = ''] = eventsOf[resource]
    const other = resources[(resources.indexOf(resource) + 1) % 3]!
    const all = await list(`${path}/search?eventNames=${eventsOf[resource].join(',')}${ever}&size=500`)
    expect(all.totalElements).toBe(ids[resource].length)
    for (const asked of [path, `${path}/search`]) {
      const fault = async (query: string) =>
        (await d.get(`${asked}?${query}`)).json<Record<string, unknown>>()
      const missing = ['eventOccurrenceStartDate', 'eventOccurrenceEndDate']
      expect(await fault(`eventNames=${name}`)).toMatchObject({ code: 'EVENT_FILTER_INCOMPLETE', missing })
      for (const names of ['', ',', `${name},`, `${name},,${name}`])
        expect((await fault(`eventNames=${names}${ever}`))['code']).toBe('EVENT_NAMES_EMPTY')
      for (const [typo, nearest] of [
        [name.toLowerCase(), eventsOf[resource][0]],
        [name.replace('ADDED', 'ADED'), name],
        [` ${name}`, name],
      ])
        expect(await fault(`eventNames=${typo}${ever}`)).toMatchObject({
          code: 'EVENT_NAME_UNKNOWN',
          nearest,
        })
      const wrong = { code: 'EVENT_NAME_WRONG_RESOURCE', endpoint: `${routes[other].path}/search` }
      expect(await fault(`eventNames=${name},${eventsOf[other][0]}${ever}`)).toMatchObject(wrong)
      for (const date of [
        '2026-02-30T00:00:00',
        '2026-01-01',
        '2026-01-01T00:00:00z',
        '2026-01-01T00:00:00%2B00:00',
        '2026-01-01T00:00:00%2B02:00',
      ])
        expect(await fault(`eventNames=${name}${dates('2020-01-01T00:00:00', date)}`)).toMatchObject({
          code: 'EVENT_DATE_INVALID',
          parameter: 'eventOccurrenceEndDate',
        })
      const reversed = dates('2026-01-01T00:00:01', '2026-01-01T00:00:00')
      expect(problemOf(await d.get(`${asked}?eventNames=${name}${reversed}`))).toEqual([
        400,
        'EVENT_RANGE_REVERSED',
      ])
      const instant = dates('2026-01-01T00:00:01', '2026-01-01T00:00:01Z')
      expect((await d.get(`${asked}?eventNames=${name}${instant}`)).statusCode).toBe(200)
    }
    expect((await d.get(`${path}/search`)).json()).toMatchObject({ code: 'EVENT_FILTER_INCOMPLETE' })
  }
})

test('A longest range applies only when an operator sets it, and counts both its ends', () => {
  const range = (end: string, maxDays: number | null) => () =>
    parseEventFilter(
      {
        eventNames: 'DOSSIER_ADDED',
        eventOccurrenceStartDate: '2024-02-28T00:00:00',
        eventOccurrenceEndDate: end,
      },
      { resource: 'DOSSIER', required: true, maxDays },
    )
  expect(range('2024-02-29T23:59:59', 2)).not.toThrow()
  expect(range('2024-03-01T00:00:00', 2)).toThrow(
    expect.objectContaining({ code: 'EVENT_RANGE_TOO_LONG', members: { maxDays: 2 } }),
  )
  expect(range('2099-03-01T00:00:00', null)).not.toThrow()
})
