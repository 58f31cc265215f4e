import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { changesOf, findVanished, type ComputedIndicator } from './changes.ts'
import { collectFacts } from './collect-facts.queries.ts'
import { dossierIndicators, thirdPartyIndicators } from './compute-indicators.ts'
import type { ThirdPartyFacts } from './facts.ts'
import { presentIndicators } from './indicators.queries.ts'
import type { IndicatorModels } from './model.schema.ts'
import { loadShippedModels } from './shipped-models.ts'
import { storeChanges } from './store-indicators.ts'

/** Third parties of one transaction: each may have many dossiers, and the journal takes all their news at once. */
export const batchSize = 250

/**
 * Brings the indicators of these third parties and of their open dossiers to what follows from what is known.
 * Safe to repeat, and at once. Archived third parties and dossiers keep what they had.
 */
export async function recomputeFor(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
  models: IndicatorModels = loadShippedModels(),
): Promise<void> {
  const locked = await lockRecomputedThirdParties(tx, scope, thirdpartyIds)
  if (!locked) return
  // One after the other: in a transaction there is one connection.
  const facts = await collectFacts(tx, scope, locked.ids)
  const stored = await presentIndicators(tx, scope, locked.ids)
  const wanted = facts.flatMap((one) => computeIndicators(models, one))
  const open = new Set(facts.flatMap(({ openDossierIds }) => openDossierIds))
  const changes = changesOf(stored, [...wanted, ...findVanished(stored, wanted, open)])
  await storeChanges(tx, scope, changes, locked.moment)
}

function computeIndicators(models: IndicatorModels, facts: ThirdPartyFacts): ComputedIndicator[] {
  const { thirdpartyId, openDossierIds } = facts
  return [
    ...thirdPartyIndicators(models, facts).map((one) => ({ ...one, thirdpartyId, dossierId: null })),
    ...openDossierIds.flatMap((dossierId) =>
      dossierIndicators(models, facts, dossierId).map((one) => ({ ...one, thirdpartyId, dossierId })),
    ),
  ]
}

/** In the order of their ids, and before dossiers and the summary, as everybody does. */
async function lockRecomputedThirdParties(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<{ ids: number[]; moment: Date } | null> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id as id')
    .where('account_id', '=', accountId)
    .where((one) => one('thirdparty_id', '=', one.fn.any(one.val([...thirdpartyIds]))))
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length === 0) return null
  const clock = await sql<{ moment: Date }>`select account_now(${accountId}) as moment`.execute(tx)
  const moment = clock.rows[0]?.moment
  return moment ? { ids: rows.map(({ id }) => id), moment } : null
}

/** What the passing of time alone may have changed since it was computed. */
export async function recomputeIndicators(db: Db, scope: Scope, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    signal?.throwIfAborted()
    const due = await db.read(scope, (tx) => dueThirdParties(tx, scope, after))
    const last = due.at(-1)
    if (last === undefined) return
    await db.write(scope, (tx) => recomputeFor(tx, scope, due))
    after = last
  }
}

async function dueThirdParties(tx: ReadTx, { accountId }: Scope, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with clock as materialized (select (account_now(${accountId}) at time zone 'UTC')::date as today)
    select distinct i.thirdparty_id as id from indicator i
    join thirdparty t on t.account_id = i.account_id and t.thirdparty_id = i.thirdparty_id
    left join dossier d on d.account_id = i.account_id and d.dossier_id = i.dossier_id
    where i.account_id = ${accountId} and i.due_on <= (select today from clock) and i.superseded_at is null
      and i.thirdparty_id > ${after} and t.archived_at is null and d.archived_at is null
    order by 1 limit ${batchSize}`.execute(tx)
  return rows.map(({ id }) => id)
}
