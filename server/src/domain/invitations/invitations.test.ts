import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setClockOffset } from '../../../test/database/fixtures.ts'
import { desk, problemOf, type Desk } from '../../../test/dossiers/desk.ts'
import { fakeSmtp } from '../../../test/fakes/smtp.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { givenAnswer } from '../../../test/responses/given-answer.ts'
import { mailsOf, reject, reviewDesk } from '../../../test/responses/review-desk.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { loadConfig } from '../../config.ts'
import { openInvitations } from '../../open-invitations.ts'
import type { Db } from '../../platform/db/index.ts'
import { jobScope, wholeAccount } from '../../platform/kernel/index.ts'
import { sendMail, smtpTransport } from '../../platform/mail/index.ts'
import { contactSeen } from '../contacts/index.ts'
import { whatIsMissing } from '../evaluation/index.ts'
import {
  contactRefused,
  declineAsContact,
  inviteContacts,
  reinviteContacts,
  remindContacts,
  type InvitationSettings,
} from './index.ts'
import { buildUnsubscribeLinks } from './unsubscribe-token.ts'

const day = 86_400_000
const limits = { invitationsPerHour: 200, mailsPerDay: 2_000 }
const settings: InvitationSettings = { publicUrl: testPublicUrl, secret: new Uint8Array(32).fill(7), limits }
// A Monday, at the hour of the night's jobs.
const monday = Date.parse('2027-03-01T04:00:00Z')

interface Contact {
  contactId: number
  state: string
  themes: string[]
  lastSeenAt: string | null
}

interface Wing extends Desk {
  contact(email: string, more?: object): Promise<Contact>
  contacts(): Promise<Contact[]>
  /** Sets the clock to so many days after the Monday, and does what the jobs of that day do. */
  live(days: number): Promise<string[]>
  at(days: number): Promise<void>
  /** Templates and recipients of the mails since the last time. */
  mailed(): Promise<string[]>
}

let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: { INVITATIONS_PER_HOUR: '6' } })
})
afterAll(() => t.close())

async function wing(): Promise<Wing> {
  const d = await desk(t, 'SANDBOX')
  const scope = jobScope(d.accountId, 'test')
  const path = `/thirdparties/${d.thirdpartyId}/contacts`
  const at = (days: number) => setClockOffset(t, d, monday + days * day - Date.now())
  let seen = 0
  const mailed = async () => {
    const { rows } = await t.admin.query<{ id: string; line: string }>(
      `select mail_id as id, template || ' ' || recipient as line from mail
       where account_id = $1 and mail_id > $2 order by mail_id`,
      [d.accountId, seen],
    )
    seen = Number(rows.at(-1)?.id ?? seen)
    return rows.map(({ line }) => line)
  }
  await at(0)
  return {
    ...d,
    at,
    mailed,
    contact: async (email, more = {}) => (await d.post(path, { email, ...more })).json<Contact>(),
    contacts: async () => (await d.get(path)).json<{ content: Contact[] }>().content,
    live: async (days) => {
      await at(days)
      for (const step of [inviteContacts, reinviteContacts, remindContacts]) await step(settings)(t.db, scope)
      return mailed()
    },
  }
}

const visit = ({ accountId }: Wing, { contactId }: Contact) =>
  t.db.write(wholeAccount(accountId), (tx) => contactSeen(tx, { accountId }, contactId))

