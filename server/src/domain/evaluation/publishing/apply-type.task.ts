import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import { addRequiredDocuments } from '../dossiers/add-required-documents.ts'
import { enqueueApprovals, settleDossiers } from '../status/settle.ts'
import { changingDossiers, type ChangingDossier } from './changing-dossiers.queries.ts'
import { isEmpty } from './dossier-change.ts'

const batchSize = 100

/** Each batch is a transaction of its own; what is of the version already is not looked at again. */
export const applyDossierType: Handler<'catalogue.apply'> = async (
  { dossierTypeCode, typeVersion: version },
  { db, scope, signal },
) => {
  const found = await db.read(scope, (tx) =>
    tx
      .selectFrom('dossier_type_version')
      .select('definition')
      .where('account_id', '=', scope.accountId)
      .where('code', '=', dossierTypeCode)
      .where('type_version', '=', version)
      .executeTakeFirst(),
  )
  if (!found) return
  const definition = found.definition as unknown as DossierType
  for (;;) {
    signal.throwIfAborted()
    const applied = await db.write(scope, (tx) =>
      applyType(tx, scope, { definition, version, limit: batchSize }),
    )
    if (applied.length < batchSize) return
  }
}

interface Application {
  readonly definition: DossierType
  readonly version: number
  /** At most so many in this transaction. */
  readonly limit: number
}

/**
 * Brings open dossiers of older versions to this one. Nothing that was answered is lost: what is no longer
 * asked is stopped. Returns the dossiers it brought along; none when there is nothing left to do.
 */
export async function applyType(tx: Tx, scope: Scope, application: Application): Promise<ChangingDossier[]> {
  const { definition: after, version, limit } = application
  const dossiers = await changingDossiers(tx, scope, { after, version, limit, from: 0, hold: true })
  if (dossiers.length === 0) return []
  for (const dossier of dossiers) recordUpdate(tx, scope, dossier, version)
  await addRequirements(tx, scope, dossiers, after)
  await stopDocuments(tx, scope, dossiers)
  await changeDocuments(tx, scope, dossiers)
  const ids = dossiers.map(({ dossierId }) => dossierId)
  await sql`
    update dossier d set type_version = ${version}, version = d.version + 1, updated_at = moment
    from account_now(${scope.accountId}) moment
    where d.account_id = ${scope.accountId} and d.dossier_id = any(${ids}::bigint[])`.execute(tx)
  await settleDossiers(tx, scope, ids)
  await enqueueApprovals(tx, scope, ids)
  return dossiers
}

function recordUpdate(tx: Tx, scope: Scope, dossier: ChangingDossier, version: number): void {
  const { dossierId, thirdpartyId, fromVersion } = dossier
  const place = { dossierId, thirdpartyId }
  record(tx, scope, {
    name: 'DOSSIER_TEMPLATE_UPDATED',
    ...place,
    data: { before: { typeVersion: fromVersion }, after: { typeVersion: version } },
  })
  if (isEmpty(dossier)) return
  record(tx, scope, { name: 'DOSSIER_DOCUMENTS_UPDATED', ...place, data: publishedCodes(dossier) })
}

export function publishedCodes({ added, stopped, changed }: ChangingDossier) {
  return {
    added: added.map(({ code }) => code),
    stopped: stopped.map(({ code }) => code),
    changed: changed.map(({ after }) => after.code),
  }
}

async function addRequirements(
  tx: Tx,
  scope: Scope,
  dossiers: readonly ChangingDossier[],
  { dueDays }: DossierType,
): Promise<void> {
  if (dossiers.every(({ added }) => added.length === 0)) return
  // The dossier's own day may have passed: what is asked today gets the days the type gives.
  const { rows } = await sql<{ due: string }>`
    select ((account_now(${scope.accountId}) at time zone 'UTC')::date + ${dueDays}::int)::text as due`.execute(
    tx,
  )
  const dueDate = rows[0]?.due ?? null
  const requirements = dossiers.flatMap(({ dossierId, thirdpartyId, added }) =>
    added.map(({ code, required, alternativeGroup = null }) => ({
      dossierId,
      thirdpartyId,
      code,
      required,
      alternativeGroup,
      dueDate,
    })),
  )
  await addRequiredDocuments(tx, scope, requirements)
}

async function stopDocuments(tx: Tx, scope: Scope, dossiers: readonly ChangingDossier[]): Promise<void> {
  const ids = dossiers.flatMap(({ stopped }) => stopped.map(({ documentId }) => documentId))
  if (ids.length === 0) return
  await sql`
    update document c set stopped_at = moment, version = c.version + 1, updated_at = moment
    from account_now(${scope.accountId}) moment
    where c.account_id = ${scope.accountId} and c.document_id = any(${ids}::bigint[])`.execute(tx)
  for (const { dossierId, thirdpartyId, stopped } of dossiers) {
    for (const { documentId, code } of stopped) {
      const place = { thirdpartyId, dossierId, documentId }
      record(tx, scope, { name: 'DOCUMENT_STOPPED', ...place, data: { documentCode: code } })
    }
  }
}

async function changeDocuments(tx: Tx, scope: Scope, dossiers: readonly ChangingDossier[]): Promise<void> {
  const rows = dossiers.flatMap(({ changed }) =>
    changed.map(({ document, after }) => ({
      id: document.documentId,
      required: after.required,
      group: after.alternativeGroup ?? null,
    })),
  )
  if (rows.length === 0) return
  await sql`
    update document c set required = r.required, alternative_group = r."group", version = c.version + 1,
      updated_at = moment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, required boolean, "group" text),
      account_now(${scope.accountId}) moment
    where c.account_id = ${scope.accountId} and c.document_id = r.id`.execute(tx)
  for (const { dossierId, thirdpartyId, changed } of dossiers) {
    for (const { document, after } of changed) {
      record(tx, scope, {
        name: 'DOCUMENT_MODIFICATION',
        thirdpartyId,
        dossierId,
        documentId: document.documentId,
        data: {
          before: { required: document.required, alternativeGroup: document.alternativeGroup },
          after: { required: after.required, alternativeGroup: after.alternativeGroup ?? null },
        },
      })
    }
  }
}
