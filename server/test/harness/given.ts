import { randomUUID } from 'node:crypto'
import type { AccountScope } from '../../src/platform/kernel/index.ts'
import { createAccount } from '../../src/create-account.ts'
import { createClient, createUser, operatorOf } from '../../src/domain/accounts/index.ts'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import type { Db } from '../../src/platform/db/index.ts'
import type { HttpApp } from '../../src/platform/http/index.ts'
import type { Role } from '../../src/platform/kernel/index.ts'
import { quickHash } from './quick-hash.ts'

export interface Given {
  account(kind?: 'PRODUCTION' | 'SANDBOX'): Promise<AccountScope & { base: string }>
  /** An API client of the account and a token of its own, obtained over HTTP. */
  client(
    accountId: number,
    scopes?: readonly Role[],
  ): Promise<{ clientId: string; clientSecret: string; token: string }>
  /** A person with a password; in several accounts when several are given. */
  person(accountIds: readonly number[], roles?: readonly Role[]): Promise<Person>
  /** An account with an ADMIN token: what most tests start from. */
  office(kind?: 'PRODUCTION' | 'SANDBOX'): Promise<AccountScope & { base: string; token: string }>
  /** A third party of the bundled register, added over HTTP; the nth is always the same company. */
  thirdParty(
    office: { base: string; token: string },
    nth?: number,
  ): Promise<{ thirdpartyId: number; status: string }>
  /** A dossier opened over HTTP, with the ids of what it asks for by their codes. */
  dossier(
    office: { base: string; token: string },
    thirdpartyId: number,
    typeCode?: string,
  ): Promise<{ dossierId: number; documents: Record<string, number> }>
}

export interface Person {
  userId: number
  email: string
  password: string
  token: string
}

const password = 'a-long-enough-passphrase-42'

export function factories({ app, db }: { app: HttpApp; db: Db }): Given {
  const given: Given = {
    async account(kind = 'PRODUCTION') {
      const name = `Test ${randomUUID()}`
      const { accountId } = await db.system((tx) => createAccount(tx, { name, kind }))
      return { accountId, units: 'ALL', base: `/api/v1/account/${accountId}` }
    },
    async client(accountId, scopes = ['ADMIN']) {
      const made = await db.system((tx) =>
        createClient(tx, operatorOf(accountId), { name: 'Test client', scopes }),
      )
      return { clientId: made.clientId, clientSecret: made.clientSecret, token: await clientToken(app, made) }
    },
    async person(accountIds, roles = ['ADMIN']) {
      const email = `${randomUUID()}@people.example`
      const passwordHash = await quickHash(password)
      const [accountId = 0, ...others] = accountIds
      const userId = await db.system(async (tx) => {
        const made = await createUser(tx, { accountId, email, name: 'Test Person', roles, passwordHash })
        for (const account_id of others) {
          await tx
            .insertInto('membership')
            .values({ account_id, user_id: made.userId, roles: [...roles] })
            .execute()
        }
        return made.userId
      })
      return { userId, email, password, token: await personToken(app, email) }
    },
    async office(kind) {
      const account = await given.account(kind)
      const { token } = await given.client(account.accountId)
      return { ...account, token }
    },
    async thirdParty({ base, token }, nth = 0) {
      const legalIdentifier = (await sampleIdentifiers())[nth]
      const answer = await app.inject({
        method: 'POST',
        url: `${base}/thirdparties`,
        headers: { authorization: `Bearer ${token}` },
        payload: { legalIdentifier },
      })
      if (answer.statusCode !== 201) throw new Error(`Not added: ${answer.body}`)
      const { thirdpartyId, status } = answer.json<{ thirdpartyId: number; status: string }>()
      return { thirdpartyId, status }
    },
    async dossier({ base, token }, thirdpartyId, typeCode = 'ONBOARDING') {
      const answer = await app.inject({
        method: 'POST',
        url: `${base}/thirdparties/${thirdpartyId}/dossiers`,
        headers: { authorization: `Bearer ${token}` },
        payload: { dossierTypeCode: typeCode },
      })
      if (answer.statusCode !== 201) throw new Error(`Not opened: ${answer.body}`)
      const made = answer.json<{
        dossierId: number
        documents: { documentId: number; documentCode: string }[]
      }>()
      const documents = Object.fromEntries(
        made.documents.map(({ documentCode, documentId }) => [documentCode, documentId]),
      )
      return { dossierId: made.dossierId, documents }
    },
  }
  return given
}

async function clientToken(
  app: HttpApp,
  client: { clientId: string; clientSecret: string },
): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'grant_type=client_credentials',
  })
  if (answer.statusCode !== 200) throw new Error(`No token for the client: ${answer.body}`)
  return answer.json<{ access_token: string }>().access_token
}

async function personToken(app: HttpApp, email: string): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/auth/sign-in', payload: { email, password } })
  if (answer.statusCode !== 200) throw new Error(`No sign-in for the person: ${answer.body}`)
  return answer.json<{ accessToken: string }>().accessToken
}
