import { sql } from 'kysely'
import type { Config } from './config.ts'
import { appPasswordOf, keyCheckOf } from './database-runtime.ts'
import {
  listAccounts,
  resealAccounts,
  type KeyChange,
  type ResealedAccounts,
  type Resealing,
} from './domain/accounts/index.ts'
import { resealChannels } from './domain/alerts/index.ts'
import { resealProviders } from './domain/datahub/index.ts'
import { resealOperators } from './domain/operator/index.ts'
import { resealEndpoints } from './domain/webhooks/index.ts'
import { openFileKeys } from './open-file-keys.ts'
import { recordOperatorAct } from './platform/administration/index.ts'
import { keyLocks, WrongSecretKey, type Db, type Tx } from './platform/db/index.ts'
import { resealUnderSameKeys, type FileKeys } from './platform/files/index.ts'

export interface Replacement extends ResealedAccounts {
  readonly webhooks: Resealing
  readonly providers: Resealing
  readonly files: Resealing
  readonly operators: Resealing
}

/**
 * Seals everything under another secret key, in one transaction that nobody else works beside: whatever happens, the
 * database belongs to the former key or to the new one, whole.
 */
export async function replaceSecretKey(db: Db, config: Config, change: KeyChange): Promise<Replacement> {
  const [former, present] = [await openFileKeys(config, change.from), await openFileKeys(config, change.to)]
  return db.system(async (tx) => {
    await takeKey(tx, change)
    const replaced = {
      ...(await resealAccounts(tx, change)),
      operators: await resealOperators(tx, change),
      ...(await resealEachAccount(tx, change, { former, present })),
    }
    await sql`update installation_key set key_check = ${keyCheckOf(change.to)}, since = now()`.execute(tx)
    if (config.databaseAppUrl === null) await changePassword(tx, appPasswordOf(change.to))
    recordOperatorAct(tx, 'key replace', {
      name: 'SECRET_KEY_REPLACED',
      accountIds: [],
      after: { ...replaced },
    })
    return replaced
  })
}

/** Away from every connection, and from every process that starts meanwhile. */
async function takeKey(tx: Tx, { from }: KeyChange): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${keyLocks.ofStarters}::bigint)
      and pg_try_advisory_xact_lock(${keyLocks.ofConnections}::bigint) as taken`.execute(tx)
  if (!rows[0]?.taken) {
    throw new Error(
      'Other processes of this installation are connected to the database. Stop every service, worker and command, ' +
        'and a connection pooler if there is one, then run this again. Nothing was changed.',
    )
  }
  const known = await tx.selectFrom('installation_key').select('key_check').executeTakeFirst()
  if (!known?.key_check.equals(keyCheckOf(from))) throw new WrongSecretKey()
}

type EachAccount = Pick<Replacement, 'webhooks' | 'providers' | 'files'>

async function resealEachAccount(
  tx: Tx,
  change: KeyChange,
  keys: { readonly former: FileKeys; readonly present: FileKeys },
): Promise<EachAccount> {
  const none = { resealed: 0, unreadable: 0 }
  const sum = { webhooks: { ...none }, providers: { ...none }, files: { ...none } }
  for (const { accountId } of await listAccounts(tx)) {
    await enterAccount(tx, String(accountId))
    const scope = { accountId }
    add(sum.webhooks, await resealEndpoints(tx, scope, change))
    add(sum.webhooks, await resealChannels(tx, scope, change))
    add(sum.providers, await resealProviders(tx, scope, change))
    add(sum.files, await resealUnderSameKeys(tx, scope, keys))
  }
  await enterAccount(tx, '')
  return sum
}

/** Row security shows one account at a time, also to a transaction that visits all. */
async function enterAccount(tx: Tx, account: string): Promise<void> {
  await sql`select set_config('app.account', ${account}, true)`.execute(tx)
}

function add(sum: { resealed: number; unreadable: number }, more: Resealing): void {
  sum.resealed += more.resealed
  sum.unreadable += more.unreadable
}

/** A role may always change its own; the change is part of the transaction. */
async function changePassword(tx: Tx, password: string): Promise<void> {
  await sql`alter role current_user password ${sql.lit(password)}`.execute(tx)
}
