import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { processImport } from '../../src/domain/imports/index.ts'
import { openReferences } from '../../src/open-references.ts'
import { numbersIn } from '../harness/numbers-in.ts'
import { unitDesk, type Listed, type UnitDesk } from './unit-desk.ts'

let d: UnitDesk
const units: Record<string, number> = {}
const companies: Record<string, number> = {}
const tokens: Record<string, string> = {}

beforeAll(async () => {
  d = await unitDesk()
  units['europe'] = await d.unit('Europe')
  units['france'] = await d.unit('France', units['europe'])
  units['germany'] = await d.unit('Germany', units['europe'])
  units['asia'] = await d.unit('Asia')
  const of = (...names: string[]) => names.map((name) => units[name] ?? 0)
  companies['french'] = await d.company('Alpha Francaise', of('france'))
  companies['german'] = await d.company('Bravo Deutsche', of('germany'))
  companies['asian'] = await d.company('Charlie Asian', of('asia'))
  companies['everywhere'] = await d.company('Delta Everywhere', of('france', 'asia'))
  companies['european'] = await d.company('Echo European', of('europe'))
  companies['loose'] = await d.company('Foxtrot Loose', [])
  tokens['none'] = (await d.person([])).token
  tokens['france'] = (await d.person(of('france'))).token
  tokens['europe'] = (await d.person(of('europe'))).token
  tokens['two'] = (await d.person(of('germany', 'asia'))).token
  tokens['all'] = (await d.person('ALL')).token
})
afterAll(() => d.t.close())

const expected: Record<string, string[]> = {
  none: [],
  france: ['french', 'everywhere'],
  europe: ['french', 'german', 'everywhere', 'european'],
  two: ['german', 'asian', 'everywhere'],
  all: ['french', 'german', 'asian', 'everywhere', 'european', 'loose'],
}
const idsOf = (names: readonly string[]) =>
  names.map((name) => companies[name] ?? 0).toSorted((a, b) => a - b)
const ascending = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

test.each(Object.entries(expected))(
  'Who sees %s finds exactly those companies in every list',
  async (who, names) => {
    const token = tokens[who] ?? ''
    const ids = idsOf(names)
    for (const query of [
      '',
      'archived=false',
      'sort=name',
      'sort=name,desc',
      'sort=code',
      'sort=status',
      'sort=createdAt,desc',
      'sort=updatedAt',
      'sort=rating.FINANCIAL_RISK',
      'sort=nextExpiry,desc',
      'source=UNMANAGED',
      'countryCode=GB',
      'sort=name&status=ACTIVE',
      'eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00',
    ]) {
      expect(ascending(await d.seen(token, query)), query).toEqual(ids)
    }
    const walked: number[] = []
    for (let next: string | null = ''; next !== null;) {
      const cursor: string = next === '' ? '' : `&cursor=${encodeURIComponent(next)}`
      const page: Listed = await d.must('GET', `/thirdparties?size=1&sort=name${cursor}`, { token })
      walked.push(...page.content.map(({ thirdpartyId }) => thirdpartyId))
      next = page.next
    }
    expect(ascending(walked)).toEqual(ids)
    const second = await d.must<Listed>('GET', '/thirdparties?size=2&page=1', { token })
    expect(second.content).toHaveLength(Math.max(0, Math.min(2, ids.length - 2)))
    const file = await d.ask('GET', '/thirdparties/export.csv', { token })
    expect(file.body.trim().split('\r\n')).toHaveLength(ids.length + 1)
  },
)

test('Searching by name finds only what is seen', async () => {
  expect(await d.seen(tokens['france'] ?? '', 'q=alpha')).toEqual(idsOf(['french']))
  expect(await d.seen(tokens['france'] ?? '', 'q=bravo')).toEqual([])
  expect(await d.seen(tokens['none'] ?? '', 'q=alpha')).toEqual([])
})

test('The portfolio can be narrowed to a unit with what lies beneath', async () => {
  expect(ascending(await d.seen(tokens['all'] ?? '', `unit=${units['europe']}`))).toEqual(
    idsOf(['french', 'german', 'everywhere', 'european']),
  )
  expect(await d.seen(tokens['two'] ?? '', `unit=${units['germany']}`)).toEqual(idsOf(['german']))
  // A unit above one's own would tell which companies are in others beneath it.
  expect(await d.seen(tokens['two'] ?? '', `unit=${units['europe']}`)).toEqual([])
})

test('Statistics count what is seen, and keep nothing for others', async () => {
  for (const who of ['all', 'france', 'none', 'all']) {
    const statistics = await d.must<{ thirdParties: { total: number } }>('GET', '/statistics', {
      token: tokens[who] ?? '',
    })
    expect(statistics.thirdParties.total, who).toBe(expected[who]?.length)
  }
})

test('The feed of a limited reader leaves out what they may not see, and says so', async () => {
  interface Feed {
    content: { thirdpartyId: number }[]
    complete: boolean
    next: number
    head: number
  }
  const feed = (who: string) => d.must<Feed>('GET', '/events?size=500', { token: tokens[who] ?? '' })
  const whole = await feed('all')
  expect(whole.complete).toBe(true)
  expect(new Set(whole.content.map(({ thirdpartyId }) => thirdpartyId))).toEqual(
    new Set(Object.values(companies)),
  )
  const part = await feed('france')
  expect(part.complete).toBe(false)
  expect(ascending([...new Set(part.content.map(({ thirdpartyId }) => thirdpartyId))])).toEqual(
    idsOf(['french', 'everywhere']),
  )
  expect(part.next).toBe(whole.head)
})

