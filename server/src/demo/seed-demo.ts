import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { createAccount } from '../create-account.ts'
import { createClient, createUser, hashPassword, operatorOf } from '../domain/accounts/index.ts'
import { runCommitHooks, withAccount, type Db, type Tx } from '../platform/db/index.ts'
import { addDays, jobScope } from '../platform/kernel/index.ts'
import { refreshCredentials, writeCredentials, type DemoCredentials } from './credentials.ts'
import { loadRecording } from './history.ts'
import { importDemoLists } from './lists.ts'
import { addColleagues, adminEmail, staffOf } from './people.ts'
import { addCompanies } from './portfolio.ts'
import { addDefinitions, switchRulesOn } from './settings.ts'
import { formTeams, tellPast } from './teamwork.ts'
import { writeWelcome } from './welcome-mail.ts'
import { lastDayOf, prepareHistory, setClock, writeHistory, type HistoryDeps } from './write-history.ts'

interface Deps extends HistoryDeps {
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
// A little before the first company is added.
const settledAt = '07:00:00'

/**
 * Makes the demonstration account when the database has no account at all, once. Returns its credentials, or
 * null when they are not in this data folder (another process made the account, or it was taken down).
 */
export async function seedDemo(deps: Deps): Promise<DemoCredentials | null> {
  const file = path.join(deps.dataDir, 'demo-credentials.json')
  const fresh = await deps.db.system(async (tx) => {
    await waitForTurn(tx)
    const any = await tx.selectFrom('account').select('account_id').limit(1).executeTakeFirst()
    if (any) return null
    deps.onProgress('Creating the demonstration account')
    const credentials = await createDemoAccount(tx, deps.baseUrl)
    const { accountId } = credentials
    await withAccount(tx, accountId, async () => {
      await (deps.extent === 'full' ? beginPast(tx, accountId) : fillPortfolio(tx, accountId, deps.baseUrl))
      // What is left for the end is the account's as well: after this the transaction names none.
      await runCommitHooks(tx)
    })
    // Written before the commit: an account whose password nobody knows would be worse than a stale file.
    await writeCredentials(file, credentials)
    return credentials
  })
  await completePasts(deps)
  return fresh ?? refreshCredentials(file, deps.baseUrl)
}

async function waitForTurn(tx: Tx): Promise<void> {
  await sql`select set_config('lock_timeout', ${patience}, true), set_config('statement_timeout', ${patience}, true),
    set_config('idle_in_transaction_session_timeout', ${patience}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(${seedLock})`.execute(tx)
}

async function fillPortfolio(tx: Tx, accountId: number, baseUrl: string): Promise<void> {
  const scope = jobScope(accountId, 'demo')
  await addCompanies(tx, scope, () => true)
  await writeWelcome(tx, scope, baseUrl)
}

/** Who works there and by which rules, from the first of its days on. It stays behind until its past is written. */
async function beginPast(tx: Tx, accountId: number): Promise<void> {
  const { header } = await loadRecording()
  const today = lastDayOf(header, new Date())
  await setClock(tx, { accountId }, new Date(`${addDays(today, header.first.day)}T${settledAt}Z`))
  await addColleagues(tx, accountId)
  const staff = await staffOf(tx, { accountId })
  await addDefinitions(tx, staff.admin.scope)
  await switchRulesOn(tx, staff.admin.scope)
  await formTeams(tx, staff)
}

/**
 * Writes the past of a demonstration account that has none yet: the one that was just made, or that of a start which
 * was killed. Its files are stored by transactions of their own, so this one comes after that of the account.
 */
async function completePasts(deps: Deps): Promise<void> {
  const behind = await deps.db.system((tx) => findBehind(tx))
  if (behind === null) return
  deps.onProgress('Writing seven weeks of its past')
  const scope = jobScope(behind, 'demo')
  await importDemoLists(deps.db, behind)
  const recording = await loadRecording()
  const prepared = await prepareHistory(deps.db, scope, recording, deps)
  await deps.db.write(scope, async (tx) => {
    await waitForTurn(tx)
    // Another start may have been first.
    if ((await findBehind(tx)) === null) return
    await writeHistory(tx, scope, prepared)
    await tellPast(tx, scope, lastDayOf(recording.header, new Date()))
    await writeWelcome(tx, scope, deps.baseUrl)
  })
}

/** The account whose clock is behind the world: no other way leads there. */
async function findBehind(tx: Tx): Promise<number | null> {
  const row = await tx
    .selectFrom('account')
    .select('account_id')
    .where('clock_offset_ms', '<', 0)
    .executeTakeFirst()
  return row?.account_id ?? null
}

export async function createDemoAccount(tx: Tx, baseUrl: string): Promise<DemoCredentials> {
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
