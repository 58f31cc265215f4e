import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { documentTypeVersions } from '../catalogue/document-types.queries.ts'
import { lockOpenDossier, type LockedDossier } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import { addRequiredDocuments } from './add-required-documents.ts'
import { refuseTyped } from './dossier-types.queries.ts'

interface Required {
  /** Documents that are required now and were not before. */
  readonly added: readonly number[]
  readonly alreadyRequired: readonly string[]
}

interface PresentDocument {
  documentId: number
  code: string
  required: boolean
}

/** All or nothing. Codes that are required already change nothing. */
export async function requireDocuments(
  tx: Tx,
  scope: Scope,
  { dossierId, codes }: { readonly dossierId: number; readonly codes: readonly string[] },
): Promise<Required> {
  const locked = await lockOpenDossier(tx, scope, dossierId)
  await refuseTyped(tx, scope, locked)
  refuseRepeated(codes)
  await documentTypeVersions(tx, scope, codes)
  const known = await findAlreadyRequired(tx, scope, locked, codes)
  const optional = known.filter(({ required }) => !required)
  const place = { dossierId, thirdpartyId: locked.thirdpartyId, dueDate: locked.dueDate }
  const written = await addRequiredDocuments(
    tx,
    scope,
    codes
      .filter((code) => known.every((one) => one.code !== code))
      .map((code) => ({ ...place, code, required: true, alternativeGroup: null })),
  )
  await makeRequired(tx, scope, locked, optional)
  const added = [...written.map((row) => row.document_id), ...optional.map((row) => row.documentId)]
  if (added.length > 0) {
    record(tx, scope, {
      name: 'DOSSIER_DOCUMENTS_UPDATED',
      thirdpartyId: locked.thirdpartyId,
      dossierId,
      data: { added: [...written, ...optional].map(({ code }) => code) },
    })
    await settleDossiers(tx, scope, [dossierId])
  }
  return { added, alreadyRequired: known.filter(({ required }) => required).map(({ code }) => code) }
}

export function refuseRepeated(codes: readonly string[]): void {
  const repeated = [...new Set(codes.filter((code, index) => codes.indexOf(code) !== index))]
  if (repeated.length === 0) return
  throw new AppError('REQUIREMENT_CODE_REPEATED', { codes: repeated.join(', ') }, { members: { repeated } })
}

async function findAlreadyRequired(
  tx: Tx,
  scope: Scope,
  { dossierId }: LockedDossier,
  codes: readonly string[],
): Promise<PresentDocument[]> {
  const { rows } = await sql<PresentDocument>`
    select document_id as "documentId", code, required from document
    where account_id = ${scope.accountId} and dossier_id = ${dossierId} and stopped_at is null
      and code = any(${[...codes]}::text[])
    order by array_position(${[...codes]}::text[], code)`.execute(tx)
  return rows
}

/** What could be answered so far must be answered now. */
async function makeRequired(
  tx: Tx,
  scope: Scope,
  { dossierId, thirdpartyId }: LockedDossier,
  optional: readonly PresentDocument[],
): Promise<void> {
  if (optional.length === 0) return
  const ids = optional.map(({ documentId }) => documentId)
  await sql`
    update document set required = true, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = any(${ids}::bigint[])`.execute(tx)
  for (const documentId of ids) {
    const data = { before: { required: false }, after: { required: true } }
    record(tx, scope, { name: 'DOCUMENT_MODIFICATION', thirdpartyId, dossierId, documentId, data })
  }
}
