import { sql, type RawBuilder } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue, enqueueMany } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  addCompanions,
  clock,
  insertThirdParties,
  planned,
  recordAdded,
  type InsertedRow,
  type PlannedRows,
} from './add-thirdparty.ts'

interface ImportedBatch {
  readonly importId: number
  /** The set of units they go into. */
  readonly unitSetId?: number | null
  readonly rows: PlannedRows
  /** How many of the import are already waiting for their register: the jobs of this batch come after theirs. */
  readonly pendingBefore: number
  /** Whether no company of the import was in the portfolio so far. */
  readonly expectsNew: boolean
}

// As many a second as the most patient of the public registers takes, with room for others.
const askEveryMs = 200
// After mails and whatever else somebody waits for.
const identityPriority = 10

/**
 * Adds the rows that are no company of the portfolio yet, with their events. Returns who was added; the others
 * are there already, by whichever identifier.
 */
export async function addPlanned(tx: Tx, scope: Scope, batch: ImportedBatch) {
  const { accountId } = scope
  const rows =
    (batch.expectsNew ? await insertAllOrNone(tx, scope, batch) : null) ??
    (await insertPlanned(tx, scope, batch, sql`on conflict do nothing`))
  const thirdpartyIds = rows.map((row) => row.thirdparty_id)
  // The events are made while the database adds the companions.
  await Promise.all([
    addCompanions(tx, scope, thirdpartyIds),
    recordAllAdded(tx, scope, batch.importId, rows),
  ])
  const pending = rows.filter((row) => row.identity_status === 'PENDING')
  await enqueueMany(
    tx,
    'identity.complete',
    pending.map((row) => ({ accountId, thirdpartyId: row.thirdparty_id })),
    { startMs: batch.pendingBefore * askEveryMs, everyMs: askEveryMs, priority: identityPriority },
  )
  if (rows.length > pending.length) {
    const options = { priority: identityPriority }
    await enqueue(tx, 'rules.apply', { accountId, thirdpartyIds }, options)
    await enqueue(tx, 'screening.run', { accountId, thirdpartyIds, trigger: 'ADDED' }, options)
  }
  return { thirdpartyIds, pending: pending.length }
}

const duplicateKey = '23505'

/** Null if one of them is in the portfolio already. To look before each row costs more than to begin again once. */
async function insertAllOrNone(tx: Tx, scope: Scope, batch: ImportedBatch): Promise<InsertedRow[] | null> {
  await sql`savepoint all_new`.execute(tx)
  try {
    return await insertPlanned(tx, scope, batch, sql``)
  } catch (error) {
    if ((error as { code?: unknown }).code !== duplicateKey) throw error
    await sql`rollback to savepoint all_new`.execute(tx)
    return null
  }
}

async function insertPlanned(
  tx: Tx,
  { accountId }: Scope,
  { rows: plannedRows, unitSetId = null }: ImportedBatch,
  onConflict: RawBuilder<unknown>,
): Promise<InsertedRow[]> {
  const isNew = sql`(t.identifier_code is not null or not exists (${namesakes(accountId)}))`
  const { rows } = await sql<InsertedRow>`
    with ${clock(accountId)}
    ${insertThirdParties(accountId, { rows: plannedRows, unitSetId, condition: isNew, onConflict })}
    returning thirdparty_id, version, code, identifier_code, identifier_value, identifier_country, identifier_register,
      source, identity_status, wire`.execute(tx)
  return rows
}

async function recordAllAdded(tx: Tx, scope: Scope, importId: number, rows: InsertedRow[]): Promise<void> {
  for (const row of rows) recordAdded(tx, scope, row, importId)
}

/** Those that go by the name of the row in its country: of a company without a number nothing else can be compared. */
const namesakes = (accountId: number) => sql`select k.thirdparty_id from thirdparty k
  where k.account_id = ${accountId} and k.name_key = left(search_text(t.name), 200)
    and k.country_code = t.country_code and k.archived_at is null`

/** The rows that are a company of the portfolio already, and which. */
export async function findPlanned(tx: ReadTx, scope: Scope, rows: PlannedRows) {
  const same = (condition: RawBuilder<unknown>) =>
    sql`select k.thirdparty_id from thirdparty k where k.account_id = ${scope.accountId} and ${condition}`
  const found = await sql<{ row_no: number; existing: number }>`
    select p.row_no, min(known.thirdparty_id) as existing
    from ${rows} p cross join lateral ${planned} cross join lateral (
      ${same(sql`k.siren = t.siren`)}
      union all ${same(sql`k.vat_number = t.vat_number`)}
      union all ${same(sql`k.duns = t.duns`)}
      union all ${same(sql`k.lei = t.lei`)}
      union all ${same(sql`k.local_key = local_key(t.country_code, t.local_id, t.local_register)`)}
      union all ${same(sql`k.identifier_code = t.identifier_code and k.identifier_value = t.identifier_value
        and k.identifier_code <> 'NATIONAL'`)}
      union all ${namesakes(scope.accountId)} and t.identifier_code is null
    ) known
    where known.thirdparty_id <> p.thirdparty_id
    group by p.row_no order by p.row_no`.execute(tx)
  return found.rows
}

export interface HeldCode {
  readonly row_no: number
  readonly holder: number
  readonly archived: boolean
  readonly unitSetId: number | null
}

/** The rows whose code a company has already, and which; none where the account lets codes repeat. */
export async function findHeldCodes(
  tx: ReadTx,
  { accountId }: Scope,
  rows: PlannedRows,
): Promise<HeldCode[]> {
  const found = await sql<HeldCode>`
    select p.row_no, k.thirdparty_id as holder, k.archived_at is not null as archived, k.unit_set_id as "unitSetId"
    from ${rows} p
    join thirdparty k on k.account_id = ${accountId} and k.code = p.planned ->> 'code'
    join account a on a.account_id = k.account_id and a.unique_codes
    where k.thirdparty_id <> p.thirdparty_id order by p.row_no`.execute(tx)
  return found.rows
}
