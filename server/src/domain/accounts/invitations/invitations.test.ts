import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, password, type Fixture } from '../../../../test/accounts/accounts-fixture.ts'
import { invitePerson } from './invite-person.ts'
import { operatorOf } from '../create-user.ts'
import { markBouncedInvitation } from './invitations.queries.ts'
import { wholeAccount, jobScope } from '../../../platform/kernel/index.ts'

const chosenByAttacker = 'chosen by somebody else 77'

let fixture: Fixture
beforeAll(async () => {
  fixture = await accountsFixture()
})
afterAll(() => fixture.close())

interface House {
  accountId: number
  token: string
}

async function house(name: string, kind: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION'): Promise<House> {
  const accountId = await fixture.account(name, kind)
  return { accountId, token: await fixture.tokenOf(await fixture.client(accountId)) }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
function call(method: Method, url: string, options: { token?: string; body?: object } = {}) {
  const { token, body } = options
  return fixture.app.inject({
    method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { payload: body }),
  })
}
const inAccount = (method: Method, { accountId, token }: House, path: string, body?: object) =>
  call(method, `/api/v1/account/${accountId}${path}`, { token, ...(body && { body }) })
const invite = (into: House, email: string, roles = ['READER'], name = 'Zoé') =>
  inAccount('POST', into, '/users', { email, name, roles })

/** What stands in the newest mail to an address: only its owner reads it. */
async function mailedToken(email: string): Promise<string> {
  const { rows } = await fixture.database.admin.query<{ secret: string; words: string }>(
    'select secret, body_text || body_html || dedupe_key as words from mail where recipient = $1 order by mail_id desc limit 1',
    [email],
  )
  const { secret = '', words = '' } = rows[0] ?? {}
  // Kept apart from the words, which stay when the mail has left.
  expect(words).not.toContain(secret.slice(-16))
  return secret
}
const accept = (token: string, chosen = password) =>
  call('POST', '/auth/invitation/accept', { body: { token, password: chosen } })
const describeLink = (token: string) => call('POST', '/auth/invitation', { body: { token } })
const trySignIn = (email: string, given = password) =>
  call('POST', '/auth/sign-in', { body: { email, password: given } })
async function signIn(email: string, given = password): Promise<string> {
  return (await trySignIn(email, given)).json<{ accessToken: string }>().accessToken
}
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.statusCode < 300 ? null : answer.json().code,
]
async function accountsOf(token: string): Promise<number[]> {
  const me = (await call('GET', '/me', { token })).json<{ accounts: { accountId: number }[] }>()
  return me.accounts.map(({ accountId }) => accountId)
}
async function acceptOnly(token: string) {
  const [waiting] = (await call('GET', '/me/invitations', { token })).json().content
  return call('POST', `/me/invitations/${waiting?.invitationId ?? 1}/accept`, { token })
}