test('Journals, people and settings ask for the sight of all units', async () => {
  // Somebody must be left who governs the account.
  await d.person('ALL', ['ADMIN'])
  const { token } = await d.person([units['france'] ?? 0], ['ADMIN'])
  for (const path of ['/journal/checkpoints', '/administration/journal', '/mailbox/mails', '/users']) {
    expect((await d.ask('GET', path, { token })).json()).toMatchObject({ code: 'ALL_UNITS_REQUIRED' })
  }
})

test('A limited person adds a company to a unit of theirs and to no other', async () => {
  const token = tokens['france'] ?? ''
  const legalIdentifier = { code: 'CIT003', value: '987654321' }
  const body = { legalIdentifier, unmanaged: { name: 'Golf', countryCode: 'FR' } }
  const add = (more: object) => d.ask('POST', '/thirdparties', { token, body: { ...body, ...more } })
  expect((await add({})).json()).toMatchObject({ status: 422, code: 'UNIT_REQUIRED' })
  expect((await add({ units: [units['asia']] })).json()).toMatchObject({
    status: 404,
    code: 'UNIT_NOT_FOUND',
  })
  const added = await add({ units: [units['france']] })
  expect(added.statusCode, added.body).toBe(201)
  const { thirdpartyId } = added.json<{ thirdpartyId: number }>()
  expect((await d.ask('GET', `/thirdparties/${thirdpartyId}`, { token })).statusCode).toBe(200)
  const again = await d.ask('POST', '/thirdparties', {
    token: (await d.person([units['asia'] ?? 0])).token,
    body: { ...body, units: [units['asia']] },
  })
  expect(again.json()).toMatchObject({ status: 409, code: 'THIRD_PARTY_DUPLICATE_ELSEWHERE' })
  expect(again.body).not.toMatch(new RegExp(`\\b${thirdpartyId}\\b`))
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`, {})
})

test('Somebody who does not see a company can neither be mentioned nor offered', async () => {
  const seer = await d.person([units['asia'] ?? 0])
  const blind = await d.person([units['germany'] ?? 0])
  const comment = (userId: number) =>
    d.ask('POST', `/thirdparties/${companies['asian']}/comments`, {
      token: tokens['two'] ?? '',
      body: { text: 'Look here', mentions: [userId] },
    })
  expect((await comment(blind.userId)).json()).toMatchObject({ code: 'COMMENT_MENTION_UNKNOWN' })
  expect((await comment(seer.userId)).statusCode).toBe(201)
  const offered = await d.must<{ content: { userId: number }[] }>(
    'GET',
    `/mentionable-users?thirdpartyId=${companies['asian']}`,
    { token: tokens['two'] ?? '' },
  )
  const ids = offered.content.map(({ userId }) => userId)
  expect(ids).toContain(seer.userId)
  expect(ids).not.toContain(blind.userId)
})

test('An import of a limited person goes into their unit and tells nothing of other companies', async () => {
  const { identifier_value: known } = await d.t.db.read(d.office, (tx) =>
    tx
      .selectFrom('thirdparty')
      .select('identifier_value')
      .where('thirdparty_id', '=', companies['german'] ?? 0)
      .executeTakeFirstOrThrow(),
  )
  const token = tokens['france'] ?? ''
  const send = (query: string) =>
    d.t.app.inject({
      method: 'POST',
      url: `${d.office.base}/thirdparties/imports?onDuplicate=error${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: `duns,name,countryCode\n${known},Twin,DE\n`,
    })
  expect((await send('')).json()).toMatchObject({ code: 'UNIT_REQUIRED' })
  expect((await send(`&unit=${units['asia']}`)).json()).toMatchObject({ code: 'UNIT_NOT_FOUND' })
  const sent = await send(`&unit=${units['france']}`)
  expect(sent.statusCode, sent.body).toBe(202)
  const other = (await d.person([units['asia'] ?? 0])).token
  const { importId } = sent.json<{ importId: number }>()
  expect((await d.ask('GET', `/thirdparties/imports/${importId}`, { token: other })).statusCode).toBe(404)
  expect((await d.ask('GET', `/thirdparties/imports/${importId}`, { token })).statusCode).toBe(200)
  const references = openReferences(loadConfig({}), d.t.db)
  await processImport({ db: d.t.db, references, maxRows: 10 }, { accountId: d.office.accountId, importId })
  const errors = await d.ask('GET', `/thirdparties/imports/${importId}/errors`, { token })
  expect(errors.json()).toMatchObject({ content: [{ code: 'THIRD_PARTY_DUPLICATE_ELSEWHERE' }] })
  expect(numbersIn(errors.body)).not.toContain(companies['german'])
})

test('An import with a unit puts every company of its file into that unit', async () => {
  const unit = await d.unit('Imported')
  const sent = await d.t.app.inject({
    method: 'POST',
    url: `${d.office.base}/thirdparties/imports?unit=${unit}`,
    headers: { authorization: `Bearer ${d.office.token}`, 'content-type': 'text/csv' },
    payload: 'duns,name,countryCode\n150483782,Imported One,DE\n804735132,Imported Two,DE\n',
  })
  const { importId } = sent.json<{ importId: number }>()
  const references = openReferences(loadConfig({}), d.t.db)
  await processImport({ db: d.t.db, references, maxRows: 10 }, { accountId: d.office.accountId, importId })
  const { content } = await d.must<Listed>('GET', `/thirdparties?unit=${unit}&sort=name`)
  expect(content.map(({ name }) => name)).toEqual(['Imported One', 'Imported Two'])
  for (const { thirdpartyId } of content) await d.must('POST', `/thirdparties/${thirdpartyId}/archive`, {})
})
