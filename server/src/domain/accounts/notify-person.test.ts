import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsFixture, publicUrl, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { factorDesk, type FactorDesk } from '../../../test/accounts/factor-desk.ts'
import type { PersonNotice } from '../../platform/jobs/index.ts'
import { sendPersonNotice } from './notify-person.task.ts'

let fixture: Fixture
let desk: FactorDesk
let account: number
let admin: string
beforeAll(async () => {
  fixture = await accountsFixture()
  desk = factorDesk(fixture)
  account = await fixture.account('Acme')
  admin = await fixture.tokenOf(await fixture.client(account))
})
afterAll(() => fixture.close())

const mailsTo = async (email: string) =>
  (await desk.mails(account)).filter(({ recipient }) => recipient === email)
const administer = (method: 'PATCH' | 'DELETE', path: string, body?: object) =>
  desk.call(method, `/api/v1/account/${account}/users/${path}`, { token: admin, ...(body && { body }) })

const notices: PersonNotice[] = [
  { kind: 'PASSWORD_CHANGED' },
  { kind: 'RESET_LINK' },
  { kind: 'RECOVERY_CODES_MADE' },
  { kind: 'FACTOR_RESET_ASKED' },
  { kind: 'FACTOR_RESET' },
  { kind: 'NEW_DEVICE', sessionId: 0 },
  { kind: 'NEW_PLACE', sessionId: 0 },
  { kind: 'FACTOR_ADDED', factor: 'TOTP' },
  { kind: 'FACTOR_REMOVED', factor: 'PASSKEY' },
  { kind: 'RECOVERY_CODE_USED', left: 3 },
  { kind: 'SESSION_ENDED', reason: 'STOLEN' },
]

it('Each notice is written once, in the person’s language, however often its job runs', async () => {
  for (const language of ['en', 'fr']) {
    const email = `${language}@people.example`
    const userId = await desk.person(account, email, ['READER'])
    await fixture.database.admin.query('update app_user set language = $2 where user_id = $1', [
      userId,
      language,
    ])
    for (const notice of notices) {
      const job = { userId, notice, occasion: 'once' }
      for (let run = 0; run < 2; run += 1)
        await sendPersonNotice(publicUrl)(job, { db: fixture.service.db, clock: fixture.clock } as never)
    }
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(notices.length)
    for (const { body_text: text } of mails) {
      expect(text).toContain(
        language === 'en' ? 'concerns your access to Vigie' : 'concerne votre accès à Vigie',
      )
      expect(text).not.toMatch(/undefined|null|\[object/)
    }
  }
})

it('People are told what an administrator did to them, also when they are deactivated', async () => {
  const email = 'changed@people.example'
  const userId = await desk.person(account, email, ['READER'])
  const token = await desk.signIn(email)
  await administer('PATCH', `${userId}`, { roles: ['MANAGER', 'READER'] })
  await administer('PATCH', `${userId}`, { active: false })
  await administer('PATCH', `${userId}`, { active: false })
  await administer('DELETE', `${userId}/sessions`)
  await administer('DELETE', `${userId}`)
  const mails = await mailsTo(email)
  const rights = 'person.rights-changed'
  expect(mails.map(({ template }) => template)).toEqual([rights, rights, 'person.session-ended', rights])
  expect(mails[0]?.body_text).toContain(
    'Robot changed your roles in the account Acme. They are now: manager and reader.',
  )
  expect(mails[1]?.body_text).toContain('Robot suspended your access to the account Acme.')
  expect(mails[3]?.body_text).toContain('Robot removed you from the account Acme.')
  expect((await desk.call('GET', '/me', { token })).statusCode).toBe(401)
})

it('Names and addresses of people stay out of the queue', async () => {
  const email = 'queued@people.example'
  const userId = await desk.person(account, email, ['READER'])
  const token = await desk.signIn(email)
  await desk.addTotp(token, 'The phone of Zoé')
  await administer('PATCH', `${userId}`, { roles: ['MANAGER'] })
  const { rows } = await fixture.database.admin.query<{ payload: string }>(
    'select payload::text from graphile_worker._private_jobs',
  )
  const waiting = rows.map(({ payload }) => payload).filter((payload) => payload.includes(`${userId}`))
  expect(waiting).toHaveLength(2)
  expect(waiting.join()).not.toMatch(/Zoé|Robot|people\.example|127\.0\.0\.1/)
})