describe('Administrators who invite people of another account', () => {
  it('An administrator who invites somebody of another account gets neither link nor person', async () => {
    const [attacker, victim] = [await house('Attacker'), await house('Victim')]
    const email = 'cfo@victim.example'
    const invited = await invite(attacker, email)
    expect(invited.statusCode).toBe(201)
    expect(invited.body).not.toMatch(/token|link|vgi_/i)
    expect(outcome(await trySignIn(email, chosenByAttacker))).toEqual([401, 'LOGIN_FAILED'])
    await invite(victim, email, ['ADMIN'], 'The real CFO')
    expect(outcome(await accept(await mailedToken(email)))).toEqual([204, null])
    const token = await signIn(email)
    expect(await accountsOf(token)).toEqual([victim.accountId])
    expect(outcome(await inAccount('GET', { ...victim, token }, '/users'))).toEqual([200, null])
  })

  it('A link is useless once the person has joined another account', async () => {
    const [first, second] = [await house('First'), await house('Second')]
    const email = 'both@people.example'
    await invite(first, email)
    const early = await mailedToken(email)
    await invite(second, email, ['ADMIN'])
    expect(outcome(await accept(await mailedToken(email)))).toEqual([204, null])
    expect(outcome(await accept(early, chosenByAttacker))).toEqual([409, 'INVITATION_NEEDS_SIGN_IN'])
    expect(outcome(await trySignIn(email, chosenByAttacker))).toEqual([401, 'LOGIN_FAILED'])
    const token = await signIn(email)
    expect(outcome(await acceptOnly(token))).toEqual([204, null])
    expect(await accountsOf(await signIn(email))).toHaveLength(2)
  })

  it('An administrator does not learn whether an address is known here', async () => {
    const [owner, stranger] = [await house('Owner'), await house('Stranger')]
    await fixture.user(owner.accountId, 'vera@known.example', ['ADMIN'])
    const known = (await invite(stranger, 'vera@known.example', ['READER'], 'x')).json()
    const unknown = (await invite(stranger, 'nobody@known.example', ['READER'], 'x')).json()
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    expect(known).toMatchObject({ name: 'x', state: 'SENT', roles: ['READER'] })
    const people = (await inAccount('GET', stranger, '/users')).json()
    expect(people.content).toEqual([])
    const { rows } = await fixture.database.admin.query<{ body_text: string }>(
      `select regexp_replace(replace(body_text, recipient, ''), '#token=\\S+', '') as body_text from mail
       where account_id = $1 order by mail_id`,
      [stranger.accountId],
    )
    expect(rows[0]?.body_text).toBe(rows[1]?.body_text)
    // What she may do, and how her own account deals with her, is as before.
    expect(await accountsOf(await signIn('vera@known.example'))).toEqual([owner.accountId])
  })

  it('A sandbox whose outbox shows links does not allow taking over a person', async () => {
    const [sandbox, victim] = [await house('Toy', 'SANDBOX'), await house('Serious')]
    const email = 'treasurer@serious.example'
    await invite(sandbox, email)
    expect(outcome(await accept(await mailedToken(email), chosenByAttacker))).toEqual([204, null])
    await invite(victim, email, ['ADMIN'])
    const attacker = await signIn(email, chosenByAttacker)
    expect(outcome(await acceptOnly(attacker))).toEqual([409, 'ADDRESS_NOT_PROVED'])
    // The mail of the serious account reaches the true owner, whose password replaces the other.
    expect((await describeLink(await mailedToken(email))).json()).toMatchObject({ needs: 'PASSWORD' })
    expect(outcome(await accept(await mailedToken(email)))).toEqual([204, null])
    expect(outcome(await trySignIn(email, chosenByAttacker))).toEqual([401, 'LOGIN_FAILED'])
    expect(outcome(await call('GET', '/me', { token: attacker }))).toEqual([401, 'AUTH_TOKEN_REVOKED'])
    expect(await accountsOf(await signIn(email))).toContain(victim.accountId)
  })

  it('The link an operator prints signs in nobody of another account', async () => {
    const [sandbox, victim] = [await house('Toy two', 'SANDBOX'), await house('Serious two')]
    const email = 'boss@newcustomer.example'
    const scope = operatorOf(victim.accountId)
    const printed = await fixture.service.db.write(wholeAccount(scope.accountId), (tx) =>
      invitePerson(
        tx,
        scope,
        { email, name: 'Boss', roles: ['ADMIN'] },
        { publicUrl: '', linkBy: 'OPERATOR' },
      ),
    )
    await invite(sandbox, email)
    expect(outcome(await accept(await mailedToken(email), chosenByAttacker))).toEqual([204, null])
    const attacker = await signIn(email, chosenByAttacker)
    expect(outcome(await acceptOnly(attacker))).toEqual([409, 'ADDRESS_NOT_PROVED'])
    const link = printed.link?.split('#token=')[1] ?? ''
    expect(outcome(await accept(link))).toEqual([409, 'INVITATION_NEEDS_SIGN_IN'])
    expect(await accountsOf(attacker)).toEqual([sandbox.accountId])
  })
})

