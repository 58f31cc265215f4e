import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, problemOf, type Desk } from '../../../test/dossiers/desk.ts'
import { fakeSmtp, type FakeSmtp, type Misbehaviour } from '../../../test/fakes/smtp.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { loadConfig } from '../../config.ts'
import { jobScope } from '../../platform/kernel/index.ts'
import { sendMail, smtpTransport, type MailTransport } from '../../platform/mail/index.ts'
import { contactRefused, inviteContacts, type InvitationSettings } from './index.ts'

const limits = { invitationsPerHour: 200, mailsPerDay: 2_000 }
const settings: InvitationSettings = { publicUrl: testPublicUrl, secret: new Uint8Array(32).fill(7), limits }
const token = 'a relay knocks with these forty characters'
const door = '/mail/delivery-reports'

let t: TestApp
let smtp: FakeSmtp
let transport: MailTransport
beforeAll(async () => {
  t = await testApp({ environment: { MAIL_REPORTS_TOKEN: token } })
  smtp = await fakeSmtp()
  transport = smtpTransport({ url: smtp.url, from: 'vigie@example.org' })
})
afterAll(async () => {
  transport.close()
  await smtp.close()
  await t.close()
})

interface Bureau extends Desk {
  /** Somebody who was invited, and the Message-ID the relay was given. */
  invited(email: string, fault?: Misbehaviour): Promise<{ contactId: number; messageId: string }>
  states(): Promise<Record<string, string>>
  buyer: string
  /** Mails to the buyer. */
  toBuyer(): Promise<string[]>
}

async function bureau(): Promise<Bureau> {
  const d = await desk(t)
  const { email: buyer } = await t.given.person([d.accountId], ['MANAGER'])
  await d.open({ dossierTypeCode: 'ONBOARDING' })
  const path = `/thirdparties/${d.thirdpartyId}/contacts`
  return {
    ...d,
    buyer,
    invited: async (email, fault) => {
      const { contactId } = (await d.post(path, { email })).json<{ contactId: number }>()
      await inviteContacts(settings)(t.db, jobScope(d.accountId, 'test'))
      const { rows } = await t.admin.query<{ id: string }>(
        'select max(mail_id) as id from mail where account_id = $1 and contact_id = $2',
        [d.accountId, contactId],
      )
      if (fault) smtp.misbehave(fault)
      const payload = { accountId: d.accountId, mailId: Number(rows[0]?.id) }
      await runTask(t, 'mail.send', sendMail(transport, contactRefused(settings)), payload)
      await d.told()
      return { contactId, messageId: smtp.received.at(-1)?.email.messageId ?? '' }
    },
    states: async () => {
      const { content } = (await d.get(path)).json<{ content: { email: string; state: string }[] }>()
      return Object.fromEntries(content.map(({ email, state }) => [email, state]))
    },
    toBuyer: async () => {
      const { rows } = await t.admin.query<{ template: string }>(
        'select template from mail where account_id = $1 and recipient = $2 order by mail_id',
        [d.accountId, buyer],
      )
      return rows.map(({ template }) => template)
    },
  }
}

const at = '2099-01-01T00:00:00Z'
const bounce = { kind: 'BOUNCED', permanent: true, reason: 'smtp; 550 5.1.1 <x@y.example> unknown', at }
const report = (...body: object[]) => t.call('POST', door, { token, body })
const metric = async (kind: string, outcome: string) => {
  const { body } = await t.app.inject({ method: 'GET', url: '/metrics' })
  const line = `vigie_mail_reports_total{kind="${kind}",outcome="${outcome}"} `
  return Number(
    body
      .split('\n')
      .find((one) => one.startsWith(line))
      ?.slice(line.length) ?? 0,
  )
}

