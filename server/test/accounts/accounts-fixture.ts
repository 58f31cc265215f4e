import { randomBytes } from 'node:crypto'
import {
  acceptPassword,
  accountRoutesOf,
  createAccount,
  createAccounts,
  createClient,
  createUser,
  operatorScope,
  publicRoutesOf,
  type AccountsOptions,
  type AccountsService,
} from '../../src/domain/accounts/index.ts'
import { accountRoutes, createHttp, type HttpApp } from '../../src/platform/http/index.ts'
import { manualClock, type ManualClock, type Role } from '../../src/platform/kernel/index.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { patientLimits } from '../harness/patient-limits.ts'

export const publicUrl = 'https://vigie.example'
export const password = 'un cheval vert sous la pluie'

export interface Fixture {
  readonly database: TestDatabase
  readonly clock: ManualClock
  readonly service: AccountsService
  readonly app: HttpApp
  readonly log: { event: string; ids: object }[]
  readonly secretKey: Uint8Array
  /** A second process on the same database. */
  secondProcess(): AccountsService
  account(name?: string): Promise<number>
  client(accountId: number, scopes?: Role[]): Promise<{ id: number; clientId: string; clientSecret: string }>
  user(accountId: number, email: string, roles: Role[]): Promise<number>
  tokenOf(client: { clientId: string; clientSecret: string }, scope?: string): Promise<string>
  close(): Promise<void>
}

export function form(fields: Record<string, string>) {
  return {
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  }
}

/** The accounts routes alone, on a real database and a clock the test moves. */
export async function accountsFixture(options: Partial<AccountsOptions> = {}): Promise<Fixture> {
  const database = await testDatabase()
  const { db } = database
  const clock = manualClock(new Date())
  const secretKey = randomBytes(32)
  const log: { event: string; ids: object }[] = []
  const make = () =>
    createAccounts({
      db,
      clock,
      secretKey,
      publicUrl,
      log: (event, ids) => log.push({ event, ids }),
      ...options,
    })
  const service = make()
  const app = createHttp({
    db,
    clock,
    publicUrl,
    version: 'test',
    log: false,
    rates: false,
    trustProxy: ['127.0.0.1'],
    limits: patientLimits,
    authenticate: (token) => service.authenticator.authenticate(token),
    onAddressRefused: service.noteRefusal,
  })
  void app.register(publicRoutesOf(service))
  accountRoutes(app, accountRoutesOf(service))
  await app.ready()
  return {
    database,
    clock,
    service,
    app,
    log,
    secretKey,
    secondProcess: make,
    account: async (name = 'Acme') => (await db.system((tx) => createAccount(tx, { name }))).accountId,
    client: async (accountId, scopes = ['ADMIN']) => {
      const made = await db.system((tx) =>
        createClient(tx, operatorScope(accountId), { name: 'Robot', scopes, now: clock.now() }),
      )
      return { id: made.apiClientId, clientId: made.clientId, clientSecret: made.clientSecret }
    },
    user: async (accountId, email, roles) => {
      const passwordHash = await acceptPassword(password, email)
      const command = { accountId, email, name: 'Zoé', roles, passwordHash }
      return (await db.system((tx) => createUser(tx, command))).userId
    },
    tokenOf: async ({ clientId, clientSecret }, scope) => {
      const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
      const request = form(scope === undefined ? fields : { ...fields, scope })
      const answer = await app.inject({ url: '/oauth2/token', ...request })
      return answer.json<{ access_token: string }>().access_token
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
