import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../units/unit-desk.ts'
import { alertDesk, type AlertDesk } from './alert-desk.ts'

let d: AlertDesk
let admin: Person
beforeAll(async () => {
  d = await alertDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

const daily = { reach: 'ALL', channel: 'DAILY', kinds: ['STRUCK_OFF'] } as const
const strike = (thirdpartyId: number) =>
  ({
    name: 'THIRD_PARTY_INFORMATION_UPDATED',
    thirdpartyId,
    data: { before: { status: 'ACTIVE' }, after: { status: 'STRUCK_OFF' } },
  }) as const

test('The owner of a critical company is written to at once, once, with the next step and its link', async () => {
  const ada = await d.person('ALL')
  const critical = await d.ownedCompany('Critical Ltd', ada)
  const plain = await d.ownedCompany('Plain Ltd', ada, 'Low')
  await d.procedure(critical)
  await d.procedure(plain)
  await d.run()
  expect(await d.mails(ada)).toEqual([])
  await d.pass(0.1)
  // Two workers at the same moment, and again.
  await Promise.all([d.run(), d.run()])
  await d.run()
  const [mail, ...others] = await d.mails(ada)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ template: 'alerts.at-once', subject: 'Critical Ltd: insolvency procedure' })
  expect(mail?.text).toContain(`/app/account/${d.office.accountId}/thirdparties/${critical}`)
  expect(mail?.text).toContain('Read the announcement')
  expect(await d.mails(admin)).toEqual([])
})

test('A thousand events in a minute become one mail in the language of its reader', async () => {
  const ada = await d.person('ALL')
  await d.t.call('PATCH', '/me', { token: ada.token, body: { language: 'fr' } })
  const companies = [await d.company('Uno', []), await d.company('Due', [])]
  await d.subscribe(ada, { subscriptions: [{ ...daily, channel: 'AT_ONCE' }] })
  for (let nth = 0; nth < 10; nth += 1)
    await d.tell(...Array.from({ length: 100 }, (_, i) => strike(companies[i % 2] ?? 0)))
  await d.run()
  await d.pass(0.1)
  await d.run()
  const mails = await d.mails(ada)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/, et 999 autres$/)])
  expect(mails[0]?.text).toContain('Et au moins 970 de plus, à voir dans Vigie.')
  expect(await d.unread(ada)).toBe(100)
})

test('A daily digest comes at the hour and in the zone of its reader, and leaves out what they have read', async () => {
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const [one, two] = [await d.company('One', []), await d.company('Two', [])]
  await d.passUntil(12)
  for (const person of [ada, bob])
    await d.subscribe(person, { timeZone: 'UTC', digestHour: 15, subscriptions: [daily] })
  await d.tell(strike(one), strike(two))
  await d.run()
  const [shown] = await d.alerts(bob)
  await d.must('POST', '/alerts/read', { token: bob.token, body: { alertIds: [shown?.alertId] } })
  await d.passUntil(14)
  await d.run()
  expect(await d.mails(ada)).toEqual([])
  await d.passUntil(15)
  await d.run()
  await d.run()
  expect((await d.mails(ada)).map(({ subject }) => subject)).toEqual(['Your day: 2 alerts'])
  expect((await d.mails(bob)).map(({ subject }) => subject)).toEqual(['Your day: one alert'])
  await d.passUntil(15)
  await d.run()
  expect(await d.mails(ada)).toHaveLength(1)
})

test('Quiet hours put a mail off, and other hours count for what waits already', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Quiet', [])
  const subscriptions = [{ ...daily, channel: 'AT_ONCE' }]
  await d.passUntil(2)
  const night = { timeZone: 'UTC', quiet: { from: 0, until: 20 }, subscriptions }
  await d.subscribe(ada, night)
  await d.tell(strike(thirdpartyId))
  await d.run()
  await d.pass(1)
  await d.run()
  expect(await d.mails(ada)).toEqual([])
  await d.subscribe(ada, { ...night, quiet: null })
  await d.pass(0.1)
  await d.run()
  expect(await d.mails(ada)).toHaveLength(1)
})

test('A run that dies after the mail was written, or before the alerts were, changes nothing of what is told', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Twice', [])
  await d.subscribe(ada, { subscriptions: [{ ...daily, channel: 'AT_ONCE' }] })
  await d.tell(strike(thirdpartyId))
  // The database refuses what ends each step, as if the worker had died there.
  const failing = async (table: string) => {
    await d.t.admin.query(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$;
       create trigger die before insert or update on ${table} for each row execute function die()`,
    )
    await expect(d.run()).rejects.toThrow('died')
    await d.t.admin.query(`drop trigger die on ${table}; drop function die()`)
  }
  await failing('alert_mailing')
  expect(await d.unread(ada)).toBe(0)
  await d.run()
  await d.pass(0.1)
  await failing('mail')
  await failing('alert_mailing')
  expect(await d.mails(ada)).toEqual([])
  await d.run()
  await d.run()
  expect(await d.mails(ada)).toHaveLength(1)
  expect(await d.unread(ada)).toBe(1)
})

test('Somebody suspended is not written to, and hears of it all once they are back', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Away', [])
  await d.subscribe(ada, { subscriptions: [{ ...daily, channel: 'AT_ONCE' }] })
  await d.tell(strike(thirdpartyId))
  await d.run()
  await d.must('PATCH', `/users/${ada.userId}`, { body: { active: false } })
  await d.pass(0.1)
  await d.run()
  expect(await d.mails(ada)).toEqual([])
  await d.must('PATCH', `/users/${ada.userId}`, { body: { active: true } })
  await d.tell(strike(thirdpartyId))
  await d.run()
  await d.pass(0.1)
  await d.run()
  expect((await d.mails(ada)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/, and 1 more$/)])
})

test('One click of a mail program ends the mails, without a sign-in, and the page goes on', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Enough', [])
  await d.subscribe(ada, { subscriptions: [{ ...daily, channel: 'AT_ONCE' }] })
  await d.tell(strike(thirdpartyId))
  await d.run()
  await d.pass(0.1)
  await d.run()
  const [mail] = await d.mails(ada)
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const url = /<http:\/\/vigie\.test(.*)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const page = await d.t.app.inject({ method: 'GET', url })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<form method="post">')])
  const click = (to: string) =>
    d.t.app.inject({
      method: 'POST',
      url: to,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  expect((await click(`${url}x`)).json<{ code: string }>().code).toBe('UNSUBSCRIBE_LINK_INVALID')
  expect((await click('/alerts/unsubscribe?token=bm90aGluZw.x')).statusCode).toBe(403)
  expect((await click(url)).statusCode).toBe(200)
  expect((await click(url)).statusCode).toBe(200)
  await d.tell(strike(thirdpartyId))
  await d.run()
  await d.pass(1)
  await d.run()
  expect([(await d.mails(ada)).length, await d.unread(ada)]).toEqual([1, 2])
  expect(await d.must<object>('GET', '/alert-settings', { token: ada.token })).toMatchObject({ mails: false })
})

test('News of more than a week is shown in the page and mailed to nobody', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Late', [])
  await d.subscribe(ada, { subscriptions: [{ ...daily, channel: 'AT_ONCE' }] })
  await d.tell(strike(thirdpartyId))
  await d.pass(24 * 8)
  await d.run()
  await d.pass(1)
  await d.run()
  expect([(await d.mails(ada)).length, await d.unread(ada)]).toEqual([0, 1])
})