test('A permanent bounce marks the contact, tells the buyer and is journaled, once', async () => {
  const b = await bureau()
  const { contactId, messageId } = await b.invited('ada@supplier.example')
  expect(messageId).toContain(`.${b.accountId}@example.org`)
  const sent = await report({ messageId, ...bounce })
  expect([sent.statusCode, sent.json()]).toEqual([202, { received: 1 }])
  expect(await b.states()).toEqual({ 'ada@supplier.example': 'BOUNCED' })
  expect(await b.toBuyer()).toEqual(['contact.bounced'])
  expect(await b.told()).toMatchObject([
    {
      name: 'THIRD_PARTY_UPDATED',
      data: { contact: { contactId, change: 'BOUNCED', email: 'ada@supplier.example' } },
    },
  ])
  const mails = await t.call('GET', `${b.base}/mailbox/mails?template=contact.invited`, { token: b.token })
  expect(mails.json()).toMatchObject({
    content: [{ status: 'FAILED', lastError: '550 5.1.1', delivery: 'BOUNCED' }],
  })
  // Again, and after the address was found to be right after all: that report is spent.
  const path = `/thirdparties/${b.thirdpartyId}/contacts/${contactId}`
  await b.patch(path, { email: 'else@supplier.example' })
  await b.patch(path, { email: 'ada@supplier.example' })
  await b.told()
  const [before, unknown] = [await metric('BOUNCED', 'repeated'), await metric('BOUNCED', 'unknown')]
  expect((await report({ messageId, ...bounce }, { messageId, ...bounce })).json()).toEqual({ received: 2 })
  expect(await b.states()).toEqual({ 'ada@supplier.example': 'NEW' })
  expect([await b.told(), await b.toBuyer()]).toEqual([[], ['contact.bounced']])
  expect(await metric('BOUNCED', 'repeated')).toBe(before + 2)
  expect(await metric('BOUNCED', 'unknown')).toBe(unknown)
})

test('A complaint stops mails as an unsubscription does', async () => {
  const b = await bureau()
  const { messageId } = await b.invited('bea@supplier.example')
  for (let time = 0; time < 2; time += 1) await report({ messageId, kind: 'COMPLAINED', at })
  expect(await b.states()).toEqual({ 'bea@supplier.example': 'MUTED' })
  expect(await b.told()).toMatchObject([
    { name: 'THIRD_PARTY_UPDATED', data: { contact: { change: 'MUTED' } } },
  ])
  expect(await b.toBuyer()).toEqual([])
})

test('What is late or has arrived changes nobody, in whatever order it is told', async () => {
  const b = await bureau()
  const { messageId } = await b.invited('cleo@supplier.example')
  const delivery = async () => {
    const mails = await t.call('GET', `${b.base}/mailbox/mails?template=contact.invited`, { token: b.token })
    return mails.json<{ content: { delivery: string; status: string }[] }>().content[0]
  }
  await report({ messageId, kind: 'BOUNCED', permanent: false, reason: '452 4.2.2 full', at })
  expect(await delivery()).toMatchObject({ delivery: 'DELAYED', status: 'SENT' })
  await report({ messageId, kind: 'DELIVERED', at }, { messageId, kind: 'DELAYED', at })
  expect(await delivery()).toMatchObject({ delivery: 'DELIVERED', status: 'SENT' })
  expect([await b.states(), await b.told()]).toEqual([{ 'cleo@supplier.example': 'INVITED' }, []])
})

test('A relay that knows only the address reports by it, of all accounts that wrote there before', async () => {
  const [one, two, three] = [await bureau(), await bureau(), await bureau()]
  for (const b of [one, two]) await b.invited('dan@supplier.example')
  await three.post(`/thirdparties/${three.thirdpartyId}/contacts`, { email: 'dan@supplier.example' })
  const long = { recipient: 'Dan@Supplier.example', ...bounce, at: '2020-01-01T00:00:00.000' }
  await report(long)
  expect(await one.states()).toEqual({ 'dan@supplier.example': 'INVITED' })
  // An id of the relay's own says nothing to us.
  await report({ ...long, messageId: '0100018f@relay.example', at })
  for (const b of [one, two]) {
    expect(await b.states()).toEqual({ 'dan@supplier.example': 'BOUNCED' })
    expect(await b.toBuyer()).toEqual(['contact.bounced'])
  }
  expect(await three.states()).toEqual({ 'dan@supplier.example': 'NEW' })
})

