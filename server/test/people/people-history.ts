import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sendPersonNotice } from '../../src/domain/accounts/index.ts'
import { publicUrl, type Fixture } from '../accounts/accounts-fixture.ts'

export interface Choice {
  readonly person: number
  readonly account: number
}

/**
 * One person as the world knows them: an address, whose mailbox they alone read. `sessions` are theirs; `stolen` are
 * those of somebody who bears their name here without being them.
 */
interface Person {
  readonly email: string
  sessions: string[]
  stolen: string[]
  /** Accounts they themselves said yes to and were not taken out of. */
  readonly consented: Set<number>
}

interface House {
  readonly accountId: number
  readonly admin: string
  /** Its administrator is hostile and reads whatever its outbox shows. */
  readonly isSandbox: boolean
}

export interface History {
  readonly fixture: Fixture
  readonly houses: readonly House[]
  readonly people: readonly Person[]
}

const ownPassword = 'un cheval vert sous la pluie'
const foreignPassword = 'quatre lanternes au fond du puits'

/**
 * Two serious accounts and a sandbox of somebody hostile. They cost more than what is played in them, and nothing that
 * people do changes them for those who come after.
 */
export async function openHouses(fixture: Fixture): Promise<House[]> {
  const houses: House[] = []
  for (const kind of ['PRODUCTION', 'PRODUCTION', 'SANDBOX'] as const) {
    const accountId = await fixture.account('House', kind)
    const admin = await fixture.tokenOf(await fixture.client(accountId))
    houses.push({ accountId, admin, isSandbox: kind === 'SANDBOX' })
  }
  return houses
}

/** Two people nobody knows yet. */
export function begin(fixture: Fixture, houses: readonly House[]): History {
  const people = [0, 1].map(() => ({
    email: `${randomUUID()}@people.example`,
    sessions: [],
    stolen: [],
    consented: new Set<number>(),
  }))
  return { fixture, houses, people }
}

type Step = (history: History, choice: Choice) => Promise<boolean>

function taken({ houses, people }: History, { person, account }: Choice): { house: House; who: Person } {
  const [house, who] = [houses[account], people[person]]
  if (!house || !who) throw new Error('There are three accounts and two people.')
  return { house, who }
}

async function call(
  { fixture }: History,
  [method, url]: readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string],
  { token, body }: { token?: string; body?: object } = {},
) {
  return fixture.app.inject({
    method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  })
}

/** The newest link in the outbox of an account to an address, for the page it leads to. */
async function linkTo({ fixture }: History, where: { accountId?: number; email: string; page: string }) {
  const { rows } = await fixture.database.admin.query<{ secret: string }>(
    `select secret from mail where recipient = $1 and body_text like $2 and ($3::bigint is null or account_id = $3)
     order by mail_id desc limit 1`,
    [where.email, `%/app/${where.page}#token=%`, where.accountId ?? null],
  )
  return rows[0]?.secret ?? null
}

async function signIn(history: History, email: string, password: string): Promise<string | null> {
  const answer = await call(history, ['POST', '/auth/sign-in'], { body: { email, password } })
  return answer.statusCode === 200 ? answer.json<{ accessToken: string }>().accessToken : null
}

const invite: Step = async (history, choice) => {
  const { house, who } = taken(history, choice)
  const body = { email: who.email, name: 'Invited', roles: ['READER'] }
  const answer = await call(history, ['POST', `/api/v1/account/${house.accountId}/users`], {
    token: house.admin,
    body,
  })
  return answer.statusCode === 201
}

async function openInvitation(history: History, choice: Choice): Promise<number | null> {
  const { house, who } = taken(history, choice)
  const answer = await call(history, ['GET', `/api/v1/account/${house.accountId}/users/invitations`], {
    token: house.admin,
  })
  const { content } = answer.json<{ content: { invitationId: number; email: string }[] }>()
  return content.find(({ email }) => email === who.email)?.invitationId ?? null
}

const withdraw: Step = async (history, choice) => {
  const { house } = taken(history, choice)
  const id = await openInvitation(history, choice)
  if (id === null) return false
  const path = `/api/v1/account/${house.accountId}/users/invitations/${id}`
  return (await call(history, ['DELETE', path], { token: house.admin })).statusCode === 204
}

/** By the mail: the owner reads any, the hostile administrator those of the own sandbox. */
const acceptByLink =
  (hostile: boolean): Step =>
  async (history, choice) => {
    const { house, who } = taken(history, choice)
    if (hostile && !house.isSandbox) return false
    const { accountId } = house
    const token = await linkTo(history, { accountId, email: who.email, page: 'invitation' })
    if (token === null) return false
    const password = hostile ? foreignPassword : ownPassword
    const answer = await call(history, ['POST', '/auth/invitation/accept'], { body: { token, password } })
    if (answer.statusCode !== 204) return false
    if (!hostile) who.consented.add(accountId)
    return true
  }

