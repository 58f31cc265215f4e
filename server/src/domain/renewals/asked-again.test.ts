import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../../../test/database/fixtures.ts'
import { desk, type Desk } from '../../../test/dossiers/desk.ts'
import { testPublicUrl } from '../../../test/harness/app.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { givenAnswer } from '../../../test/responses/given-answer.ts'
import { jobScope, wholeAccount } from '../../platform/kernel/index.ts'
import { contactSeen } from '../contacts/index.ts'
import { expireAnswers } from '../evaluation/index.ts'
import { inviteContacts, reinviteContacts, remindContacts } from '../invitations/index.ts'
import { renewDossiers } from './renew-dossiers.ts'
import { requestRenewals } from './request-renewals.ts'
import { warnContacts } from './warn-contacts.ts'

const limits = { invitationsPerHour: 1_000, mailsPerDay: 1_000 }
const settings = { publicUrl: testPublicUrl, secret: new Uint8Array(32).fill(7), limits }
const writing = [inviteContacts, reinviteContacts, remindContacts, warnContacts].map((step) => step(settings))
const nights = [expireAnswers, renewDossiers, requestRenewals, ...writing]
const dayMs = 86_400_000
// A Monday.
const start = Date.parse('2027-03-01T04:00:00Z')
const dayOf = (nth: number) => new Date(start + nth * dayMs).toISOString().slice(0, 10)

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

interface Scene extends Desk {
  buyer: string
  person(email: string, themes: string[]): Promise<number>
  /** Lives these days and tells the mails of each: `day template recipient`. */
  live(from: number, to: number): Promise<string[]>
  states(): Promise<string[]>
  /** Five reminders and a mail to the buyer later. */
  fallSilent(contactIds: readonly number[]): Promise<void>
}

async function scene(): Promise<Scene> {
  const d = await desk(t, 'SANDBOX')
  const { accountId } = d
  const path = `/thirdparties/${d.thirdpartyId}/contacts`
  const { email: buyer } = await t.given.person([accountId], ['MANAGER'])
  await setClockOffset(t, d, start - Date.now())
  let seen = 0
  const live = async (from: number, to: number) => {
    const told: string[] = []
    for (let nth = from; nth <= to; nth += 1) {
      await setClockOffset(t, d, start + nth * dayMs - Date.now())
      for (const step of nights) await step(t.db, jobScope(accountId, 'test'))
      const { rows } = await t.admin.query<{ id: string; line: string }>(
        `select mail_id as id, template || ' ' || recipient as line from mail
         where account_id = $1 and mail_id > $2 order by mail_id`,
        [accountId, seen],
      )
      seen = Number(rows.at(-1)?.id ?? seen)
      told.push(...rows.map(({ line }) => `${nth} ${line}`))
    }
    return told
  }
  return {
    ...d,
    buyer,
    live,
    person: async (email, themes) =>
      (await d.post(path, { email, themes })).json<{ contactId: number }>().contactId,
    states: async () =>
      (await d.get(path))
        .json<{ content: { state: string; silentReminders: number }[] }>()
        .content.map(({ state, silentReminders }) => `${state} ${silentReminders}`),
    fallSilent: async (contactIds) => {
      await live(0, 0)
      for (const contactId of contactIds)
        await t.db.write(wholeAccount(accountId), (tx) => contactSeen(tx, { accountId }, contactId))
      await live(1, 48)
    },
  }
}

const withoutDay = (lines: readonly string[]) => lines.map((line) => line.slice(line.indexOf(' ') + 1))

test('A silent contact is reminded again, from the first, once a new dossier requests something of them', async () => {
  const s = await scene()
  const ada = await s.person('ada@supplier.example', ['CYBERSECURITY', 'FINANCE'])
  const ben = await s.person('ben@supplier.example', ['FINANCE'])
  await s.open({ dossierTypeCode: 'ONBOARDING' })
  await s.fallSilent([ada, ben])
  expect(await s.states()).toEqual(['SILENT 5', 'SILENT 5'])
  expect(await s.live(49, 63)).toEqual([])
  await s.told()
  await s.open({ dossierTypeCode: 'CYBERSECURITY' })
  // Ben is not asked anything new.
  const week = await s.live(64, 70)
  expect(withoutDay(week)).toEqual(['contact.reminder ada@supplier.example'])
  expect(await s.states()).toEqual(['ACTIVE 1', 'SILENT 5'])
  const reminders = (await s.told()).filter(({ name }) => name === 'THIRD_PARTY_CONTACT_WEEKLY_REMINDER')
  expect(reminders).toMatchObject([{ data: { reminder: 1, contact: { contactId: ada } } }])
  expect(withoutDay(await s.live(71, 126))).toEqual([
    ...Array.from({ length: 4 }, () => 'contact.reminder ada@supplier.example'),
    `contact.silent ${s.buyer}`,
  ])
  expect(await s.states()).toEqual(['SILENT 5', 'SILENT 5'])
}, 120_000)

test('A request between the last reminder and the word to the buyer is not lost', async () => {
  const s = await scene()
  const ada = await s.person('ada@supplier.example', ['CYBERSECURITY', 'FINANCE'])
  await s.open({ dossierTypeCode: 'ONBOARDING' })
  await s.live(0, 0)
  await t.db.write(wholeAccount(s.accountId), (tx) => contactSeen(tx, s, ada))
  // The fifth is sent in the sixth week.
  expect(await s.live(1, 39)).toHaveLength(5)
  await s.open({ dossierTypeCode: 'CYBERSECURITY' })
  const [told, reminder, ...more] = await s.live(40, 52)
  expect(told).toMatch(new RegExp(`^4[2-5] contact.silent ${s.buyer}$`))
  expect(reminder).toMatch(/^(4[3-9]|5[0-2]) contact.reminder ada@supplier.example$/)
  expect(more.every((line) => line.endsWith('contact.reminder ada@supplier.example'))).toBe(true)
}, 120_000)

test('A silent contact is warned of what ends and reminded to renew it; who cannot or will not be reached is not', async () => {
  const s = await scene()
  const { accountId } = s
  const people = ['ada', 'mia', 'bob'].map((name) => `${name}@supplier.example`)
  const ids: number[] = []
  for (const email of people) ids.push(await s.person(email, []))
  const { documents } = await t.given.dossier(s, s.thirdpartyId)
  // So that warnings fall on a Saturday, a Sunday, a Monday and a Sunday.
  const lastDay = 189
  const expirationDate = dayOf(lastDay)
  await givenAnswer(t, {
    accountId,
    state: 'ACCEPTED',
    expirationDate,
    documentId: documents['INS_LIABILITY'] ?? 0,
  })
  await s.fallSilent(ids)
  await t.admin.query('update contact set muted_at = now() where contact_id = $1', [ids[1]])
  await t.admin.query('update contact set bounced_at = now() where contact_id = $1', [ids[2]])
  expect(await s.live(49, 70)).toEqual([])
  const told = await s.live(152, lastDay)
  expect(told.filter((line) => !line.endsWith('ada@supplier.example'))).toEqual([])
  // Nobody is reminded from Friday to Sunday. On the Monday a reminder may name it instead.
  const warned = [30, 15, 1].map((before) => `${lastDay - before} contact.expiry ada@supplier.example`)
  expect(told).toEqual(expect.arrayContaining(warned))
  expect(told[0]).toBe(warned[0])
  expect(told.filter((line) => line.startsWith(`${lastDay - 7} `))).toHaveLength(1)
  // The last day is a Monday, which is the day of some contacts.
  expect([4, 5]).toContain(told.filter((line) => line.includes('contact.reminder')).length)
}, 120_000)
