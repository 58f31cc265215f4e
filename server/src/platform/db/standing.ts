import { AppError } from '../kernel/index.ts'
import type { Db } from './database.ts'
import type { ReadTx } from './transaction.ts'

/** Why an account may not be used: the operator suspended it, its deletion was asked for, or has begun. */
export type AccountState = 'SUSPENDED' | 'LEAVING' | 'DELETING'

export const suspendedProblem = (state: AccountState) => new AppError('ACCOUNT_SUSPENDED', { reason: state })

/** For doors that know an account before anybody is let in; needs the directory, or the account itself. */
export async function requireUsable(tx: ReadTx, accountId: number): Promise<void> {
  const state = await findAccountState(tx, accountId)
  if (state !== null) throw suspendedProblem(state)
}

export async function findAccountState(tx: ReadTx, accountId: number): Promise<AccountState | null> {
  const row = await tx
    .selectFrom('account_standing')
    .select('state')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return (row?.state ?? null) as AccountState | null
}

interface Known {
  readonly until: number
  readonly found: Promise<ReadonlyMap<number, AccountState>>
}

const knownMs = 500
const known = new WeakMap<object, Known>()

/** The accounts that may not be used, as of half a second ago at most: workers ask before every job. */
export function unusableAccounts(db: Pick<Db, 'system'>): Promise<ReadonlyMap<number, AccountState>> {
  const last = known.get(db)
  if (last !== undefined && last.until > performance.now()) return last.found
  const found = db.system(readStates)
  known.set(db, { until: performance.now() + knownMs, found })
  // Without an answer nothing is known: the next one asks again.
  found.catch(() => known.delete(db))
  return found
}

async function readStates(tx: ReadTx): Promise<Map<number, AccountState>> {
  const rows = await tx
    .selectFrom('account_standing')
    .select(['account_id', 'state'])
    .where('state', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.account_id, row.state as AccountState]))
}
