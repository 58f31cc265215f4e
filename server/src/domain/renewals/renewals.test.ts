import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../../test/database/fixtures.ts'
import { desk, type Desk } from '../../../test/dossiers/desk.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { givenAnswer } from '../../../test/responses/given-answer.ts'
import { queued } from '../../../test/responses/queued.ts'
import { jobScope } from '../../platform/kernel/index.ts'
import { expireAnswers } from '../evaluation/index.ts'
import { renewDossiers } from './renew-dossiers.ts'
import { requestRenewals } from './request-renewals.ts'
import { warnContacts } from './warn-contacts.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const settings = {
  publicUrl: testPublicUrl,
  secret: randomBytes(32),
  limits: { invitationsPerHour: 1_000, mailsPerDay: 1_000 },
}

const goTo = (d: Desk, day: string) => setClockOffset(t, d, Date.parse(`${day}T04:00:00Z`) - Date.now())

/** What an account does in a night, at this day. */
async function live(d: Desk, day: string): Promise<void> {
  await goTo(d, day)
  const scope = jobScope(d.accountId, 'test')
  await expireAnswers(t.db, scope)
  await renewDossiers(t.db, scope)
  await requestRenewals(t.db, scope)
  await warnContacts(settings)(t.db, scope)
}

interface Document {
  statusCode: string
  expirationDate: string | null
  renewal: { requestedOn: string; dueDate: string } | null
}
interface Dossier {
  dossierId: number
  origin: string
  renews: number | null
  expirationDate: string | null
  archived: boolean
  documents: { documentId: number; documentCode: string }[]
}

const dossierOf = async (d: Desk, id: number) => (await d.get(`/dossiers/${id}`)).json<Dossier>()
const documentOf = async (d: Desk, dossierId: number, documentId: number) => {
  const { statusCode, expirationDate, renewal } = (
    await d.get(`/dossiers/${dossierId}/documents/${documentId}`)
  ).json<Document>()
  return [statusCode, expirationDate, renewal]
}
const openOne = async (d: Desk) => {
  const page = (await d.get(`/thirdparties/${d.thirdpartyId}/dossiers`)).json<{ content: Dossier[] }>()
  return page.content.filter(({ archived }) => !archived)
}
const idOf = ({ documents }: Dossier, code: string) =>
  documents.find(({ documentCode }) => documentCode === code)?.documentId ?? 0

const statusPair = (status: string) => [
  'DOCUMENT_ANSWER_STATUS_UPDATE',
  `DOCUMENT_ANSWER_STATUS_UPDATE_${status}`,
]

