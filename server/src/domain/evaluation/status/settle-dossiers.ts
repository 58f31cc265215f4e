import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Day, Scope } from '../../../platform/kernel/index.ts'
import { completion, dossierStatus } from './dossier-status.ts'
import { settleDocuments, type SettledDocument } from './settle-documents.ts'
import type { DossierStatus } from './status-labels.ts'
import { followDossiers } from './dossier-summary.ts'
import { recordDossierStatus } from './dossier-status-events.ts'

interface Row {
  dossierId: number
  thirdpartyId: number
  status: DossierStatus
  required: number
  valid: number
  expirationDate: Day | null
  struckOffInvalidates: boolean
  today: Day
}

/**
 * The one place where statuses are stored: whatever may move them ends by calling this, in its transaction.
 * Brings documents, then dossiers, then the portfolio's summary to what the rules say, and tells each change.
 * Archived dossiers are frozen and left alone.
 */
export async function settleDossiers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  const rows = await holdOpenDossiers(tx, scope, dossierIds)
  const [first] = rows
  if (!first) return
  const ids = rows.map(({ dossierId }) => dossierId)
  const documents = new Map<number, SettledDocument[]>(ids.map((id) => [id, []]))
  for (const document of await settleDocuments(tx, scope, ids, first.today)) {
    documents.get(document.dossierId)?.push(document)
  }
  const settled = rows.map((row) => {
    const own = documents.get(row.dossierId) ?? []
    return { ...row, ...completion(own), status: dossierStatus({ ...row, documents: own }) }
  })
  await store(tx, scope, settled)
  for (const [index, { dossierId, thirdpartyId, status }] of settled.entries()) {
    const before = rows[index]?.status ?? null
    if (before !== status) {
      recordDossierStatus(tx, scope, { dossierId, thirdpartyId }, { before, after: status })
    }
  }
  await followDossiers(
    tx,
    scope,
    rows.map(({ thirdpartyId }) => thirdpartyId),
  )
}

/** Locked in the order of their ids: whoever changes anything in a dossier holds it first. */
async function holdOpenDossiers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId", d.status,
      d.required_documents as required, d.valid_documents as valid, d.expiration_date as "expirationDate",
      t.status = 'STRUCK_OFF' and coalesce(o.enabled, true) as "struckOffInvalidates",
      (account_now(${scope.accountId}) at time zone 'UTC')::date::text as today
    from dossier d
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    left join evaluation_option o on o.account_id = d.account_id and o.name = 'STRUCK_OFF_INVALIDATES'
    where d.account_id = ${scope.accountId} and d.dossier_id = any(${[...dossierIds]}::bigint[])
      and d.archived_at is null
    order by d.dossier_id for update of d`.execute(tx)
  return rows
}

async function store(tx: Tx, scope: Scope, settled: readonly Row[]): Promise<void> {
  const rows = settled.map(({ dossierId, status, required, valid }) => ({
    id: dossierId,
    status,
    required,
    valid,
  }))
  await sql`
    update dossier d set status = r.status, required_documents = r.required, valid_documents = r.valid,
      version = d.version + 1, updated_at = moment,
      status_since = case when d.status = r.status then d.status_since else moment end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, status text, required int, valid int),
      account_now(${scope.accountId}) moment
    where d.account_id = ${scope.accountId} and d.dossier_id = r.id
      and (d.status, d.required_documents, d.valid_documents)
        is distinct from (r.status, r.required, r.valid)`.execute(tx)
}
