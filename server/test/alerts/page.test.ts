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

test('Whoever answers for a company finds in the page what happened, why it matters and what to do', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.ownedCompany('Molten Ltd', ada, null)
  await d.procedure(thirdpartyId)
  await d.run()
  await d.run()
  const [first] = await d.alerts(ada)
  expect(await d.kinds(ada)).toEqual(['OWNERSHIP', 'PROCEDURE'])
  expect(first).toMatchObject({
    kind: 'PROCEDURE',
    what: 'Molten Ltd: insolvency procedure',
    link: `/app/account/${d.office.accountId}/thirdparties/${thirdpartyId}`,
    read: false,
    thirdpartyId,
  })
  expect(first?.why).toMatch(/at risk/)
  expect(first?.next).toMatch(/^Read the announcement/)
  const french = await d.ask('GET', '/alerts', { token: ada.token, headers: { 'accept-language': 'fr' } })
  expect(french.body).toContain('Molten Ltd\u00a0: procédure collective')
  expect(await d.kinds(admin)).not.toContain('PROCEDURE')
})

test('Alerts are marked as read one by one, or all at once', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.ownedCompany('Thrice Ltd', ada, null)
  for (let nth = 0; nth < 3; nth += 1) await d.procedure(thirdpartyId)
  await d.run()
  expect(await d.unread(ada)).toBe(4)
  const [newest, second] = await d.alerts(ada)
  const read = (body: object) =>
    d.must<{ unread: number }>('POST', '/alerts/read', { token: ada.token, body })
  expect(await read({ alertIds: [second?.alertId] })).toEqual({ unread: 3 })
  expect(await read({ alertIds: [second?.alertId] })).toEqual({ unread: 3 })
  expect((await d.alerts(ada, 'unread=true')).map(({ alertId }) => alertId)).not.toContain(second?.alertId)
  expect((await d.alerts(ada, 'unread=false')).map(({ alertId }) => alertId)).toEqual([second?.alertId])
  expect((await d.alerts(ada, 'kind=OWNERSHIP')).map(({ kind }) => kind)).toEqual(['OWNERSHIP'])
  expect(await d.alerts(ada, 'kind=PROCEDURE&unread=true')).toHaveLength(2)
  expect(await d.refusal('GET', '/alerts?kind=WEATHER', { token: ada.token })).toMatch(/^400/)
  expect(await read({ through: newest?.alertId })).toEqual({ unread: 0 })
  await d.procedure(thirdpartyId)
  await d.run()
  expect(await d.unread(ada)).toBe(1)
})

test('API clients have no alerts, and settings that mean nothing are refused', async () => {
  expect(await d.refusal('GET', '/alerts')).toBe('403 PEOPLE_ONLY')
  expect(await d.refusal('GET', '/alert-settings')).toBe('403 PEOPLE_ONLY')
  const { token } = admin
  const put = (body: object) => d.refusal('PUT', '/alert-settings', { token, body })
  expect(await put({ timeZone: 'Mars/Base' })).toBe('422 ALERT_TIME_ZONE_UNKNOWN')
  const subscription = { reach: 'ALL', channel: 'DAILY', minCriticality: 'Enormous' }
  expect(await put({ subscriptions: [subscription] })).toBe('422 ALERT_CRITICALITY_UNKNOWN')
  const settings = { timeZone: 'Asia/Tokyo', quiet: { from: 20, until: 7 }, subscriptions: [] }
  await d.must('PUT', '/alert-settings', { token, body: settings })
  const {
    defaultSubscriptions: [first, ...others],
    ...shown
  } = await d.must<{ defaultSubscriptions: object[] }>('GET', '/alert-settings', { token })
  expect(first).toEqual({ kinds: [], reach: 'MINE', channel: 'PAGE', firstCriticality: false })
  expect(others).toHaveLength(2)
  expect(shown).toEqual({
    ...settings,
    digestHour: 7,
    digestWeekday: 1,
    defaults: true,
    mails: true,
  })
  const stale = { token, body: settings, headers: { 'if-match': '"0"' } }
  expect((await d.ask('PUT', '/alert-settings', stale)).statusCode).toBe(412)
})