test('A document and its dossier follow the calendar to the day for two years', async () => {
  const d = await desk(t, 'SANDBOX')
  const { accountId } = d
  await goTo(d, '2026-01-10')
  const first = await t.given.dossier(d, d.thirdpartyId)
  const ubo = first.documents['UBO'] ?? 0
  const accepted = { accountId, state: 'ACCEPTED', scope: 'THIRD_PARTY' } as const
  await givenAnswer(t, { ...accepted, documentId: ubo, expirationDate: '2026-06-30' })
  await d.told()

  await live(d, '2026-05-30')
  expect(await d.names()).toEqual([])
  await live(d, '2026-05-31')
  await live(d, '2026-05-31')
  const renewal = { requestedOn: '2026-05-31', dueDate: '2026-06-30' }
  expect((await d.told()).map(({ name, documentId, data }) => [name, documentId, data])).toEqual([
    ['DOCUMENT_MODIFICATION', ubo, { renewal: { ...renewal, responseId: expect.any(Number) as number } }],
  ])
  expect(await documentOf(d, first.dossierId, ubo)).toEqual(['VALID', '2026-06-30', renewal])
  // A corrected end is another one: asked for again, once.
  await t.admin.query(
    `update response set expiration_date = '2026-07-02' where account_id = $1 and document_id = $2`,
    [accountId, ubo],
  )
  await live(d, '2026-06-02')
  await live(d, '2026-06-03')
  expect(await d.names()).toEqual(['DOCUMENT_MODIFICATION'])

  await goTo(d, '2026-06-20')
  const sent = await givenAnswer(t, {
    accountId,
    documentId: ubo,
    scope: 'THIRD_PARTY',
    effectiveDate: '2025-12-31',
  })
  expect((await documentOf(d, first.dossierId, ubo))[0]).toBe('VALID')
  expect((await d.post(`/responses/${sent}/approve`)).statusCode).toBe(200)
  await d.told()
  expect(await documentOf(d, first.dossierId, ubo)).toEqual(['VALID', '2026-12-31', null])
  for (const day of ['2026-07-03', '2026-08-01', '2026-11-30']) await live(d, day)
  expect(await d.names()).toEqual([])
  await live(d, '2026-12-01')
  expect(await d.names()).toEqual(['DOCUMENT_MODIFICATION'])
  await live(d, '2026-12-31')
  expect([await d.names(), (await documentOf(d, first.dossierId, ubo))[0]]).toEqual([[], 'VALID'])
  await live(d, '2027-01-01')
  expect((await d.names()).slice(0, 3)).toEqual(['DOCUMENT_ANSWER_EXPIRED', ...statusPair('ACTION_REQUIRED')])

  // The dossier was opened for twelve months: its last day is the first of the next one.
  await live(d, '2027-01-09')
  expect([await d.names(), (await openOne(d)).map(({ dossierId }) => dossierId)]).toEqual([
    [],
    [first.dossierId],
  ])
  const undecided = await givenAnswer(t, { accountId, documentId: first.documents['NDA'] ?? 0 })
  await d.told()
  await Promise.all([live(d, '2027-01-10'), live(d, '2027-01-10')])
  const [second] = await openOne(d)
  if (!second) throw new Error('nothing follows')
  expect(second).toMatchObject({ origin: 'RENEWAL', renews: first.dossierId, expirationDate: '2028-01-10' })
  expect((await dossierOf(d, first.dossierId)).archived).toBe(true)
  const names = await d.names()
  expect(names.filter((name) => name === 'DOSSIER_ARCHIVED' || name === 'DOSSIER_ADDED')).toEqual([
    'DOSSIER_ARCHIVED',
    'DOSSIER_ADDED',
  ])
  const next = { ubo: idOf(second, 'UBO'), nda: idOf(second, 'NDA') }
  expect((await documentOf(d, second.dossierId, next.ubo))[0]).toBe('MISSING')
  // What nobody had decided goes on there.
  expect((await documentOf(d, second.dossierId, next.nda))[0]).toBe('ONGOING')
  const carried = await t.admin.query<{ state: string; n: string }>(
    `select r.state, count(e.*) as n from response r join evidence e using (account_id, response_id)
     where r.account_id = $1 and r.reused_from = $2 group by r.state`,
    [accountId, undecided],
  )
  expect(carried.rows).toEqual([{ state: 'CHECKING', n: '1' }])
  expect(await queued(t, accountId, 'responses.check')).toHaveLength(1)

  await givenAnswer(t, { ...accepted, documentId: next.ubo, expirationDate: '2028-02-20' })
  await live(d, '2028-01-10')
  const [third] = await openOne(d)
  if (!third) throw new Error('nothing follows')
  expect(third).toMatchObject({ renews: second.dossierId, expirationDate: '2029-01-10' })
  expect(await documentOf(d, third.dossierId, idOf(third, 'UBO'))).toEqual(['VALID', '2028-02-20', null])
  await d.told()
  await live(d, '2028-01-20')
  await live(d, '2028-01-21')
  expect(await d.names()).toEqual(['DOCUMENT_MODIFICATION'])
  for (const [day, status] of [
    ['2028-02-20', 'VALID'],
    ['2028-02-21', 'ACTION_REQUIRED'],
    ['2028-03-21', 'ACTION_REQUIRED'],
    ['2028-03-22', 'INVALID'],
  ] as const) {
    await live(d, day)
    expect([day, (await documentOf(d, third.dossierId, idOf(third, 'UBO')))[0]]).toEqual([day, status])
  }
})

