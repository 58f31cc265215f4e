import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { patientLimits } from '../../../test/harness/patient-limits.ts'
import { accountRoutes, createCursors, createHttp, type HttpApp } from '../http/index.ts'
import { jobScope, rightsOf, systemClock, type Role } from '../kernel/index.ts'
import { mailboxRoutes, queueMail, renderMail, secretLink } from './index.ts'

let database: TestDatabase
let app: HttpApp
let accountId: number
let otherId: number
const mailIds: number[] = []

beforeAll(async () => {
  database = await testDatabase()
  const { db, admin } = database
  const { rows } = await admin.query<{ account_id: string }>(
    `insert into account (name) values ('Acme'), ('Other') returning account_id`,
  )
  ;[accountId = 0, otherId = 0] = rows.map((row) => Number(row.account_id))
  const scope = jobScope(accountId, 'test')
  for (const name of ['one', 'two', 'three']) {
    const words = { subject: name, text: `text ${name}`, html: `<p>${name}</p>` }
    const mail = { dedupeKey: name, template: 'test', recipient: 'a@example.org', language: 'en' as const }
    mailIds.push((await db.write(scope, (tx) => queueMail(tx, scope, { ...mail, ...words }))) ?? 0)
  }
  app = createHttp({
    db,
    clock: systemClock,
    // The token of these tests is the name of a role.
    authenticate: async (token) => ({
      kind: 'USER',
      id: 1,
      name: 'Jane',
      key: token,
      accounts: new Map([accountId, otherId].map((id) => [id, rightsOf([token as Role])])),
      units: new Map([accountId, otherId].map((id) => [id, 'ALL'])),
      barred: new Map(),
      standing: new Map(),
      confined: false,
      stepUp: new Map(),
      session: null,
      admits: () => true,
      jti: token,
      expiresAt: new Date(Date.now() + 60_000),
    }),
    publicUrl: 'http://localhost',
    version: 'test',
    log: false,
    limits: patientLimits,
  })
  const cursors = createCursors(randomBytes(32), systemClock)
  accountRoutes(app, mailboxRoutes({ db, cursors }))
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const get = (path: string, role: Role = 'ADMIN', account = accountId) =>
  app.inject({
    url: `/api/v1/account/${account}/mailbox${path}`,
    headers: { authorization: `Bearer ${role}` },
  })

describe('The mailbox', { shuffle: false }, () => {
  it('The mailbox lists the mails of the account, newest first, and continues by cursor', async () => {
    const first = (await get('/mails?size=2')).json()
    expect(first).toMatchObject({ totalElements: 3, totalPages: 2, page: 0, size: 2 })
    expect(first.content.map(({ subject }: { subject: string }) => subject)).toEqual(['three', 'two'])
    expect(first.content[0]).toMatchObject({ mailId: mailIds[2], status: 'QUEUED', sentAt: null })
    const second = (await get(`/mails?size=2&cursor=${first.next}`)).json()
    expect(second.content.map(({ subject }: { subject: string }) => subject)).toEqual(['one'])
    expect(second.next).toBeNull()
    expect((await get('/mails?size=2&page=1')).json().content).toEqual(second.content)
  })

  it('The mailbox finds mails by the beginning of an address and by kind, page by page', async () => {
    const scope = jobScope(accountId, 'test')
    const words = { subject: 'x', text: 'x', html: 'x', language: 'en' as const }
    for (const [nth, recipient] of ['zoe@example.org', 'zoe@example.net', 'zo@example.org'].entries()) {
      const mail = { ...words, dedupeKey: `z${nth}`, template: 'filter.test', recipient }
      await database.db.write(scope, (tx) => queueMail(tx, scope, mail))
    }
    const recipients = async (query: string) => {
      const answer = (await get(`/mails?${query}`)).json()
      const found = answer.content.map(({ recipient }: { recipient: string }) => recipient)
      return { found, total: answer.totalElements, next: answer.next }
    }
    const zoes = await recipients('recipient=ZOE@&size=1')
    expect(zoes).toMatchObject({ found: ['zoe@example.net'], total: 2 })
    const more = await recipients(`recipient=ZOE@&size=1&cursor=${zoes.next}`)
    expect(more.found).toEqual(['zoe@example.org'])
    expect((await get(`/mails?recipient=zo&cursor=${zoes.next}`)).statusCode).toBe(400)
    expect(await recipients('template=filter.test')).toMatchObject({ total: 3 })
    expect(await recipients('template=test&recipient=zoe')).toMatchObject({ found: [], total: 0 })
    expect(await recipients('recipient=%25')).toMatchObject({ found: [] })
  })

  it('The mailbox shows one mail with its text', async () => {
    const answer = await get(`/mails/${mailIds[0]}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ subject: 'one', text: 'text one', html: '<p>one</p>' })
  })

  it('The mailbox shows a sign-in link only to people who try out a sandbox', async () => {
    const scope = jobScope(accountId, 'test')
    const url = secretLink('https://vigie.example/portal#link=', 'AbC-1_2')
    const content = { language: 'en' as const, title: 'x', paragraphs: [], footer: 'x' }
    const mail = { dedupeKey: 'way', template: 'test', recipient: 'a@example.org', subject: 'x' }
    const words = renderMail({ ...content, action: { label: 'Open', url } })
    const mailId = await database.db.write(scope, (tx) =>
      queueMail(tx, scope, { ...mail, ...words, language: 'en' }),
    )
    const shown = async () => (await get(`/mails/${mailId}`)).body
    expect(await shown()).toContain('/portal#link=…')
    expect(await shown()).not.toContain('AbC-1_2')
    await database.admin.query(`update account set kind = 'SANDBOX' where account_id = $1`, [accountId])
    expect(await shown()).toContain('/portal#link=AbC-1_2')
    await database.admin.query(`update account set kind = 'PRODUCTION' where account_id = $1`, [accountId])
  })

  it('The mailbox does not show the mails of another account', async () => {
    expect((await get(`/mails/${mailIds[0]}`, 'ADMIN', otherId)).statusCode).toBe(404)
    expect((await get('/mails', 'ADMIN', otherId)).json()).toMatchObject({ totalElements: 0, content: [] })
  })

  it.each(['MANAGER', 'REVIEWER', 'READER', 'AUDITOR'] as const)(
    'The mailbox is closed to a %s',
    async (role) => {
      expect((await get('/mails', role)).statusCode).toBe(403)
      expect((await get(`/mails/${mailIds[0]}`, role)).statusCode).toBe(403)
    },
  )
})