test('Subscriptions choose by kind, criticality and reach; what is nobody’s wish is nobody’s alert', async () => {
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const critical = await d.ownedCompany('Critical Ltd', admin)
  const plain = await d.ownedCompany('Plain Ltd', admin, 'Low')
  const wish = { kinds: ['PROCEDURE'], minCriticality: 'Medium', reach: 'ALL', channel: 'PAGE' }
  await d.subscribe(ada, { subscriptions: [wish] })
  await d.subscribe(bob, {
    subscriptions: [{ kinds: ['STRUCK_OFF'], reach: 'ALL', channel: 'PAGE' }],
  })
  await d.procedure(critical)
  await d.procedure(plain)
  await d.run()
  expect((await d.alerts(ada)).map((one) => one.thirdpartyId)).toEqual([critical])
  expect(await d.alerts(bob)).toEqual([])
})

test('Followers and members of teams are told, and a subscription of a team is told to all in it', async () => {
  const [ada, bob, eve] = [await d.person('ALL'), await d.person('ALL'), await d.person('ALL')]
  const thirdpartyId = await d.ownedCompany('Followed Ltd', admin, null)
  const teamId = await d.team('Watchers', [ada])
  const followers = { followers: [{ teamId }, { userId: bob.userId }] }
  await d.must('PUT', `/thirdparties/${thirdpartyId}/followers`, { body: followers })
  const others = await d.team('All ears', [eve])
  const body = { subscriptions: [{ kinds: ['PROCEDURE'], reach: 'ALL', channel: 'PAGE' }] }
  await d.must('PUT', `/teams/${others}/alert-subscriptions`, { body })
  expect(await d.must<object>('GET', `/teams/${others}/alert-subscriptions`)).toMatchObject(body)
  await d.procedure(thirdpartyId)
  await d.run()
  for (const person of [ada, bob, eve]) expect(await d.kinds(person)).toEqual(['PROCEDURE'])
  await d.must('PUT', `/teams/${teamId}/members`, { body: { userIds: [] } })
  await d.procedure(thirdpartyId)
  await d.run()
  expect([await d.unread(ada), await d.unread(bob), await d.unread(eve)]).toEqual([1, 2, 2])
})

test('Nobody is told of a company that they do not see, neither when it happens nor later', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const ada = await d.person([north])
  await d.subscribe(ada, { subscriptions: [{ reach: 'ALL', channel: 'AT_ONCE' }] })
  const [seen, hidden] = [await d.company('Seen Ltd', [north]), await d.company('Hidden Ltd', [south])]
  await d.procedure(seen)
  await d.procedure(hidden)
  await d.run()
  expect((await d.alerts(ada)).map((one) => one.thirdpartyId)).toEqual([seen])
  await d.must('PUT', `/thirdparties/${seen}/units`, { body: { units: [south] } })
  expect([await d.alerts(ada), await d.unread(ada)]).toEqual([[], 0])
  await d.pass(1)
  await d.run()
  expect(await d.mails(ada)).toEqual([])
})

test('An owner who leaves is told nothing more, and the next in line is', async () => {
  const [ada, next] = [await d.person('ALL'), await d.person('ALL')]
  await d.must('PUT', '/duty-holder', { body: { chosen: { userId: next.userId } } })
  const thirdpartyId = await d.ownedCompany('Left Ltd', ada)
  await d.run()
  await d.must('PATCH', `/users/${ada.userId}`, { body: { active: false } })
  await d.procedure(thirdpartyId)
  await d.run()
  expect(await d.kinds(next)).toContain('PROCEDURE')
  await d.must('PATCH', `/users/${ada.userId}`, { body: { active: true } })
  expect(await d.mails(ada)).toEqual([])
})

test('Alerts end after 90 days, with what says for whom they were', async () => {
  const ada = await d.person('ALL')
  await d.ownedCompany('Old Ltd', ada)
  await d.run()
  expect(await d.unread(ada)).toBe(1)
  const clean = () =>
    d.tasks['alerts.clean']({}, { db: d.t.db, signal: new AbortController().signal } as never)
  await clean()
  expect(await d.unread(ada)).toBe(1)
  await d.pass(24 * 91)
  await clean()
  expect(await d.alerts(ada)).toEqual([])
  const { rows } = await d.t.admin.query('select 1 from alert_recipient where account_id = $1', [
    d.office.accountId,
  ])
  expect(rows).toEqual([])
})