test('A renewed document serves all dossiers of the third party, and each requires only what it lacks', async () => {
  const d = await desk(t, 'SANDBOX')
  const { accountId } = d
  await goTo(d, '2026-01-10')
  const [one, two] = [
    await t.given.dossier(d, d.thirdpartyId),
    await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE'),
  ]
  const shared = Object.keys(one.documents).find(
    (code) => code in two.documents && code !== 'REGISTER_STATUS',
  )
  if (shared === undefined) throw new Error('no piece that both ask for')
  const answer = { accountId, state: 'ACCEPTED', scope: 'THIRD_PARTY' } as const
  const [inOne, inTwo] = [one.documents[shared] ?? 0, two.documents[shared] ?? 0]
  await givenAnswer(t, { ...answer, documentId: inTwo, expirationDate: '2026-03-01' })
  await givenAnswer(t, { ...answer, documentId: inOne, expirationDate: '2026-09-01' })
  await d.told()
  await live(d, '2026-02-01')
  // The longer one of the other dossier answers: nobody is asked.
  expect(await documentOf(d, two.dossierId, inTwo)).toEqual(['VALID', '2026-09-01', null])
  expect(await d.names()).not.toContain('DOCUMENT_MODIFICATION')

  await d.patch('/evaluation-options', { requestRenewals: false, autoRenew: false })
  await live(d, '2026-08-20')
  expect(await d.names()).not.toContain('DOCUMENT_MODIFICATION')
  await live(d, '2027-01-10')
  expect(new Set((await openOne(d)).map(({ dossierId }) => dossierId))).toEqual(
    new Set([one.dossierId, two.dossierId]),
  )
})

test('Contacts are warned 30, 15, 7 and 1 days before, in one mail a day with all that ends', async () => {
  const d = await desk(t, 'SANDBOX')
  const { accountId } = d
  await goTo(d, '2026-04-01')
  const { documents } = await t.given.dossier(d, d.thirdpartyId)
  const expirationDate = '2026-06-30'
  const answer = { accountId, state: 'ACCEPTED', expirationDate } as const
  await givenAnswer(t, { ...answer, documentId: documents['UBO'] ?? 0 })
  await givenAnswer(t, { ...answer, documentId: documents['INS_LIABILITY'] ?? 0 })
  const person = { firstName: 'Ada', lastName: 'Ray', email: 'ada@supplier.example', language: 'en' }
  const made = await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, person)
  expect(made.statusCode).toBe(201)
  await t.admin.query(
    `update contact set invited_at = account_now($1), last_invited_at = account_now($1) where account_id = $1`,
    [accountId],
  )
  const told: [string, string][] = []
  for (let day = Date.parse('2026-05-29'); day <= Date.parse('2026-07-02'); day += 86_400_000) {
    const today = new Date(day).toISOString().slice(0, 10)
    // The night of the 15th nobody worked; what was due is made up for.
    if (today === '2026-06-15') continue
    await live(d, today)
    const { rows } = await t.admin.query<{ subject: string; body_text: string }>(
      `delete from mail where account_id = $1 and template = 'contact.expiry' returning subject, body_text`,
      [accountId],
    )
    for (const { subject, body_text: text } of rows) {
      told.push([today, subject])
      expect(text).toContain('30 June 2026')
      expect(text).toContain(`${testPublicUrl}/portal#link=`)
    }
    if (today === '2026-06-23') {
      await givenAnswer(t, { accountId, documentId: documents['INS_LIABILITY'] ?? 0 })
    }
  }
  expect(told.map(([day]) => day)).toEqual(['2026-05-31', '2026-06-16', '2026-06-23', '2026-06-29'])
  expect(told.map(([, subject]) => subject.split(': ').at(-1))).toEqual([
    '2 documents expire soon',
    '2 documents expire soon',
    '2 documents expire soon',
    'a document expires soon',
  ])
})
