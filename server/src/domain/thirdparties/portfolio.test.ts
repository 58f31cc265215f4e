import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

interface Row {
  thirdpartyId: number
  matchedEvents?: { first: string; last: string; count: number }
}
interface List {
  content: Row[]
  page: number
  size: number
  totalElements: number
  totalPages: number
  totalIsExact: boolean
  next: string | null
}

const year = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-12-31T23:59:59'

describe('Portfolio', () => {
  let t: TestApp
  let office: Awaited<ReturnType<TestApp['given']['office']>>
  let ids: number[]

  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office('SANDBOX')
    ids = []
    for (let nth = 0; nth < 12; nth += 1) ids.push((await t.given.thirdParty(office, nth)).thirdpartyId)
  })
  afterAll(() => t.close())

  const get = (query: string) => t.call('GET', `${office.base}/thirdparties${query}`, { token: office.token })
  const list = async (query: string) => (await get(query)).json<List>()
  const idsOf = (page: List) => page.content.map((row) => row.thirdpartyId)
  const problemOf = async (query: string) => {
    const answer = await get(query)
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }

  // The route that archives comes later; the column and its totals are here already.
  const archive = (at: Date | null) =>
    t.db.write(office, (tx) =>
      tx
        .updateTable('thirdparty')
        .set({ archived_at: at })
        .where('thirdparty_id', '=', ids[3] ?? 0)
        .execute(),
    )

  test('The portfolio lists the newest first, with the totals of the whole', async () => {
    const all = await list('')
    expect(idsOf(all)).toEqual(ids.toReversed())
    expect(all).toMatchObject({
      page: 0,
      size: 50,
      totalElements: 12,
      totalPages: 1,
      totalIsExact: true,
      next: null,
    })
  })

  test('Numbered pages and cursors give the same rows, each once', async () => {
    const numbered = [await list('?size=5'), await list('?size=5&page=1'), await list('?size=5&page=2')]
    expect(numbered.flatMap(idsOf)).toEqual(ids.toReversed())
    const walked: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: List = await list(`?size=5${next === '' ? '' : `&cursor=${next}`}`)
      walked.push(...idsOf(page))
      next = page.next
    }
    expect(walked).toEqual(ids.toReversed())
    const link = (await get('?size=5')).headers.link
    expect(link).toMatch(/^<\/api\/v1\/account\/\d+\/thirdparties\?size=5&cursor=[\w-]+>; rel="next"$/)
  })

  test('Archived third parties are listed separately', async () => {
    await archive(new Date())
    expect(await list('?archived=true')).toMatchObject({
      totalElements: 1,
      content: [{ thirdpartyId: ids[3] }],
    })
    const live = await list('?archived=false')
    expect([live.totalElements, idsOf(live).includes(ids[3] ?? 0)]).toEqual([11, false])
    expect(await list('')).toMatchObject({ totalElements: 12 })
    await archive(null)
  })

  test('A cursor belongs to one account, one list and one day', async () => {
    const { next } = await list('?size=5')
    const other = await t.given.office()
    const stolen = await t.call('GET', `${other.base}/thirdparties?cursor=${next}`, { token: other.token })
    expect(stolen.json()).toMatchObject({ code: 'PAGE_TOKEN_INVALID' })
    expect(await problemOf(`?archived=true&cursor=${next}`)).toEqual([400, 'PAGE_TOKEN_INVALID'])
    expect(await problemOf('?cursor=abc')).toEqual([400, 'PAGE_TOKEN_INVALID'])
  })

  test.each([
    ['?page=-1', 'PAGE_INVALID'],
    ['?size=0', 'PAGE_INVALID'],
    ['?size=x', 'PAGE_INVALID'],
    ['?sizes=5', 'PARAMETER_UNKNOWN'],
    ['?size=5&size=6', 'PARAMETER_REPEATED'],
    ['?eventNames=THIRD_PARTY_ADDED', 'EVENT_FILTER_INCOMPLETE'],
    [`?eventNames=&${year}`, 'EVENT_NAMES_EMPTY'],
    [`?eventNames=THIRD_PARTY_ADDED,,THIRD_PARTY_ADDED&${year}`, 'EVENT_NAMES_EMPTY'],
    [`?eventNames=THIRD_PARTY_ADED&${year}`, 'EVENT_NAME_UNKNOWN'],
    [`?eventNames=third_party_added&${year}`, 'EVENT_NAME_UNKNOWN'],
    [`?eventNames=DOSSIER_ADDED&${year}`, 'EVENT_NAME_WRONG_RESOURCE'],
    [
      '?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2026-02-30T00:00:00&eventOccurrenceEndDate=2026-03-01T00:00:00',
      'EVENT_DATE_INVALID',
    ],
    [
      '?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2026-02-01T00:00:00%2B00:00&eventOccurrenceEndDate=2026-03-01T00:00:00',
      'EVENT_DATE_INVALID',
    ],
    [
      '?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2026-03-02T00:00:00&eventOccurrenceEndDate=2026-03-01T00:00:00',
      'EVENT_RANGE_REVERSED',
    ],
  ])('A list request with %s is refused with %s', async (query, code) => {
    expect(await problemOf(query)).toEqual([400, code])
  })

  test('An unknown event name is answered with the nearest one', async () => {
    const answer = await get(`?eventNames=THIRD_PARTY_ADED&${year}`)
    expect(answer.json()).toMatchObject({ nearest: 'THIRD_PARTY_ADDED' })
  })

  test('The event filter finds each matching third party once, the latest match first, and says how final it is', async () => {
    const found = await list(`?eventNames=THIRD_PARTY_ADDED,THIRD_PARTY_UPDATED&${year}`)
    expect(idsOf(found)).toEqual(ids.toReversed())
    expect(found.totalElements).toBe(12)
    for (const row of found.content) expect(row.matchedEvents).toMatchObject({ count: 1 })
    const nothing = await list(`?eventNames=THIRD_PARTY_ARCHIVED&${year}`)
    expect(nothing).toMatchObject({ content: [], totalElements: 0 })
    const walked: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`
      const page = await list(`?size=5&eventNames=THIRD_PARTY_ADDED&${year}${cursor}`)
      walked.push(...idsOf(page))
      next = page.next
    }
    expect(walked).toEqual(ids.toReversed())
    const until = (await get(`?eventNames=THIRD_PARTY_ADDED&${year}`)).headers['events-complete-until']
    const age = Date.now() - new Date(`${String(until)}Z`).getTime()
    expect(age).toBeGreaterThan(0)
    expect(age).toBeLessThan(60_000)
  })

  test('The search route requires the filter that the list only allows', async () => {
    const found = await list(`/search?eventNames=THIRD_PARTY_ADDED&${year}`)
    expect(idsOf(found)).toEqual(ids.toReversed())
    const bare = await get('/search')
    expect(bare.json()).toMatchObject({
      status: 400,
      code: 'EVENT_FILTER_INCOMPLETE',
      missing: ['eventNames', 'eventOccurrenceStartDate', 'eventOccurrenceEndDate'],
    })
  })

  test('A range of one second holds what occurred in it and nothing else', async () => {
    const { content } = await list(`?size=1&eventNames=THIRD_PARTY_ADDED&${year}`)
    const second = content[0]?.matchedEvents?.last.slice(0, 19) ?? ''
    const inSecond = await list(
      `?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=${second}&eventOccurrenceEndDate=${second}`,
    )
    expect(idsOf(inSecond)).toContain(ids.at(-1))
    for (const row of inSecond.content) expect(row.matchedEvents?.last.slice(0, 19)).toBe(second)
    const before = await list(
      `?eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2020-01-01T00:00:00`,
    )
    expect(before.content).toEqual([])
  })
})
