import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { jobScope, wholeAccount } from '../../platform/kernel/index.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { createBundledProviders, references, type Announcement } from '../references/index.ts'
import { watchAnnouncements } from './watch-announcements.ts'

let t: TestApp
/** What the gazette has published; null while it is silent. */
let published: Partial<Announcement>[] | null
let asked: (Date | null)[]

const gazette = {
  name: 'toy gazette',
  since: async (siren: string, after: Date | null) => {
    asked.push(after)
    if (published === null) return { kind: 'UNAVAILABLE' as const, reason: 'silent', retryAfterSeconds: null }
    return { kind: 'ANSWERED' as const, announcements: published.map((one) => notice(siren, one)) }
  },
}

beforeAll(async () => {
  t = await testApp({ references: references(createBundledProviders(), null) })
})
afterAll(() => t.close())
beforeEach(() => {
  published = []
  asked = []
})

function notice(siren: string, one: Partial<Announcement>): Announcement {
  return {
    siren,
    provider: gazette.name,
    key: 'A1',
    publishedOn: today(),
    effectiveOn: one.publishedOn ?? today(),
    kind: 'CHANGES',
    notice: 'INITIAL',
    previousKey: null,
    role: 'SUBJECT',
    procedure: null,
    title: 'A change',
    text: null,
    court: null,
    url: null,
    ...one,
  }
}

function today(plusDays = 0): string {
  return new Date(Date.now() + plusDays * 86_400_000).toISOString().slice(0, 10)
}

type Office = Awaited<ReturnType<TestApp['given']['office']>> & { thirdpartyId: number }

async function followed(): Promise<Office> {
  const office = await t.given.office('SANDBOX')
  return { ...office, ...(await t.given.thirdParty(office)) }
}

const watch = ({ accountId }: Office) =>
  watchAnnouncements({ announcements: gazette })(t.db, jobScope(accountId, 'announcements.watch-account'))

/** The gazette is due some time in the first three hours of the next day, whatever the hour is now. */
const dayLater = ({ accountId }: Office) =>
  t.admin.query(
    `update account set clock_offset_ms = clock_offset_ms + 1000 * extract(epoch from interval '27 hours')
     where account_id = $1`,
    [accountId],
  )

async function eventsOf({ accountId }: Office): Promise<string[]> {
  const { rows } = await t.admin.query<{ name: string }>(
    `select y.name from event e join event_type y on y.code = e.event_type where e.account_id = $1 order by seq`,
    [accountId],
  )
  return rows.map(({ name }) => name).filter((name) => name !== 'THIRD_PARTY_ADDED')
}

const shown = async ({ base, token, thirdpartyId }: Office, path = '') =>
  (await t.call('GET', `${base}/thirdparties/${thirdpartyId}${path}`, { token })).json<
    Record<string, unknown>
  >()

test('Each kind of announcement is recorded once by its event, and found through the event search', async () => {
  const office = await followed()
  published = [
    { key: 'A1', kind: 'CREATION' },
    { key: 'A2', kind: 'CHANGES' },
    { key: 'A3', kind: 'TRANSFERT' },
    { key: 'A4', kind: 'ACCOUNTS' },
    { key: 'A5', kind: 'CHANGES', publishedOn: today(-400) },
  ]
  await watch(office)
  await dayLater(office)
  await watch(office)
  expect(await eventsOf(office)).toEqual([
    'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION',
    'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES',
    'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT',
  ])
  // Everything the first time, then only from where the last answer ended.
  expect(asked.map((after) => after?.toISOString().slice(0, 10) ?? null)).toEqual([null, today()])
  const range = `eventOccurrenceStartDate=${today()}T00:00:00&eventOccurrenceEndDate=${today(9)}T00:00:00`
  const search = await t.call(
    'GET',
    `${office.base}/thirdparties/search?eventNames=THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT&${range}`,
    office,
  )
  expect(
    search.json<{ content: { thirdpartyId: number }[] }>().content.map((row) => row.thirdpartyId),
  ).toEqual([office.thirdpartyId])
  const list = await shown(office, '/announcements?size=2')
  expect(list).toMatchObject({ totalElements: 5, content: [{ key: 'A4' }, { key: 'A3', withdrawn: false }] })
})

test('A procedure changes the status, its cancellation reverts that, and its end strikes off', async () => {
  const office = await followed()
  const procedure = { phase: 'OPENING', state: 'REDRESSEMENT' } as const
  published = [{ key: 'P1', kind: 'COLLECTIVE_PROCEDURE', procedure, publishedOn: today() }]
  await watch(office)
  expect(await shown(office)).toMatchObject({
    status: 'IN_COLLECTIVE_PROCEDURE',
    statusDetail: 'REDRESSEMENT',
  })
  await dayLater(office)
  const cancelled = { phase: 'CANCELLATION', state: null } as const
  published.push({
    key: 'P2',
    kind: 'COLLECTIVE_PROCEDURE',
    notice: 'CANCELLATION',
    previousKey: 'P1',
    procedure: cancelled,
    publishedOn: today(1),
  })
  await watch(office)
  expect(await shown(office)).toMatchObject({ status: 'ACTIVE', statusDetail: null })
  const list = await shown(office, '/announcements')
  expect(list['content']).toMatchObject([
    { key: 'P2', withdrawn: false },
    { key: 'P1', withdrawn: true },
  ])
  await dayLater(office)
  published.push({ key: 'R1', kind: 'CESSATION', publishedOn: today(2) })
  await watch(office)
  expect(await shown(office)).toMatchObject({ status: 'STRUCK_OFF', statusDetail: 'CEASED' })
  expect(await eventsOf(office)).toEqual([
    'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
    'THIRD_PARTY_INFORMATION_UPDATED',
    'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED',
    'THIRD_PARTY_INFORMATION_UPDATED',
    'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION',
    'THIRD_PARTY_INFORMATION_UPDATED',
  ])
  const { accountId } = office
  const verdict = await t.db.read(wholeAccount(accountId), (tx) => verifyJournal(tx, { accountId }))
  expect(verdict).toMatchObject({ intact: true })
})

test('A silent gazette loses nothing, two runs at once record everything once, and archived ones are skipped', async () => {
  const office = await followed()
  published = null
  await watch(office)
  published = [{ key: 'A1', kind: 'CREATION' }]
  await watch(office)
  expect(await eventsOf(office)).toEqual([])
  await dayLater(office)
  await Promise.all([watch(office), watch(office), watch(office)])
  expect(await eventsOf(office)).toEqual(['THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION'])
  await t.call('POST', `${office.base}/thirdparties/${office.thirdpartyId}/archive`, office)
  await dayLater(office)
  asked = []
  await watch(office)
  expect(asked).toEqual([])
})

test('Announcements of another account or of nobody are not found', async () => {
  const [office, other] = [await followed(), await t.given.office()]
  for (const id of [office.thirdpartyId, 1]) {
    const answer = await t.call('GET', `${other.base}/thirdparties/${id}/announcements`, other)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
  }
})