describe('Invitations', () => {
  it('An invitation is accepted once, also when two try at the same time', async () => {
    const into = await house('Race')
    await invite(into, 'race@people.example')
    const token = await mailedToken('race@people.example')
    const both = await Promise.all([accept(token), accept(token, 'another cheval vert 1')])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 403])
    expect(outcome(await accept(token))).toEqual([403, 'INVITATION_INVALID'])
  })

  it('An invitation cannot be used once withdrawn, replaced, declined or expired', async () => {
    const into = await house('Closed')
    const email = 'closed@people.example'
    const { invitationId } = (await invite(into, email)).json()
    const first = await mailedToken(email)
    expect(outcome(await inAccount('POST', into, `/users/invitations/${invitationId}/send`))).toEqual([
      200,
      null,
    ])
    expect(outcome(await accept(first))).toEqual([403, 'INVITATION_INVALID'])
    expect(outcome(await inAccount('DELETE', into, `/users/invitations/${invitationId}`))).toEqual([
      204,
      null,
    ])
    expect(outcome(await accept(await mailedToken(email)))).toEqual([403, 'INVITATION_INVALID'])
    expect(outcome(await inAccount('DELETE', into, `/users/invitations/${invitationId}`))).toEqual([
      404,
      'MEMBER_INVITATION_NOT_FOUND',
    ])
    await invite(into, email)
    const declined = await mailedToken(email)
    const decline = await call('POST', '/auth/invitation/decline', { body: { token: declined } })
    expect(outcome(decline)).toEqual([204, null])
    expect(outcome(await accept(declined))).toEqual([403, 'INVITATION_INVALID'])
    await invite(into, email)
    await fixture.database.admin.query(
      `update member_invitation set link_expires_at = now() where email = $1`,
      [email],
    )
    expect(outcome(await accept(await mailedToken(email)))).toEqual([403, 'INVITATION_INVALID'])
    const [listed] = (await inAccount('GET', into, '/users/invitations')).json().content
    expect(listed).toMatchObject({ email, state: 'EXPIRED' })
  })

  it('An invitation of somebody else is not found by a person who is signed in', async () => {
    const [into, other] = [await house('Into'), await house('Other')]
    const { invitationId } = (await invite(into, 'meant@people.example')).json()
    await fixture.user(other.accountId, 'curious@people.example', ['ADMIN'])
    const token = await signIn('curious@people.example')
    expect((await call('GET', '/me/invitations', { token })).json()).toEqual({ content: [] })
    for (const verb of ['accept', 'decline']) {
      const answer = await call('POST', `/me/invitations/${invitationId}/${verb}`, { token })
      expect(outcome(answer)).toEqual([404, 'MEMBER_INVITATION_NOT_FOUND'])
    }
    const client = await call('POST', `/me/invitations/${invitationId}/accept`, { token: other.token })
    expect(outcome(client)).toEqual([403, 'PEOPLE_ONLY'])
  })

  it('A person who is signed in declines an invitation, and it is gone', async () => {
    const [member, asking] = [await house('Member'), await house('Asking')]
    const email = 'thanks-but-no@people.example'
    await fixture.user(member.accountId, email, ['READER'])
    const { invitationId } = (await invite(asking, email)).json()
    const token = await signIn(email)
    const declining = `/me/invitations/${invitationId}/decline`
    expect(outcome(await call('POST', declining, { token }))).toEqual([204, null])
    expect(outcome(await call('POST', declining, { token }))).toEqual([404, 'MEMBER_INVITATION_NOT_FOUND'])
    expect((await call('GET', '/me/invitations', { token })).json()).toEqual({ content: [] })
    expect(await accountsOf(token)).toEqual([member.accountId])
  })

  it('An invitation matches an address whatever its case, and reports one already present', async () => {
    const into = await house('Letters')
    // The ligature and the full-width letters are other characters for the same address.
    await invite(into, 'ﬁona@Letters.Example')
    expect(outcome(await invite(into, 'FIONA@ｌetters.example'))).toEqual([409, 'MEMBER_INVITATION_PENDING'])
    expect(outcome(await accept(await mailedToken('fiona@letters.example')))).toEqual([204, null])
    expect(outcome(await invite(into, 'Fiona@letters.example'))).toEqual([409, 'USER_DUPLICATE'])
    expect((await trySignIn('ＦIONA@letters.example')).statusCode).toBe(200)
    for (const bad of ['no-at-sign', 'x@y', '@people.example', 'a b@people.example']) {
      expect(outcome(await invite(into, bad))).toEqual([422, 'EMAIL_INVALID'])
    }
    expect(outcome(await invite(into, 'a\u202eb@people.example'))).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('An invitation whose mail bounced says so and can be sent again', async () => {
    const into = await house('Bounce')
    const email = 'bounce@people.example'
    const { invitationId } = (await invite(into, email)).json()
    const { rows } = await fixture.database.admin.query<{ mail_id: number }>(
      'select mail_id::int from member_invitation where invitation_id = $1',
      [invitationId],
    )
    const scope = jobScope(into.accountId, 'mail.send')
    const refused = { mailId: rows[0]!.mail_id, contactId: null, recipient: email }
    await fixture.service.db.write(scope, (tx) => markBouncedInvitation(tx, scope, refused))
    const listed = async () => (await inAccount('GET', into, '/users/invitations')).json().content[0]
    expect(await listed()).toMatchObject({ state: 'BOUNCED' })
    await inAccount('POST', into, `/users/invitations/${invitationId}/send`)
    expect(await listed()).toMatchObject({ state: 'SENT' })
  })

  it('A weak password is refused, and the link stays valid for the next try', async () => {
    const into = await house('Weak')
    await invite(into, 'weak@people.example')
    const token = await mailedToken('weak@people.example')
    expect(outcome(await accept(token, 'password1234'))).toEqual([422, 'PASSWORD_TOO_WEAK'])
    expect(outcome(await accept(token))).toEqual([204, null])
  })

  it('An invitation leaves its whole history in the administration journal, with actor and origin', async () => {
    const into = await house('Story')
    const email = 'story@people.example'
    await invite(into, email, ['MANAGER'])
    await accept(await mailedToken(email))
    const { rows } = await fixture.database.admin.query<{ name: string; actor_type: string; words: string }>(
      `select name, actor_type, convert_from(payload, 'UTF8') as words from administration_event
       where account_id = $1 and name not like 'CLIENT%' order by seq`,
      [into.accountId],
    )
    expect(rows.map(({ name, actor_type }) => [name, actor_type])).toEqual([
      ['PERSON_INVITED', 'API_CLIENT'],
      ['INVITATION_ACCEPTED', 'USER'],
    ])
    expect(rows[0]?.words).toContain('127.0.0.1')
    expect(JSON.stringify(rows)).not.toContain('story@')
  })
})

describe('Members of two accounts', () => {
  it('Each account governs a shared person as its member only: it cannot rename or reset them, nor see where else they are', async () => {
    const [one, two] = [await house('One'), await house('Two')]
    const email = 'shared@people.example'
    await fixture.user(one.accountId, 'boss@one.example', ['ADMIN'])
    await invite(one, email)
    await accept(await mailedToken(email))
    await invite(two, email, ['ADMIN'])
    await acceptOnly(await signIn(email))
    const [user] = (await inAccount('GET', two, '/users')).json().content
    const renamed = await inAccount('PATCH', two, `/users/${user.userId}`, { name: 'Mallory' })
    expect(outcome(renamed)).toEqual([400, 'VALIDATION_FAILED'])
    const reset = await inAccount('POST', two, `/users/${user.userId}/password-reset`)
    expect([reset.statusCode, reset.body]).toEqual([204, ''])
    expect((await trySignIn(email)).statusCode).toBe(200)
    await inAccount('DELETE', one, `/users/${user.userId}`)
    expect(await accountsOf(await signIn(email))).toEqual([two.accountId])
  })
})
