import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordHitChanges } from '../../src/domain/screening/record-hit-changes.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { givenHit } from '../screening/given-hit.ts'
import type { Person } from '../units/unit-desk.ts'
import { startReceiver, withStatus } from '../webhooks/receiver.ts'
import { alertDesk, type AlertDesk } from './alert-desk.ts'

let d: AlertDesk
let admin: Person
beforeAll(async () => {
  d = await alertDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

const all = { subscriptions: [{ reach: 'ALL', channel: 'PAGE' }] }

test('A hit is told to those who may see hits, and to no others', async () => {
  const [reviewer, reader] = [
    await d.t.given.person([d.office.accountId], ['REVIEWER']),
    await d.t.given.person([d.office.accountId], ['READER']),
  ]
  for (const person of [reviewer, reader]) await d.subscribe(person, all)
  const thirdpartyId = await d.company('Listed Ltd', [])
  const { accountId } = d.office
  const hitId = await givenHit(d.t.admin, { accountId, thirdpartyId, name: 'Somebody' })
  const scope = jobScope(accountId, 'test')
  await d.t.db.write(scope, async (tx) =>
    recordHitChanges(tx, scope, { name: 'HIT_OPENED', hitIds: [hitId] }),
  )
  await d.run()
  const [hit] = await d.alerts(reviewer)
  expect(hit).toMatchObject({ kind: 'LIST_HIT', thirdpartyId })
  expect(hit?.link).toMatch(/\?tab=screening$/)
  expect(await d.alerts(reader)).toEqual([])
})

/** What the checks of an answer ended with. */
const givenCheck = (responseId: number, codes: readonly string[]) =>
  d.t.admin.query(
    `insert into check_result (account_id, response_id, attempt, origin, outcome, findings, concluded_at)
     values ($1, $2, 1, 'SERVICE', 'PASSED', $3, account_now($1))`,
    [d.office.accountId, responseId, JSON.stringify(codes.map((code) => ({ code, evidenceId: 1 })))],
  )

test('Bank details that the checks call a change are told as one, all others as an answer', async () => {
  const ada = await d.person('ALL')
  await d.subscribe(ada, all)
  const { thirdpartyId } = await d.t.given.thirdParty(d.office)
  const { dossierId, documents } = await d.t.given.dossier(d.office, thirdpartyId)
  const documentId = documents['BANK_DETAILS'] ?? 0
  const answer = async (...codes: string[]) => {
    const responseId = await givenAnswer(d.t, { accountId: d.office.accountId, documentId })
    await givenCheck(responseId, codes)
    const data = { responseId, before: 'CHECKING', after: 'PENDING' }
    await d.tell({ name: 'DOCUMENT_ANSWER_UPDATED', thirdpartyId, dossierId, documentId, data })
    await d.run()
  }
  await answer()
  expect(await d.kinds(ada)).toEqual(['ANSWER_TO_REVIEW'])
  await d.t.admin.query(`update response set state = 'SUPERSEDED' where account_id = $1`, [
    d.office.accountId,
  ])
  await answer('IBAN_COUNTRY_DIFFERS', 'BANK_ACCOUNT_CHANGED')
  expect(await d.kinds(ada)).toEqual(['ANSWER_TO_REVIEW', 'BANK_CHANGED'])
  const finance = await d.person('ALL')
  await d.subscribe(finance, { subscriptions: [{ ...all.subscriptions[0], themes: ['FINANCE'] }] })
  const ethics = await d.person('ALL')
  await d.subscribe(ethics, { subscriptions: [{ ...all.subscriptions[0], themes: ['ETHICS'] }] })
  await d.tell({ name: 'DOCUMENT_ANSWER_EXPIRED', thirdpartyId, dossierId, documentId, data: {} })
  await d.run()
  expect([await d.kinds(finance), await d.kinds(ethics)]).toEqual([['PIECE_EXPIRED'], []])
  expect((await d.alerts(finance))[0]?.what).toContain('Bank details (IBAN)')
})

test('What was due yesterday and a provider that stays silent are told once', async () => {
  const ada = await d.person('ALL')
  await d.run()
  await d.subscribe(ada, all)
  const { thirdpartyId } = await d.t.given.thirdParty(d.office, 1)
  const { documents } = await d.t.given.dossier(d.office, thirdpartyId)
  const { accountId } = d.office
  await d.t.admin.query(
    `update document set due_date = (account_now($1) at time zone 'UTC')::date
     where account_id = $1 and document_id = $2`,
    [accountId, documents['BANK_DETAILS']],
  )
  await d.t.admin.query(
    `insert into datahub_monitoring (account_id, thirdparty_id, provider, active, since, failure, failing_since)
     values ($1, $2, 'ESG', true, account_now($1), 'UNAVAILABLE', account_now($1) - interval '5 days')`,
    [accountId, thirdpartyId],
  )
  await d.run()
  expect(await d.kinds(ada)).toEqual([])
  await d.pass(24)
  await d.run()
  await d.run()
  expect(await d.kinds(ada)).toEqual(['OVERDUE', 'PROVIDER_SILENT'])
  const limited = await d.person([await d.unit('A corner')])
  await d.subscribe(limited, all)
  await d.pass(24 * 7)
  await d.run()
  expect(await d.kinds(limited)).toEqual([])
})

test('Contacts who cannot be reached are shown in the page to managers, who have a mail already', async () => {
  const [manager, reviewer] = [
    await d.person('ALL'),
    await d.t.given.person([d.office.accountId], ['REVIEWER']),
  ]
  const wish = { kinds: ['CONTACT_UNREACHABLE'], reach: 'ALL', channel: 'AT_ONCE' }
  for (const person of [manager, reviewer]) await d.subscribe(person, { subscriptions: [wish] })
  const thirdpartyId = await d.company('Silent Ltd', [])
  const data = { contact: { contactId: 1, change: 'BOUNCED' } }
  await d.tell({ name: 'THIRD_PARTY_UPDATED', thirdpartyId, data })
  await d.run()
  await d.pass(0.1)
  await d.run()
  expect([await d.kinds(manager), await d.kinds(reviewer)]).toEqual([
    ['CONTACT_UNREACHABLE'],
    ['CONTACT_UNREACHABLE'],
  ])
  expect([(await d.mails(manager)).length, (await d.mails(reviewer)).length]).toEqual([0, 1])
})

test('Rooms are told in one message, again after a fault, and their address is shown to nobody', async () => {
  const room = await startReceiver()
  const add = (body: object) => d.ask('POST', '/alert-channels', { body })
  const slack = { name: 'Purchasing', service: 'SLACK', url: `${room.url}/slack`, kinds: ['PROCEDURE'] }
  const added = await add(slack)
  expect(added.statusCode).toBe(201)
  expect(added.body).not.toContain('/slack')
  expect((await add(slack)).json<{ code: string }>().code).toBe('ALERT_CHANNEL_NAME_TAKEN')
  await add({
    name: 'Achats',
    service: 'TEAMS',
    url: `${room.url}/teams`,
    language: 'fr',
    minCriticality: 'High',
  })
  expect(
    (await add({ ...slack, name: 'Inside', url: 'http://10.0.0.1/' })).json<{ code: string }>().code,
  ).toBe('WEBHOOK_URL_REFUSED')
  const thirdpartyId = await d.ownedCompany('Loud <Ltd>', admin)
  await d.procedure(thirdpartyId)
  await d.procedure(thirdpartyId)
  room.answer(withStatus(503))
  await d.run()
  type Channels = { content: { channelId: number; failures: number; lastError: string | null }[] }
  const channels = () => d.must<Channels>('GET', '/alert-channels')
  expect((await channels()).content.map(({ lastError }) => lastError)).toEqual(['STATUS 503', 'STATUS 503'])
  room.received.length = 0
  room.answer(withStatus(200))
  await d.pass(0.1)
  await d.run()
  await d.pass(0.1)
  await d.run()
  const bodies = Object.fromEntries(room.received.map(({ path, body }) => [path.split('/').at(-1), body]))
  expect(room.received).toHaveLength(2)
  expect(bodies['slack']).toContain('|Loud &lt;Ltd&gt;: insolvency procedure>')
  expect(bodies['teams']).toContain('application/vnd.microsoft.card.adaptive')
  expect(bodies['teams']).toContain('procédure collective')
  const { content } = await channels()
  expect(content.map(({ failures }) => failures)).toEqual([0, 0])
  for (const { channelId } of content) await d.must('DELETE', `/alert-channels/${channelId}`)
  expect(await d.refusal('DELETE', `/alert-channels/${content[0]?.channelId}`)).toBe(
    '404 ALERT_CHANNEL_NOT_FOUND',
  )
  await room.close()
})

test('Every minute only accounts with something to do get a job', async () => {
  const run = () => d.tasks['alerts.run']({}, { db: d.t.db, signal: new AbortController().signal } as never)
  const waiting = async () => {
    const { rows } = await d.t.admin.query<{ count: number }>(
      `select count(*)::int as count from graphile_worker._private_jobs where key = $1`,
      [`alerts.run-account:${d.office.accountId}`],
    )
    return rows[0]?.count
  }
  await d.pass(1)
  await d.run()
  await run()
  expect(await waiting()).toBe(0)
  await d.procedure(await d.company('Busy Ltd', []))
  await run()
  await run()
  expect(await waiting()).toBe(1)
})
