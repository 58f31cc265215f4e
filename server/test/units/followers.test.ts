import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { contactRefused } from '../../src/domain/invitations/index.ts'
import { fanOutAdministration } from '../../src/domain/webhooks/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { givenFile } from '../files/given-file.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { openDesk, type Desk, type Webhook } from '../webhooks/desk.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'
import { UnitDesk, type Person } from './unit-desk.ts'

/** What goes on after somebody has asked: links, streams, webhooks and mails. */
let t: TestApp
let receiver: Receiver
let url: string
beforeAll(async () => {
  t = await testApp({ environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } })
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await t.close()
})

let desk: Desk
let d: UnitDesk
let here: number
let there: number
let company: number
beforeEach(async () => {
  receiver.received.length = 0
  desk = await openDesk(t)
  d = new UnitDesk(t, desk)
  here = await d.unit('Here')
  there = await d.unit('There')
  company = await d.company('Alpha', [here])
  // Somebody who governs the account whatever becomes of the others.
  await t.given.person([desk.accountId], ['ADMIN'])
})

const move = (units: readonly number[]) =>
  d.must('PUT', `/thirdparties/${company}/units`, { body: { units } })
const limit = ({ userId }: Person, units: readonly number[]) =>
  d.must('PUT', `/users/${userId}/units`, { body: { units } })
/** Something happens to the company. */
const touch = (text = 'Noted') => d.must('POST', `/thirdparties/${company}/comments`, { body: { text } })
const open = (link: string) => t.app.inject({ url: new URL(link).pathname })

test('A link to a file or a calendar opens what its maker sees when it is used', async () => {
  const { dossierId, documents } = await t.given.dossier(desk, company)
  const { accountId } = desk
  const documentId = documents['NDA'] ?? 0
  const { fileId } = await givenFile(t, { accountId, documentId, text: 'contents' })
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await givenAnswer(t, {
    accountId,
    documentId: documents['GTC'] ?? 0,
    state: 'ACCEPTED',
    effectiveDate: '2026-01-01',
    expirationDate: soon,
  })
  const { token } = await d.person([here])
  const path = `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}/link`
  const file = (await d.must<{ url: string }>('GET', path, { token })).url
  const calendar = (await d.must<{ url: string }>('POST', '/forecast/calendar-links', { token })).url
  for (const isSeen of [true, false, true]) {
    await move([isSeen ? here : there])
    expect((await open(file)).statusCode).toBe(isSeen ? 200 : 404)
    const events = await open(calendar)
    expect(events.statusCode).toBe(200)
    expect(events.body.includes('Alpha')).toBe(isSeen)
    expect(events.body.includes('BEGIN:VEVENT')).toBe(isSeen)
  }
})

test('An open stream ends when its reader is limited, and a held request tells nothing of what is out of sight', async () => {
  const reader = await d.person('ALL')
  const headers = { authorization: `Bearer ${reader.token}` }
  const events = `${url}${desk.base}/events`
  const stream = await fetch(events, { headers: { ...headers, accept: 'text/event-stream' } })
  expect(stream.headers.get('events-complete')).not.toBe('false')
  const read = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!text.includes('THIRD_PARTY_ADDED')) text += (await read?.read())?.value ?? ''
  const { head } = await d.must<{ head: number }>('GET', '/events', { token: reader.token })
  const arrived = once(t.app.server, 'request')
  const held = fetch(`${events}?after=${head}&wait=20`, { headers })
  await arrived
  await limit(reader, [there])
  await touch('A secret')
  // Asked before or after it was limited: an event of the company is in neither answer.
  const answer = await held.then((response) => response.text())
  expect(answer).not.toContain(`"thirdpartyId":${company}`)
  for (let part = await read?.read(); part && !part.done; part = await read?.read()) text += part.value
  expect(text).not.toContain('COMMENT')
})

test('Only people who see a company are mailed about its contacts', async () => {
  const [seer, blind, other] = [await d.person([here]), await d.person([there]), await d.person([])]
  const email = 'contact@people.example'
  const { contactId } = await d.must<{ contactId: number }>('POST', `/thirdparties/${company}/contacts`, {
    body: { email, firstName: 'Ann', lastName: 'Other' },
  })
  const scope = jobScope(desk.accountId, 'mail.send')
  await t.db.write(scope, (tx) =>
    contactRefused({ publicUrl: 'http://vigie.test' })(tx, scope, { contactId, recipient: email } as never),
  )
  const { rows } = await t.admin.query<{ recipient: string }>(
    `select recipient from mail where account_id = $1 and template like 'contact.%'`,
    [desk.accountId],
  )
  const recipients = rows.map(({ recipient }) => recipient)
  expect(recipients).toContain(seer.email)
  for (const { email: unseeing } of [blind, other]) expect(recipients).not.toContain(unseeing)
})

/** A webhook of somebody who sees all units. */
async function hook(): Promise<{ maker: Person; made: Webhook }> {
  const maker = await d.person('ALL', ['ADMIN'])
  const body = { url: receiver.url, classes: ['EVENTS', 'ADMINISTRATION'] }
  return { maker, made: await d.must<Webhook>('POST', '/webhooks', { token: maker.token, body }) }
}

test('What is queued for a webhook is not sent once its maker no longer sees the company', async () => {
  const { maker, made } = await hook()
  await touch()
  await desk.fanOut()
  await limit(maker, [there])
  await desk.deliver(made.endpointId)
  expect(receiver.received).toEqual([])
  const [withheld] = await desk.deliveries(made)
  expect(withheld).toMatchObject({ state: 'DEAD', error: 'OUT_OF_SIGHT', attempts: 0, nextAttemptAt: null })
  // Sent again it is looked at again.
  const sendAgain = async () => {
    await desk.call('POST', `/webhooks/${made.endpointId}/deliveries/${withheld?.deliveryId}/redeliver`)
    desk.clock.set(new Date(Date.now() + 1_000))
    await desk.deliver(made.endpointId)
  }
  await sendAgain()
  expect(receiver.received).toEqual([])
  await move([there])
  await sendAgain()
  expect(receiver.received).toHaveLength(1)
})

test('A webhook of somebody limited is sent no acts of administration, also not queued ones', async () => {
  const { maker, made } = await hook()
  const fanOut = () =>
    desk.run('webhooks.fan-out-administration', fanOutAdministration, { accountId: desk.accountId })
  await d.unit('Queued act')
  await fanOut()
  await limit(maker, [here])
  await fanOut()
  await desk.deliver(made.endpointId)
  expect(receiver.received).toEqual([])
  expect(new Set((await desk.deliveries(made)).map(({ error }) => error))).toEqual(new Set(['OUT_OF_SIGHT']))
})

test.each([
  ['somebody limited is sent nothing', true],
  ['somebody who saw all goes on', false],
] as const)(
  'A webhook of %s once its maker has left, also if it rested meanwhile',
  async (_who, isLimited) => {
    const { maker, made } = await hook()
    // It rests while that happens: nothing of the journal moves it.
    await desk.call('POST', `/webhooks/${made.endpointId}/pause`)
    if (isLimited) await limit(maker, [here])
    expect((await desk.jobs('webhooks.fan-out')).length).toBeGreaterThan(0)
    await desk.fanOut()
    await d.must('DELETE', `/users/${maker.userId}`)
    await desk.call('POST', `/webhooks/${made.endpointId}/resume`)
    await touch()
    await desk.deliverAll(made)
    expect(receiver.received.length > 0).toBe(!isLimited)
  },
)