describe('Mails to contacts', () => {
  test('Contacts are invited when something is required, then weekly until they come, then no more', async () => {
    const w = await wing()
    const anne = await w.contact('anne@supplier.example', { firstName: 'Anne', language: 'en' })
    expect(anne).toMatchObject({ state: 'NEW', themes: [], invitedAt: null })
    await w.told()
    expect(await w.live(0)).toEqual([])
    await w.open({ dossierTypeCode: 'ONBOARDING' })
    await w.told()
    // Two schedulers at once, and again: one mail.
    const scope = jobScope(w.accountId, 'test')
    await Promise.all([1, 2, 3].map(() => inviteContacts(settings)(t.db, scope)))
    expect(await w.live(0)).toEqual(['contact.invited anne@supplier.example'])
    expect(await w.told()).toMatchObject([
      {
        name: 'THIRD_PARTY_CONTACT_INVITED',
        data: { contact: { contactId: anne.contactId, email: 'anne@supplier.example' } },
      },
    ])
    expect(await w.contacts()).toMatchObject([{ state: 'INVITED' }])
    expect(await w.live(6)).toEqual([])
    for (let week = 1; week <= 6; week += 1) {
      expect(await w.live(week * 7), `week ${week}`).toEqual(['contact.re-invited anne@supplier.example'])
    }
    const again = 'THIRD_PARTY_CONTACT_RE_INVITED_AUTO'
    expect(await w.names()).toEqual(Array.from({ length: 6 }, () => again))
    const [last] = await mailsOf(w)
    expect(last?.text).toContain('our last message')
    const { userId, email } = await t.given.person([w.accountId], ['MANAGER'])
    expect(userId).toBeGreaterThan(0)
    expect(await w.live(48)).toEqual([])
    expect(await w.live(49)).toEqual([`contact.no-answer ${email}`])
    expect(await w.told()).toMatchObject([
      {
        name: 'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE',
        data: { contact: { contactId: anne.contactId, reason: 'NO_ANSWER', before: { firstName: 'Anne' } } },
      },
    ])
    expect(await w.contacts()).toEqual([])
    expect(await w.live(56)).toEqual([])
  })

  test('Contacts are invited by hand, as often as the account may', async () => {
    const w = await wing()
    const { contactId } = await w.contact('bob@supplier.example')
    const path = `/thirdparties/${w.thirdpartyId}/contacts/${contactId}/invite`
    await w.told()
    expect((await w.post(path)).json()).toMatchObject({ state: 'INVITED' })
    const key = { 'idempotency-key': 'once' }
    const [one, two] = [await w.post(path, undefined, key), await w.post(path, undefined, key)]
    expect(two.body).toBe(one.body)
    expect(await w.names()).toEqual(['THIRD_PARTY_CONTACT_INVITED', 'THIRD_PARTY_CONTACT_RE_INVITED'])
    // Sent again means a new way in, whatever became of the first mail.
    const { rows } = await t.admin.query<{ secret: string }>(
      'select distinct secret from mail where account_id = $1 and contact_id = $2',
      [w.accountId, contactId],
    )
    expect(rows).toHaveLength(2)
    expect(await w.mailed()).toEqual([
      'contact.invited bob@supplier.example',
      'contact.re-invited bob@supplier.example',
    ])
    const many = await Promise.all(Array.from({ length: 8 }, () => w.post(path)))
    expect(many.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4)
    const refused = many.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({ code: 'QUOTA_EXCEEDED', retryable: true })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    await setClockOffset(t, w, monday + 3_600_000 - Date.now())
    expect((await w.post(path)).statusCode).toBe(200)
    expect(problemOf(await w.post(path.replace(String(contactId), '999999')))).toEqual([
      404,
      'CONTACT_NOT_FOUND',
    ])
    await w.post(`/thirdparties/${w.thirdpartyId}/archive`)
    expect(problemOf(await w.post(path))).toEqual([409, 'THIRD_PARTY_ARCHIVED'])
  })

  test('Contacts are reminded weekly of what is missing in their themes, five times without an answer, then the buyer is told', async () => {
    const w = await wing()
    const carl = await w.contact('carl@supplier.example', { themes: ['FINANCE'], language: 'en' })
    const dora = await w.contact('dora@supplier.example', { themes: ['HUMAN_RIGHTS'] })
    await w.open({ dossierTypeCode: 'ONBOARDING', dueDate: '2027-03-20' })
    expect(await w.live(0)).toEqual(['contact.invited carl@supplier.example'])
    await visit(w, carl)
    const { email } = await t.given.person([w.accountId], ['ADMIN'])
    await w.told()
    const sent: [number, string][] = []
    for (let at = 1; at <= 63; at += 1) for (const line of await w.live(at)) sent.push([at, line])
    const days = sent.map(([at]) => at)
    expect(sent.map(([, line]) => line)).toEqual([
      ...Array.from({ length: 5 }, () => 'contact.reminder carl@supplier.example'),
      `contact.silent ${email}`,
    ])
    const first = days[0] ?? 0
    expect(days).toEqual([0, 7, 14, 21, 28, 35].map((after) => first + after))
    expect(first % 7).toBe(carl.contactId % 4)
    expect(first).toBeGreaterThanOrEqual(7)
    const told = await w.told()
    expect(told.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 5 }, () => 'THIRD_PARTY_CONTACT_WEEKLY_REMINDER'),
      'THIRD_PARTY_UPDATED',
    ])
    expect(told[4]).toMatchObject({ data: { reminder: 5, contact: { email: 'carl@supplier.example' } } })
    expect(await w.contacts()).toMatchObject([
      { state: 'SILENT', silentReminders: 5 },
      { state: 'NEW', silentReminders: 0 },
    ])
    const reminder = (await mailsOf(w)).find(({ subject }) => subject.includes('still expected'))
    expect(reminder?.text).toMatch(/Bank details \(IBAN\)\n {2}Late: was due on 20 March 2027 · /)
    expect(reminder?.text).not.toContain('Annual accounts\n')
    const searches = async () =>
      (await w.get(`/tasks?thirdpartyId=${w.thirdpartyId}&state=OPEN,DONE`)).json<{
        content: { title: string; state: string }[]
      }>().content
    expect(await searches()).toMatchObject([
      { title: expect.stringMatching(/^Find somebody at /), state: 'OPEN' },
    ])
    // A sign of life starts it all anew.
    await visit(w, carl)
    expect((await w.contacts())[0]).toMatchObject({ state: 'ACTIVE', silentReminders: 0 })
    const more: string[] = []
    // One week: which day it is depends on the number of the contact.
    for (let at = 64; at <= 70; at += 1) more.push(...(await w.live(at)))
    expect(more).toEqual(['contact.reminder carl@supplier.example'])
    expect(await searches()).toMatchObject([{ state: 'DONE' }])
    expect(dora.state).toBe('NEW')
  }, 120_000)

  test('Contacts get each mail once, also when the worker dies before its end', async () => {
    const w = await wing()
    await w.contact('eve@supplier.example')
    await w.open({ dossierTypeCode: 'ONBOARDING' })
    const scope = jobScope(w.accountId, 'test')
    const dying: Db = {
      ...t.db,
      read: (...given) => t.db.read(...given),
      write: (of, work) =>
        t.db.write(of, async (tx) => {
          await work(tx)
          throw new Error('killed')
        }),
    }
    await expect(inviteContacts(settings)(dying, scope)).rejects.toThrow('killed')
    expect(await w.mailed()).toEqual([])
    expect(await w.contacts()).toMatchObject([{ state: 'NEW' }])
    const few = { ...settings, limits: { ...limits, mailsPerDay: 1 } }
    await inviteContacts(few)(t.db, scope)
    expect(await w.mailed()).toEqual(['contact.invited eve@supplier.example'])
    // The day's allowance is used up; the next day goes on.
    await w.contact('fay@supplier.example')
    await inviteContacts(few)(t.db, scope)
    expect(await w.mailed()).toEqual([])
    await w.at(1)
    await inviteContacts(few)(t.db, scope)
    expect(await w.mailed()).toEqual(['contact.invited fay@supplier.example'])
    await t.call('PATCH', `${w.base}/evaluation-options`, { token: w.token, body: { autoInvite: false } })
    await w.contact('gil@supplier.example')
    expect(await w.live(2)).toEqual([])
  })
})

