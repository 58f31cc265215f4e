import type { Db, ReadTx } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import { jobScope, type Scope } from '../../platform/kernel/index.ts'
import { applyRules } from './apply-rules.ts'
import { matchesOf, toOpen } from './matches.queries.ts'
import { listRules } from './rules.queries.ts'

/** Third parties looked at by one statement, and dossiers opened in one transaction. */
const windowSize = 5_000
const batchSize = 100

/**
 * Each batch is a transaction of its own and determines again what is missing, so the job may stop anywhere and
 * restart.
 */
export const applyRulesTask: Handler<'rules.apply'> = async (
  { thirdpartyIds, again = false },
  { db, scope, signal },
) => {
  const rules = await db.read(scope, (tx) => listRules(tx, scope, true))
  if (rules.length === 0) return
  for await (const window of windows(db, scope, thirdpartyIds)) {
    const matches = matchesOf(scope, rules, { thirdpartyIds: window, again })
    const missing = await db.read(scope, (tx) => toOpen(tx, matches))
    for (const batch of batches(missing.map((one) => one.thirdpartyId))) {
      signal.throwIfAborted()
      await db.write(scope, (tx) => applyRules(tx, scope, { thirdpartyIds: batch, again }))
    }
  }
}

/** For each account: every rule, over its whole portfolio. */
export const applyAllRules =
  ({ accountIds }: { accountIds: (db: Db) => Promise<number[]> }): Handler<'rules.apply-all'> =>
  async (_payload, { db }) => {
    for (const accountId of await accountIds(db)) {
      const scope = jobScope(accountId, 'rules.apply-all')
      await db.write(scope, async (tx) => {
        const rules = await listRules(tx, scope, true)
        if (rules.length > 0) await enqueue(tx, 'rules.apply', ...wholePortfolio(accountId))
      })
    }
  }

/** One waiting run over everything is enough. */
export function wholePortfolio(accountId: number) {
  return [{ accountId, thirdpartyIds: null }, { jobKey: `rules.apply:${accountId}` }] as const
}

async function* windows(db: Db, scope: Scope, given: readonly number[] | null): AsyncGenerator<number[]> {
  if (given !== null) {
    for (let from = 0; from < given.length; from += windowSize) yield given.slice(from, from + windowSize)
    return
  }
  for (let last = 0; ;) {
    const window = await db.read(scope, (tx) => nextThirdParties(tx, scope, last))
    const end = window.at(-1)
    if (end === undefined) return
    yield window
    last = end
  }
}

async function nextThirdParties(tx: ReadTx, scope: Scope, after: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '>', after)
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .limit(windowSize)
    .execute()
  return rows.map((row) => row.thirdparty_id)
}

/** A third party is never split: its dossiers are opened together. */
function* batches(openings: readonly number[]): Generator<number[]> {
  let batch = new Set<number>()
  let count = 0
  for (const thirdpartyId of openings) {
    if (count >= batchSize && !batch.has(thirdpartyId)) {
      yield [...batch]
      batch = new Set()
      count = 0
    }
    batch.add(thirdpartyId)
    count += 1
  }
  if (batch.size > 0) yield [...batch]
}