const signInAs =
  (hostile: boolean): Step =>
  async (history, choice) => {
    const { who } = taken(history, choice)
    const token = await signIn(history, who.email, hostile ? foreignPassword : ownPassword)
    if (token === null) return false
    if (hostile) who.stolen.push(token)
    else who.sessions.push(token)
    return true
  }

const acceptSignedIn =
  (hostile: boolean): Step =>
  async (history, choice) => {
    const { house, who } = taken(history, choice)
    const token = (hostile ? who.stolen : who.sessions).at(-1)
    const id = await openInvitation(history, choice)
    if (token === undefined || id === null) return false
    const answer = await call(history, ['POST', `/me/invitations/${id}/accept`], { token })
    if (answer.statusCode !== 204) return false
    if (!hostile) who.consented.add(house.accountId)
    return true
  }

/** Asked for by anybody; used by whoever can read the mail. */
const reset =
  (hostile: boolean): Step =>
  async (history, choice) => {
    const { house, who } = taken(history, choice)
    const { fixture } = history
    await call(history, ['POST', '/auth/password-reset'], { body: { email: who.email } })
    const { rows } = await fixture.database.admin.query<{ user_id: string }>(
      'select user_id from app_user where email = $1',
      [who.email],
    )
    if (!rows[0]) return false
    // Directly: only so many are mailed in an hour.
    const notice = { kind: 'RESET_LINK' } as const
    const job = { userId: Number(rows[0].user_id), notice, occasion: 'asked' }
    await sendPersonNotice(publicUrl)(job, { db: fixture.service.db, clock: fixture.clock } as never)
    if (hostile && !house.isSandbox) return false
    const where = hostile ? { accountId: house.accountId } : {}
    const token = await linkTo(history, { ...where, email: who.email, page: 'set-password' })
    if (token === null) return false
    const password = hostile ? foreignPassword : ownPassword
    const answer = await call(history, ['POST', '/auth/set-password'], { body: { token, password } })
    if (answer.statusCode !== 204) return false
    // The mail of a sandbox speaks of its own access alone: choosing a password for it is a yes to it.
    if (!hostile) for (const accountId of await sandboxesOf(history, who)) who.consented.add(accountId)
    return true
  }

async function sandboxesOf({ fixture, houses }: History, who: Person): Promise<number[]> {
  const { rows } = await fixture.database.admin.query<{ account_id: string }>(
    'select account_id from membership m join app_user u using (user_id) where u.email = $1',
    [who.email],
  )
  const member = new Set(rows.map((row) => Number(row.account_id)))
  return houses
    .filter(({ accountId, isSandbox }) => isSandbox && member.has(accountId))
    .map(({ accountId }) => accountId)
}

const remove: Step = async (history, choice) => {
  const { house, who } = taken(history, choice)
  const path = `/api/v1/account/${house.accountId}/users`
  const { content } = (await call(history, ['GET', path], { token: house.admin })).json<{
    content: { userId: number; email: string }[]
  }>()
  const member = content.find(({ email }) => email === who.email)
  if (!member) return false
  const answer = await call(history, ['DELETE', `${path}/${member.userId}`], { token: house.admin })
  who.consented.delete(house.accountId)
  return answer.statusCode === 204
}

export const steps: ReadonlyMap<string, Step> = new Map([
  ['invite', invite],
  ['withdraw', withdraw],
  ['accept by mail', acceptByLink(false)],
  ['accept what a sandbox shows', acceptByLink(true)],
  ['sign in', signInAs(false)],
  ['sign in with a foreign password', signInAs(true)],
  ['accept signed in', acceptSignedIn(false)],
  ['accept in a stolen name', acceptSignedIn(true)],
  ['reset by mail', reset(false)],
  ['reset by what a sandbox shows', reset(true)],
  ['remove', remove],
])

/** The claim itself: whoever holds a token acts where its true holder said yes, or in a sandbox of their own. */
export async function expectConsent(history: History): Promise<void> {
  const { fixture, people, houses } = history
  for (const who of people) {
    for (const [token, isOwner] of [
      ...who.sessions.map((one) => [one, true] as const),
      ...who.stolen.map((one) => [one, false] as const),
    ]) {
      const principal = await fixture.service.authenticator.authenticate(token).catch(() => null)
      const entered = [...(principal?.accounts.keys() ?? [])]
      const allowed = houses
        .filter(({ accountId, isSandbox }) => (isOwner ? who.consented.has(accountId) : isSandbox))
        .map(({ accountId }) => accountId)
      expect(allowed).toEqual(expect.arrayContaining(entered))
    }
  }
}