test('A relay learns nothing of mails and addresses, and nobody else is listened to', async () => {
  const b = await bureau()
  const { messageId } = await b.invited('eli@supplier.example')
  const before = await metric('DELIVERED', 'unknown')
  const strange = [
    { recipient: 'nobody@nowhere.example' },
    { recipient: 'not an address' },
    { messageId: 'x' },
    { messageId: messageId.replace(`.${b.accountId}@`, '.999999999@') },
    { messageId: messageId.replace(/^<[^.]+/, '<00000000-0000-0000-0000-000000000000') },
  ].map((one) => ({ ...one, kind: 'DELIVERED', at }))
  const [known, unknown] = [
    await report({ messageId, kind: 'DELIVERED', at }),
    await report(strange[0] ?? {}),
  ]
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  expect((await report(...strange.slice(1))).json()).toEqual({ received: 4 })
  expect(await metric('DELIVERED', 'unknown')).toBe(before + 5)
  for (const wrong of ['', 'x', token.slice(1), `${token}x`, b.token]) {
    const answer = await t.call('POST', door, { token: wrong, body: [{ messageId, ...bounce }] })
    expect(problemOf(answer)).toEqual([401, 'AUTH_TOKEN_INVALID'])
  }
  expect(problemOf(await t.call('POST', door, { body: ['nonsense'] }))).toEqual([401, 'AUTH_TOKEN_MISSING'])
  expect(await b.states()).toEqual({ 'eli@supplier.example': 'INVITED' })
})

test('Reports that cannot be understood are refused as a whole', async () => {
  const b = await bureau()
  const { messageId } = await b.invited('fay@supplier.example')
  const sound = { messageId, ...bounce }
  const wrong: [object, string][] = [
    [{ kind: 'BOUNCED', at }, '/1/messageId'],
    [{ ...sound, kind: 'OPENED' }, '/1/kind'],
    [{ ...sound, at: 'yesterday' }, '/1/at'],
    [{ ...sound, at: '2026-13-45T00:00:00Z' }, '/1/at'],
    [{ ...sound, more: true }, '/1/more'],
  ]
  for (const [bad, pointer] of wrong) {
    const answer = await report(sound, bad)
    expect(problemOf(answer)).toEqual([400, 'VALIDATION_FAILED'])
    expect(answer.json()).toMatchObject({ errors: [{ pointer }] })
  }
  expect(problemOf(await report(...Array.from({ length: 501 }, () => sound)))[0]).toBe(400)
  expect(await b.states()).toEqual({ 'fay@supplier.example': 'INVITED' })
  expect(
    (await report(...Array.from({ length: 500 }, () => ({ ...sound, kind: 'DELIVERED' })))).statusCode,
  ).toBe(202)
})

test('A refusal of the whole message marks the contact, unless any message like it would be refused', async () => {
  const b = await bureau()
  await b.invited('gus@supplier.example', 'unknown-after-data-550')
  await b.invited('hal@supplier.example', 'refused-554')
  await b.invited('ida@supplier.example', 'too-large-552')
  await b.invited('jon@supplier.example', 'unknown-550')
  expect(await b.states()).toEqual({
    'gus@supplier.example': 'BOUNCED',
    'hal@supplier.example': 'BOUNCED',
    'ida@supplier.example': 'INVITED',
    'jon@supplier.example': 'BOUNCED',
  })
  expect(await b.toBuyer()).toEqual(Array.from({ length: 3 }, () => 'contact.bounced'))
})

test('A token for reports is long, or there is none', () => {
  expect(loadConfig({}).mailReportsToken).toBeNull()
  expect(loadConfig({ MAIL_REPORTS_TOKEN: token }).mailReportsToken).toBe(token)
  expect(() => loadConfig({ MAIL_REPORTS_TOKEN: 'short' })).toThrow(
    /MAIL_REPORTS_TOKEN must have at least 32/,
  )
})
