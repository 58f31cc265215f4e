import { randomUUID } from 'node:crypto'
import { createAccount, createClient, createUser } from '../../src/domain/accounts/index.ts'
import { roles, type ProblemCode, type Role } from '../../src/platform/kernel/index.ts'
import { queueMail } from '../../src/platform/mail/index.ts'
import type { TestApp } from '../harness/index.ts'

export type ResourceKind =
  | 'user'
  | 'client'
  | 'mail'
  | 'thirdParty'
  | 'managedThirdParty'
  | 'attribute'
  | 'import'

export interface Resource {
  /** One of the own account that nothing was done to yet. */
  own(): Promise<number>
  /** One of the other account, full of canaries. */
  readonly foreign: number
  readonly absent: ProblemCode
}

export interface Caller {
  readonly name: string
  readonly role: Role
  readonly token: string
}

export interface World {
  readonly home: Side
  readonly foreign: Side
  readonly resources: Record<ResourceKind, Resource>
  /** Each role, as an API client and as a person. */
  readonly callers: readonly Caller[]
  /** A person who is ADMIN at home and READER in a third account. */
  readonly twofold: { readonly token: string; readonly otherBase: string }
  /** In every text the foreign account stored; and what no log line may show of anyone. */
  readonly canary: string
  readonly secrets: Set<string>
}

interface Side {
  readonly accountId: number
  readonly base: string
  readonly token: string
  readonly clientId: string
  readonly clientSecret: string
}

let serial = 100_000_000

/** A company no register knows; each time another one. */
export function unknownCompany(name: string): object {
  serial += 1
  return {
    legalIdentifier: { code: 'CIT003', value: String(serial) },
    code: `${name} ${serial}`,
    unmanaged: { name, countryCode: 'GB' },
  }
}

export async function buildWorld(harness: TestApp): Promise<World> {
  const { db, given } = harness
  const canary = `CANARY-${randomUUID()}`
  const home = await makeSide(harness, 'Home')
  const foreign = await makeSide(harness, canary)
  const third = await makeSide(harness, 'Third')
  const at = { home: makers(harness, home, 'Home'), foreign: makers(harness, foreign, canary) }
  const callers: Caller[] = []
  for (const role of roles) {
    const client = await given.client(home.accountId, [role])
    const person = await given.person([home.accountId], [role])
    callers.push({ name: `client ${role}`, role, token: client.token })
    callers.push({ name: `person ${role}`, role, token: person.token })
  }
  const twofold = await given.person([home.accountId], ['ADMIN'])
  const membership = { accountId: third.accountId, email: twofold.email, name: 'Twofold', passwordHash: null }
  await db.system((tx) => createUser(tx, { ...membership, roles: ['READER'] }))
  const token = await signIn(harness, twofold.email, twofold.password)
  const resource = async (kind: ResourceKind, absent: ProblemCode): Promise<Resource> => ({
    own: at.home[kind],
    foreign: await at.foreign[kind](),
    absent,
  })
  // A second of each, so that the foreign lists have a next page.
  await at.foreign.thirdParty()
  await at.foreign.mail()
  return {
    home,
    foreign,
    canary,
    callers,
    twofold: { token, otherBase: third.base },
    secrets: new Set([home, foreign].flatMap((side) => [side.token, side.clientSecret]).concat(token)),
    resources: {
      user: await resource('user', 'USER_NOT_FOUND'),
      client: await resource('client', 'CLIENT_NOT_FOUND'),
      mail: await resource('mail', 'MAIL_NOT_FOUND'),
      thirdParty: await resource('thirdParty', 'THIRD_PARTY_NOT_FOUND'),
      managedThirdParty: await resource('managedThirdParty', 'THIRD_PARTY_NOT_FOUND'),
      attribute: await resource('attribute', 'ATTRIBUTE_NOT_FOUND'),
      import: await resource('import', 'IMPORT_NOT_FOUND'),
    },
  }
}

async function makeSide({ db, app }: TestApp, name: string): Promise<Side> {
  const { accountId } = await db.system((tx) => createAccount(tx, { name }))
  const made = await db.system((tx) => createClient(tx, { accountId, name, scopes: ['ADMIN'] }))
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: made.clientId,
      client_secret: made.clientSecret,
    }).toString(),
  })
  const token = answer.json<{ access_token: string }>().access_token
  const { clientId, clientSecret } = made
  return { accountId, base: `/api/v1/account/${accountId}`, token, clientId, clientSecret }
}

function makers(harness: TestApp, side: Side, text: string): Record<ResourceKind, () => Promise<number>> {
  const { db } = harness
  const { accountId, base, token } = side
  const scope = { accountId, actor: { type: 'JOB', id: null, name: text } } as const
  let managed: Promise<{ thirdpartyId: number }> | undefined
  return {
    user: async () => {
      const email = `${text}.${randomUUID().slice(0, 8)}@people.example`.toLowerCase()
      const command = { accountId, email, name: text, roles: ['READER' as const], passwordHash: null }
      return (await db.system((tx) => createUser(tx, command))).userId
    },
    client: async () => {
      const command = { accountId, name: text, scopes: ['READER' as const] }
      return (await db.system((tx) => createClient(tx, command))).apiClientId
    },
    mail: async () => {
      const recipient = `${text}@people.example`
      const words = { subject: text, text, html: `<p>${text}</p>` }
      const mail = { dedupeKey: randomUUID(), template: text, recipient, language: 'en' as const, ...words }
      return (await db.write(scope, (tx) => queueMail(tx, scope, mail))) ?? 0
    },
    thirdParty: async () => {
      const answer = await harness.call('POST', `${base}/thirdparties`, { token, body: unknownCompany(text) })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<{ thirdpartyId: number }>().thirdpartyId
    },
    // One for all: the bundled register is small, and asking it again harms nothing.
    managedThirdParty: async () => (await (managed ??= harness.given.thirdParty(side))).thirdpartyId,
    import: async () => {
      const answer = await harness.app.inject({
        method: 'POST',
        url: `${base}/thirdparties/imports`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
        payload: `siret,code\n73282932000074,${text}\n`,
      })
      if (answer.statusCode !== 202) throw new Error(answer.body)
      return answer.json<{ importId: number }>().importId
    },
    attribute: async () => {
      const body = { label: `${text} ${randomUUID().slice(0, 8)}`, type: 'string' }
      const answer = await harness.call('POST', `${base}/attributes`, { token, body })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<{ attributeId: number }>().attributeId
    },
  }
}

async function signIn(harness: TestApp, email: string, secret: string): Promise<string> {
  const answer = await harness.call('POST', '/auth/sign-in', { body: { email, password: secret } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ accessToken: string }>().accessToken
}