describe('People who unsubscribe', () => {
  test('People unsubscribe from reminders by one click and by a page', async () => {
    const w = await wing()
    const hugo = await w.contact('hugo@supplier.example')
    await w.open({ dossierTypeCode: 'ONBOARDING' })
    await w.live(0)
    await visit(w, hugo)
    for (let at = 7; at <= 10; at += 1) await w.live(at)
    const { rows } = await t.admin.query<{ headers: Record<string, string>; html: string }>(
      `select headers, body_html as html from mail where account_id = $1 and template = 'contact.reminder'`,
      [w.accountId],
    )
    expect(rows).toHaveLength(1)
    const headers = rows[0]?.headers ?? {}
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    // The app signs with its own secret; this test, with another.
    const foreign = new URL((headers['List-Unsubscribe'] ?? '').slice(1, -1))
    expect(rows[0]?.html).toContain(foreign.toString())
    const click = (url: string) =>
      t.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect(problemOf(await click(foreign.pathname + foreign.search))).toEqual([
      403,
      'UNSUBSCRIBE_LINK_INVALID',
    ])
    for (const token of ['x', 'W10.a', 'WzEsMl0.', `${Buffer.from('[1,{}]').toString('base64url')}.x`]) {
      expect(problemOf(await click(`/portal/unsubscribe?token=${token}`))).toEqual([
        403,
        'UNSUBSCRIBE_LINK_INVALID',
      ])
    }
    const real = openInvitations({ config: loadConfig({}), publicUrl: '', secretKey: t.secretKey })
    const to = { contactId: hugo.contactId, email: 'hugo@supplier.example', language: 'fr' as const }
    const { url } = buildUnsubscribeLinks(w, to, real).footerLink
    const page = await t.app.inject({ method: 'GET', url, headers: { 'accept-language': 'fr' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<form method="post">')
    expect(page.body).not.toContain('hugo')
    expect(await w.contacts()).toMatchObject([{ state: 'ACTIVE' }])
    await w.told()
    expect([(await click(url)).statusCode, (await click(url)).statusCode]).toEqual([200, 200])
    expect(await w.contacts()).toMatchObject([{ state: 'MUTED' }])
    expect(await w.told()).toMatchObject([
      { name: 'THIRD_PARTY_UPDATED', data: { contact: { change: 'MUTED' } } },
    ])
    await w.mailed()
    for (let at = 14; at <= 22; at += 1) expect(await w.live(at)).toEqual([])
    // Another address is another mailbox: it is invited, and the old link has no say in it.
    const path = `/thirdparties/${w.thirdpartyId}/contacts/${hugo.contactId}`
    expect((await w.patch(path, { email: 'ivo@supplier.example' })).json()).toMatchObject({ state: 'NEW' })
    expect(await w.live(22)).toEqual(['contact.invited ivo@supplier.example'])
    expect((await click(url)).statusCode).toBe(403)
  })

  test('People unsubscribe from all mails, or their mail server does', async () => {
    const w = await wing()
    const { email } = await t.given.person([w.accountId], ['MANAGER'])
    const jan = await w.contact('jan@supplier.example')
    const kim = await w.contact('kim@supplier.example', { firstName: 'Kim' })
    await w.open({ dossierTypeCode: 'ONBOARDING' })
    await w.live(0)
    await w.told()
    const smtp = await fakeSmtp()
    const transport = smtpTransport({ url: smtp.url, from: 'vigie@example.org' })
    const { rows } = await t.admin.query<{ mail_id: string; contact_id: string }>(
      'select mail_id, contact_id from mail where account_id = $1 order by mail_id',
      [w.accountId],
    )
    smtp.misbehave('unknown-550')
    for (const { mail_id } of rows) {
      const payload = { accountId: w.accountId, mailId: Number(mail_id) }
      await runTask(t, 'mail.send', sendMail(transport, contactRefused(settings)), payload)
    }
    expect(smtp.received.map(({ to }) => to)).toEqual([['kim@supplier.example']])
    expect((await w.contacts()).map(({ state }) => state)).toEqual(['BOUNCED', 'INVITED'])
    expect(await w.mailed()).toEqual([`contact.bounced ${email}`])
    const invite = `/thirdparties/${w.thirdpartyId}/contacts/${jan.contactId}/invite`
    expect(problemOf(await w.post(invite))).toEqual([409, 'CONTACT_BOUNCED'])
    expect(await w.live(7)).toEqual(['contact.re-invited kim@supplier.example'])
    const [again] = await mailsOf(w)
    const mailId = again?.mailId ?? 0
    await runTask(t, 'mail.send', sendMail(transport), { accountId: w.accountId, mailId })
    const headers = new Map(smtp.received.at(-1)?.email.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe')).toMatch(/^<http:.*\/portal\/unsubscribe\?token=\S+>$/)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    transport.close()
    await smtp.close()
    const scope = {
      accountId: w.accountId,
      units: 'ALL' as const,
      actor: { type: 'CONTACT' as const, id: kim.contactId, name: 'Kim' },
    }
    const declined = { contactId: kim.contactId, reason: 'NOT_ME' as const }
    for (let time = 0; time < 2; time += 1) {
      await t.db.write(wholeAccount(scope.accountId), (tx) => declineAsContact(tx, scope, declined, settings))
    }
    expect(await w.mailed()).toEqual([`contact.not-me ${email}`])
    const told = await w.told()
    expect(told.map(({ name }) => name)).toEqual([
      'THIRD_PARTY_UPDATED',
      'THIRD_PARTY_CONTACT_RE_INVITED_AUTO',
      'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE',
    ])
    const left = await t.admin.query('select from contact_link where account_id = $1 and contact_id = $2', [
      w.accountId,
      kim.contactId,
    ])
    expect(left.rowCount).toBe(0)
  })
})

test('A rejection is mailed to the contacts of its theme, with a link to the portal', async () => {
  const d = await reviewDesk(t)
  const path = `/thirdparties/${d.thirdpartyId}/contacts`
  for (const [name, themes] of Object.entries({ all: [], law: ['LEGAL_COMPLIANCE'], money: ['FINANCE'] })) {
    await d.post(path, { email: `${name}@supplier.example`, language: 'en', themes })
  }
  const { rows } = await t.admin.query<{ theme: string }>(
    `select theme from document_type where account_id = $1 and code = 'ACCOUNTS'`,
    [d.accountId],
  )
  expect(rows[0]?.theme).toBe('FINANCE')
  const sent = { comment: 'Not signed.', shareRejectionReason: true }
  const answer = await reject(d, await d.answer('ACCOUNTS'), sent)
  expect(answer.json()).toMatchObject({ notification: 'SENT' })
  const mails = await mailsOf(d)
  const told = mails.map(({ recipient }) => recipient).toSorted()
  expect(told).toEqual(['all@supplier.example', 'money@supplier.example'])
  expect(mails.every(({ text }) => text.includes('/portal#link=…'))).toBe(true)
  const ways = await t.admin.query<{ secret: string }>(
    'select secret from mail where account_id = $1 and length(secret) = 43',
    [d.accountId],
  )
  expect(new Set(ways.rows.map(({ secret }) => secret)).size).toBe(2)
})

test('A document the account answers itself is requested from nobody', async () => {
  const w = await wing()
  await w.contact('nora@supplier.example', { themes: ['ETHICS'] })
  const { documents, dossierId } = await t.given.dossier(w, w.thirdpartyId, 'SCREENING')
  const given = { accountId: w.accountId, state: 'ACCEPTED' }
  const others = Object.entries(documents).filter(([code]) => code !== 'INTEGRITY_DECISION')
  for (const [, documentId] of others) await givenAnswer(t, { ...given, documentId })
  // Only the decision is left: for the account the dossier is not complete, for the company nothing is asked.
  expect((await w.get(`/dossiers/${dossierId}`)).json()).toMatchObject({ statusCode: 'ONGOING' })
  expect(await w.live(0)).toEqual([])
  const documentId = documents['INTEGRITY_DECISION'] ?? 0
  expect((await w.get(`/dossiers/${dossierId}/documents/${documentId}`)).json()).toMatchObject({
    answeredBy: 'ACCOUNT',
    statusCode: 'MISSING',
  })
  // Nobody outside is told that it was turned down either.
  const responseId = await givenAnswer(t, { accountId: w.accountId, documentId })
  const rejected = await reject(w, responseId, { comment: 'Sign it.', shareRejectionReason: true })
  expect(rejected.json()).toMatchObject({ notification: 'NOT_SHARED' })
  expect(await w.mailed()).toEqual([])
  // A type that is taken inside is asked no more, from then on.
  await w.open({ dossierTypeCode: 'ONBOARDING' })
  const asked = async () =>
    (
      await t.db.read(wholeAccount(w.accountId), (tx) =>
        whatIsMissing(tx, w, { thirdpartyIds: [w.thirdpartyId] }),
      )
    ).map(({ code }) => code)
  expect(await asked()).toContain('SUP_IDENTITY')
  const type = (await w.get('/document-types/SUP_IDENTITY')).json<{ definition: object }>()
  const body = { ...type.definition, answeredBy: 'ACCOUNT' }
  const url = `${w.base}/document-types/SUP_IDENTITY`
  expect((await t.call('PUT', url, { token: w.token, body })).json()).toMatchObject({ version: 2 })
  expect(await asked()).not.toContain('SUP_IDENTITY')
})

test('A contact deleted while being invited is invited before or not at all', async () => {
  const w = await wing()
  await w.open({ dossierTypeCode: 'ONBOARDING' })
  const scope = jobScope(w.accountId, 'test')
  for (let round = 0; round < 4; round += 1) {
    const { contactId } = await w.contact(`round${round}@supplier.example`)
    const url = `${w.base}/thirdparties/${w.thirdpartyId}/contacts/${contactId}`
    const [deleted, invited] = await Promise.all([
      t.call('DELETE', url, { token: w.token }),
      t.call('POST', `${url}/invite`, { token: w.token }),
      inviteContacts(settings)(t.db, scope),
    ])
    expect(deleted.statusCode).toBe(204)
    expect([200, 404]).toContain(invited.statusCode)
    const { rowCount } = await t.admin.query('select from contact_link where contact_id = $1', [contactId])
    expect(rowCount).toBe(0)
  }
  const names = await w.names()
  const after = names.slice(names.lastIndexOf('THIRD_PARTY_CONTACT_DELETED') + 1)
  expect(after).toEqual([])
})

test('A company is added with its contacts, all or nothing', async () => {
  const office = await t.given.office()
  const add = (contacts: object[]) =>
    t.call('POST', `${office.base}/thirdparties`, {
      token: office.token,
      body: {
        legalIdentifier: { code: 'CIT001', value: '55208131766522' },
        unmanaged: { name: 'Known to us', countryCode: 'FR' },
        contacts,
      },
    })
  const twice = await add([{ email: 'a@c.example' }, { email: 'A@c.example' }])
  expect(twice.json()).toMatchObject({ code: 'CONTACT_DUPLICATE', pointer: '/contacts/1/email' })
  expect((await add([{ email: 'nobody' }])).json()).toMatchObject({ code: 'EMAIL_INVALID' })
  const added = await add([{ email: 'a@c.example', firstName: 'A', language: 'en' }])
  expect(added.statusCode, added.body).toBe(201)
  const { thirdpartyId } = added.json<{ thirdpartyId: number }>()
  const list = await t.call('GET', `${office.base}/thirdparties/${thirdpartyId}/contacts`, office)
  expect(list.json()).toMatchObject({ content: [{ email: 'a@c.example', firstName: 'A', language: 'en' }] })
})
