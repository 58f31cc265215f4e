import { randomBytes } from 'node:crypto'
import { createAccount } from '../../src/create-account.ts'
import {
  accountRoutesOf,
  createAccounts,
  createClient,
  createUser,
  operatorOf,
  publicRoutesOf,
  type AccountsOptions,
  type AccountsService,
} from '../../src/domain/accounts/index.ts'
import { accountRoutes, createHttp, type HttpApp } from '../../src/platform/http/index.ts'
import { manualClock, type ManualClock, type Role } from '../../src/platform/kernel/index.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { quickHash } from '../harness/quick-hash.ts'
import { patientLimits } from '../harness/patient-limits.ts'
import { recordAnswers } from '../harness/record-answers.ts'
import { writeNotices } from './write-notices.ts'

export const publicUrl = 'https://vigie.example'
export const password = 'un cheval vert sous la pluie'

export interface Fixture {
  readonly database: TestDatabase
  readonly clock: ManualClock
  readonly service: AccountsService
  readonly app: HttpApp
  readonly log: { event: string; ids: object; origin?: object | undefined }[]
  readonly secretKey: Uint8Array
  /** A second process on the same database. */
  secondProcess(): AccountsService
  /** The routes of a second process; the caller closes it. */
  secondApp(): Promise<HttpApp>
  account(name?: string, kind?: 'PRODUCTION' | 'SANDBOX'): Promise<number>
  client(accountId: number, scopes?: Role[]): Promise<{ id: number; clientId: string; clientSecret: string }>
  user(accountId: number, email: string, roles: Role[], passwordHash?: string): Promise<number>
  /** Writes the mails that wait for a job, as a worker would. */
  writeNotices(): Promise<void>
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
  const log: Fixture['log'] = []
  const make = () =>
    createAccounts({
      db,
      clock,
      secretKey,
      publicUrl,
      providerHosts: [{ host: '127.0.0.1', port: null }],
      log: (event, ids, origin) => log.push({ event, ids, origin }),
      ...options,
    })
  const serve = async (service: AccountsService) => {
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
    recordAnswers(app)
    void app.register(publicRoutesOf(service))
    accountRoutes(app, accountRoutesOf(service))
    await app.ready()
    return app
  }
  const service = make()
  const app = await serve(service)
  return {
    database,
    clock,
    service,
    app,
    log,
    secretKey,
    secondProcess: make,
    secondApp: () => serve(make()),
    account: async (name = 'Acme', kind = 'PRODUCTION') =>
      (await db.system((tx) => createAccount(tx, { name, kind }))).accountId,
    client: async (accountId, scopes = ['ADMIN']) => {
      const made = await db.system((tx) =>
        createClient(tx, operatorOf(accountId), { name: 'Robot', scopes, now: clock.now() }),
      )
      return { id: made.apiClientId, clientId: made.clientId, clientSecret: made.clientSecret }
    },
    user: async (accountId, email, roles, hash) => {
      const passwordHash = hash ?? (await quickHash(password))
      return db.system(async (tx) => {
        const known = await tx
          .selectFrom('app_user')
          .select('user_id')
          .where('email', '=', email)
          .executeTakeFirst()
        if (!known)
          return (await createUser(tx, { accountId, email, name: 'Zoé', roles, passwordHash })).userId
        await tx
          .insertInto('membership')
          .values({ account_id: accountId, user_id: known.user_id, roles })
          .execute()
        return known.user_id
      })
    },
    writeNotices: () => writeNotices(database, clock, publicUrl),
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
