import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { createAccount } from '../create-account.ts'
import { createClient, createUser, hashPassword, operatorOf } from '../domain/accounts/index.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import { jobScope } from '../platform/kernel/index.ts'
import { refreshCredentials, writeCredentials, type DemoCredentials } from './credentials.ts'
import { beginStory } from './fill.task.ts'
import { addColleagues, adminEmail } from './people.ts'
import { isThereFirst } from './plan.ts'
import { addCompanies } from './portfolio.ts'
import { writeWelcome } from './welcome-mail.ts'

interface Deps {
  db: Db
  dataDir: string
  baseUrl: string
  /** Companies alone, or a portfolio that has lived for some weeks. */
  extent: 'portfolio' | 'full'
  onProgress: (step: string) => void
}

// Any number; it only keeps two first starts on one database from seeding twice.
export const seedLock = 5_901_773
// The other one makes a whole portfolio meanwhile; the two seconds a request would wait are not enough.
const patience = '2min'

/**
 * Makes the demonstration account when the database has no account at all, once. Returns its credentials, or
 * null when they are not in this data folder (another process made the account, or it was taken down). Its past is
 * filled in by jobs, once the service is up.
 */
export async function seedDemo(deps: Deps): Promise<DemoCredentials | null> {
  const file = path.join(deps.dataDir, 'demo-credentials.json')
  const fresh = await deps.db.system(async (tx) => {
    await sql`select set_config('lock_timeout', ${patience}, true),
      set_config('statement_timeout', ${patience}, true)`.execute(tx)
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
    const any = await tx.selectFrom('account').select('account_id').limit(1).executeTakeFirst()
    if (any) return null
    deps.onProgress('Creating the demonstration account')
    const credentials = await createDemoAccount(tx, deps.baseUrl)
    const { accountId } = credentials
    // In the same transaction: a start that is killed in the middle leaves no account without its portfolio.
    await sql`select set_config('app.account', ${String(accountId)}, true)`.execute(tx)
    if (deps.extent === 'full') {
      await addColleagues(tx, accountId)
      await beginStory(tx, accountId)
    }
    const scope = jobScope(accountId, 'demo')
    await addCompanies(tx, scope, (number) => deps.extent === 'portfolio' || isThereFirst(number))
    // A past ends with it: it would lie beneath the mails of weeks.
    if (deps.extent === 'portfolio') await writeWelcome(tx, scope, deps.baseUrl)
    // Written before the commit: an account whose password nobody knows would be worse than a stale file.
    await writeCredentials(file, credentials)
    return credentials
  })
  return fresh ?? refreshCredentials(file, deps.baseUrl)
}

async function createDemoAccount(tx: Tx, baseUrl: string): Promise<DemoCredentials> {
  const password = randomBytes(12).toString('base64url')
  const { accountId } = await createAccount(tx, { name: 'Brumeval Industries', kind: 'SANDBOX' })
  await createUser(tx, {
    accountId,
    email: adminEmail,
    name: 'Alix Demo',
    roles: ['ADMIN'],
    passwordHash: await hashPassword(password),
  })
  const client = await createClient(tx, operatorOf(accountId), {
    name: 'Demonstration client',
    scopes: ['ADMIN'],
  })
  return {
    baseUrl,
    accountId,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    admin: { email: adminEmail, password },
  }
}
