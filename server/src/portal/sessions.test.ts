import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf } from '../../test/dossiers/desk.ts'
import { testPublicUrl } from '../../test/harness/app.ts'
import { testApp, type TestApp } from '../../test/harness/index.ts'
import { addContact, cookieOf, enter, guestOf, linkFor, ownPage } from '../../test/portal/portal-desk.ts'
import { mailsOf, reviewDesk, type ReviewDesk } from '../../test/responses/review-desk.ts'
import { runTask } from '../../test/responses/run-jobs.ts'
import { forgetOldSuggestions } from '../domain/contacts/index.ts'
import { jobScope } from '../platform/kernel/index.ts'
import { mailAccessLinks } from './mail-links.task.ts'

let now = Date.now()
let t: TestApp
let d: ReviewDesk
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date(now) } })
  d = await reviewDesk(t)
})
afterAll(() => t.close())

const me = (cookie: string, headers: Record<string, string> = {}) =>
  t.call('GET', '/portal/api/me', { headers: { cookie, ...headers } })

describe('Mailed links', () => {
  test('A mailed link opens one session, once, and marks that the person is there', async () => {
    const { contactId, email } = await addContact(t, d, { language: 'fr' })
    await t.admin.query(
      'update contact set silent_reminders = 4, auto_invitations = 2 where contact_id = $1',
      [contactId],
    )
    const link = await linkFor(t, d, contactId)
    const entered = await enter(t, link)
    expect(entered.statusCode).toBe(204)
    expect(entered.headers['set-cookie']).toMatch(/^vigie_portal=vgp_[\w-]{43}; .*HttpOnly; SameSite=Lax/)
    expect(entered.headers['cache-control']).toBe('no-store')
    const shown = await me(cookieOf(entered))
    expect(shown.json()).toMatchObject({ contactId, email, language: 'fr', themes: [] })
    expect(shown.headers['cache-control']).toBe('private, no-store')
    const { rows } = await t.admin.query<object>(
      `select silent_reminders, auto_invitations, last_seen_at is not null as seen, (
         select string_agg(encode(token_hash, 'escape'), '') like '%vgp_%' from portal_session) as plain
       from contact where contact_id = $1`,
      [contactId],
    )
    expect(rows).toEqual([{ silent_reminders: 0, auto_invitations: 0, seen: true, plain: false }])
    expect(problemOf(await enter(t, link))).toEqual([403, 'INVITATION_INVALID'])
  })

  test('A mailed link that is expired, unknown or of somebody removed gets one and the same answer', async () => {
    const { contactId } = await addContact(t, d)
    const expired = await linkFor(t, d, contactId)
    await t.admin.query(`update contact_link set expires_at = now() where contact_id = $1`, [contactId])
    const gone = await addContact(t, d)
    const late = await linkFor(t, d, gone.contactId)
    await t.admin.query('update contact set deleted_at = now() where contact_id = $1', [gone.contactId])
    const answers = []
    for (const link of [expired, late, 'unknown', 'x'.repeat(200)]) {
      const { instance: _one, ...problem } = (await enter(t, link)).json<{
        instance: string
        status: number
      }>()
      answers.push(problem)
    }
    expect(answers[0]).toMatchObject({ status: 403, code: 'INVITATION_INVALID' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('A mailed link is exchanged by our own page only, and twice at once for one session', async () => {
    const { contactId } = await addContact(t, d)
    const link = await linkFor(t, d, contactId)
    expect(problemOf(await enter(t, link, {}))).toEqual([400, 'HEADER_INVALID'])
    const foreign = { ...ownPage, origin: 'https://evil.example' }
    expect(problemOf(await enter(t, link, foreign))).toEqual([400, 'HEADER_INVALID'])
    const both = await Promise.all([enter(t, link), enter(t, link)])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 403]))
  })
})

describe('Portal sessions', () => {
  test('A session ends by signing out, and with the person', async () => {
    const leaver = await guestOf(t, d)
    const left = await leaver.call('DELETE', '/session')
    expect([left.statusCode, String(left.headers['set-cookie'])]).toEqual([
      204,
      expect.stringContaining('Max-Age=0'),
    ])
    expect((await me(leaver.cookie)).statusCode).toBe(401)

    const removed = await guestOf(t, d)
    const url = `${d.base}/thirdparties/${d.thirdpartyId}/contacts/${removed.contactId}`
    expect((await t.call('DELETE', url, { token: d.token })).statusCode).toBe(204)
    expect((await me(removed.cookie)).statusCode).toBe(401)
  })

  test('A session answers in the language of the request, else the person’s, which can be changed', async () => {
    const guest = await guestOf(t, d, { language: 'fr' })
    const problem = (headers: Record<string, string> = {}) =>
      guest.call('GET', '/requests/1', undefined, headers)
    expect((await problem()).headers['content-language']).toBe('fr')
    expect((await problem({ 'accept-language': 'en' })).headers['content-language']).toBe('en')
    await d.told()
    expect((await guest.call('PATCH', '/me', { language: 'en' })).json()).toMatchObject({ language: 'en' })
    expect(await d.names()).toEqual(['THIRD_PARTY_UPDATED'])
    expect((await problem()).headers['content-language']).toBe('en')
  })

  test('A portal session opens nothing of the account, and a token of the account nothing of the portal', async () => {
    const guest = await guestOf(t, d)
    const token = guest.cookie.split('=')[1] ?? ''
    for (const url of [`${d.base}/thirdparties`, '/me']) {
      expect((await t.call('GET', url, { token })).statusCode).toBe(401)
      expect((await t.call('GET', url, { headers: { cookie: guest.cookie } })).statusCode).toBe(401)
    }
    const asStaff = await t.call('GET', '/portal/api/me', { token: d.token })
    expect(problemOf(asStaff)).toEqual([401, 'PORTAL_SESSION_ENDED'])
    expect((await me(`vigie_session=${token}`)).statusCode).toBe(401)
  })

  test('A session accepts writes from our own pages only', async () => {
    const guest = await guestOf(t, d)
    const [documentId] = Object.values(d.documents)
    for (const [method, path] of [
      ['POST', '/decline'],
      ['PATCH', '/me'],
      ['PUT', `/requests/${documentId}/draft`],
      ['POST', `/requests/${documentId}/draft/submit`],
      ['POST', `/requests/${documentId}/uploads`],
      ['DELETE', `/requests/${documentId}/draft`],
      ['DELETE', '/session'],
    ] as const) {
      const url = `/portal/api${path}`
      const answer = await t.call(method, url, { headers: { cookie: guest.cookie } })
      expect([path, ...problemOf(answer)]).toEqual([path, 400, 'HEADER_INVALID'])
    }
  })

  test('A session ends when the person declines, who is then no longer written to', async () => {
    const guest = await guestOf(t, d)
    await d.told()
    const declined = await guest.call('POST', '/decline', { reason: 'NOT_ME' })
    expect([declined.statusCode, declined.body]).toEqual([204, ''])
    expect((await guest.call('GET', '/me')).statusCode).toBe(401)
    expect(await d.names()).toContain('THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE')
  })
})

describe('People named by a person who declines', () => {
  const place = () => `/thirdparties/${d.thirdpartyId}/suggested-contacts`
  const decline = async (colleague: object) =>
    (await guestOf(t, d)).call('POST', '/decline', { reason: 'NOT_ME', colleague })
  const suggested = async () => (await d.get(place())).json<{ content: { contactId: number }[] }>().content

  test('A newly named person gets no mail before the account has confirmed them', async () => {
    const { email: buyer } = await t.given.person([d.accountId], ['MANAGER'])
    const known = await addContact(t, d)
    const guest = await guestOf(t, d, { firstName: 'Anne', lastName: 'Martin', themes: ['FINANCE'] })
    const refused = await guest.call('POST', '/decline', { reason: 'NOT_ME', colleague: { email: 'nobody' } })
    expect(problemOf(refused)).toEqual([422, 'EMAIL_INVALID'])
    expect(refused.json()).toMatchObject({ pointer: '/colleague/email' })
    // Nothing was done: the person is still in.
    expect([refused.headers['set-cookie'], (await me(guest.cookie)).statusCode]).toEqual([undefined, 200])
    await d.told()
    const email = 'lea.roy@stranger.example'
    const colleague = { firstName: 'https://evil.example/<b>', lastName: 'Roy', email: email.toUpperCase() }
    expect((await guest.call('POST', '/decline', { reason: 'DECLINED', colleague })).statusCode).toBe(204)
    // Who is known already, or named twice, is not named again, and nobody outside can tell.
    for (const again of [known.email, email]) expect((await decline({ email: again })).statusCode).toBe(204)
    const content = await suggested()
    const contactId = content[0]?.contactId ?? 0
    const shown = { email, lastName: 'Roy', themes: ['FINANCE'], suggestedBy: 'Anne Martin' }
    expect(content).toEqual([expect.objectContaining(shown)])
    const told = { contact: { contactId, change: 'SUGGESTED', after: { ...colleague, email } } }
    expect((await d.told()).map(({ data }) => data)).toContainEqual(told)
    expect((await d.get(`/thirdparties/${d.thirdpartyId}/contacts`)).body).not.toContain(email)
    const mails = (await mailsOf(d)).filter(({ recipient }) => recipient === buyer)
    const said = mails.map(({ text }) => text.replaceAll(/\s+/g, ' ')).join(' ')
    expect(said).toMatch(/(a colleague instead|à sa place) ?: https evil example b Roy\./)
    // Nothing a mail program would make a link of.
    expect(JSON.stringify(mails)).not.toMatch(/stranger\.example|evil\.example/)
    const confirmed = await d.post(`${place()}/${contactId}/confirm`)
    expect(confirmed.json()).toMatchObject({ contactId, state: 'NEW', email })
    const twice = await d.post(`${place()}/${contactId}/confirm`)
    expect(problemOf(twice)).toEqual([404, 'CONTACT_NOT_FOUND'])
  })

  test('A newly named person is forgotten when dismissed, ignored or at their wish', async () => {
    const scope = jobScope(d.accountId, 'test')
    const ways = {
      DISMISSED: async (id: number) => t.call('DELETE', `${d.base}${place()}/${id}`, { token: d.token }),
      OLD: async (id: number) => {
        await t.admin.query(
          `update contact set created_at = now() - interval '91 days' where contact_id = $1`,
          [id],
        )
        await t.db.write(scope, (tx) => forgetOldSuggestions(tx, scope))
      },
      ERASED: async () => d.post('/erasures', { email: 'max@stranger.example' }),
    }
    for (const [way, forget] of Object.entries(ways)) {
      await decline({ email: 'max@stranger.example', lastName: 'Unwanted' })
      const [named] = await suggested()
      await forget(named?.contactId ?? 0)
      expect(await suggested(), way).toEqual([])
      const { rows } = await t.admin.query<object>(
        'select email, last_name from contact where contact_id = $1',
        [named?.contactId],
      )
      expect(rows, way).toEqual([{ email: 'erased@erased.invalid', last_name: null }])
      expect(JSON.stringify(await d.told()), way).not.toContain('Unwanted')
    }
  })
})

describe('New links', () => {
  const ask = (email: string, headers: Record<string, string> = ownPage) =>
    t.call('POST', '/portal/api/links', { body: { email }, headers })
  const queued = async () => {
    const { rows } = await t.admin.query<{ id: string; payload: { contacts: never[] } }>(
      `select j.id, j.payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'portal.links' order by j.id`,
    )
    await t.admin.query('delete from graphile_worker._private_jobs where id = any($1)', [
      rows.map(({ id }) => id),
    ])
    return rows.map(({ payload }) => payload)
  }

  test('A new link goes to everyone known under an address, and the answer never tells', async () => {
    const other = await reviewDesk(t)
    const { contactId, email } = await addContact(t, d, { language: 'fr' })
    await addContact(t, other, { email, language: 'en' })
    const gone = await addContact(t, d)
    await t.admin.query('update contact set deleted_at = now() where contact_id = $1', [gone.contactId])
    const known = await ask(email.toUpperCase())
    const unknown = await ask('nobody@people.example')
    expect([known.statusCode, known.body, unknown.statusCode, unknown.body]).toEqual([202, '', 202, ''])
    await ask(gone.email)
    const jobs = await queued()
    expect(jobs.map(({ contacts }) => contacts.length)).toEqual([2, 0, 0])
    for (const job of [...jobs, ...jobs]) {
      await runTask(t, 'portal.links', mailAccessLinks({ publicUrl: testPublicUrl }), job)
    }
    const sent = (await mailsOf(d)).filter(({ recipient }) => recipient === email)
    const theirs = (await mailsOf(other)).filter(({ recipient }) => recipient === email)
    expect([sent.length, theirs.length]).toEqual([1, 1])
    expect([sent[0]?.language, theirs[0]?.language]).toEqual(['fr', 'en'])
    expect(sent[0]?.text).toContain('/portal#link=…')
    const { rows } = await t.admin.query<{ secret: string }>('select secret from mail where mail_id = $1', [
      sent[0]?.mailId,
    ])
    const link = rows[0]?.secret ?? ''
    const entered = await enter(t, link)
    expect((await me(cookieOf(entered))).json()).toMatchObject({ contactId })

    // More than a few for one address: the same answer, and no job.
    for (let nth = 0; nth < 4; nth += 1) expect((await ask(email)).statusCode).toBe(202)
    expect((await queued()).length).toBeLessThan(4)
    expect(problemOf(await ask(email, {}))).toEqual([400, 'HEADER_INVALID'])
  })
})

// Last: the tokens of the office grow old with the clock.
test('A session ends after half a day idle, and after a week in any case', async () => {
  const hour = 3_600_000
  const [idle, busy] = [await guestOf(t, d), await guestOf(t, d)]
  const began = now
  while (now - began < 160 * hour) {
    now += 11 * hour
    expect((await me(busy.cookie)).statusCode).toBe(now - began < 168 * hour ? 200 : 401)
    if (now - began < 30 * hour) expect((await me(idle.cookie)).statusCode).toBe(200)
  }
  expect(problemOf(await me(idle.cookie))).toEqual([401, 'PORTAL_SESSION_ENDED'])
  now = began + 168 * hour
  expect(problemOf(await me(busy.cookie))).toEqual([401, 'PORTAL_SESSION_ENDED'])
})
