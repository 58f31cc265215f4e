import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Right, type Scope } from '../../../platform/kernel/index.ts'
import { requireDocument } from '../status/lock.ts'
import type { ResponseState } from '../status/response-states.ts'

export interface FilePath {
  readonly dossierId: number
  readonly documentId: number
  readonly fileId: number
}

/** A file that may leave: every check has been done, and its bytes are there as they were received. */
export interface ServableFile {
  readonly fileId: number
  readonly fileName: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly objectKey: string
  readonly bankDetails: boolean
}

interface Row {
  documentCode: string
  bankDetails: boolean
  state: ResponseState
  fileState: 'PENDING' | 'CLEAN' | 'REFUSED' | 'INFECTED' | 'DELETED'
  deletedAt: string | null
  fileName: string | null
  contentType: string | null
  size: number | null
  sha256: string | null
  objectKey: string | null
}

const noReader: readonly ResponseState[] = ['DRAFT', 'INTERRUPTED', 'DELETED']

/** The file of this document, to somebody with these rights. */
export async function servableFile(
  tx: ReadTx,
  scope: Scope,
  path: FilePath,
  rights: ReadonlySet<Right>,
): Promise<ServableFile> {
  const { rows } = await sql<Row>`${fileRows(scope)} and e.evidence_id = ${path.fileId}
    and e.document_id = ${path.documentId} and e.dossier_id = ${path.dossierId}`.execute(tx)
  const [row] = rows
  if (row) return openTo(rights, path.fileId, row)
  await requireDocument(tx, scope, path)
  throw await notFound(tx, scope, path.fileId)
}

/** The same for a link, which names the file alone. */
export async function servableById(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  fileId: number,
  rights: ReadonlySet<Right>,
): Promise<ServableFile> {
  const { rows } = await sql<Row>`${fileRows(scope)} and e.evidence_id = ${fileId}`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('FILE_NOT_FOUND', { fileId })
  return openTo(rights, fileId, row)
}

function fileRows({ accountId }: Pick<Scope, 'accountId'>) {
  return sql`
    select c.code as "documentCode", coalesce((v.definition -> 'bankDetails')::boolean, false) as "bankDetails",
      r.state, e.file_state as "fileState", wire_time(e.deleted_at) as "deletedAt", e.file_name as "fileName",
      e.content_type as "contentType", e.file_size as size, encode(e.sha256, 'hex') as sha256,
      e.object_key as "objectKey"
    from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    where e.account_id = ${accountId}`
}

function openTo(rights: ReadonlySet<Right>, fileId: number, row: Row): ServableFile {
  if (!maySee(rights, row)) throw withheld()
  const { fileState, objectKey, size, sha256 } = row
  if (fileState === 'DELETED') {
    const deletedAt = row.deletedAt ?? ''
    throw new AppError('FILE_DELETED', { deletedAt }, { members: { deletedAt } })
  }
  if (fileState === 'REFUSED' || fileState === 'INFECTED') throw new AppError('FILE_QUARANTINED')
  const isReady = fileState === 'CLEAN' && !noReader.includes(row.state)
  if (!isReady || objectKey === null || size === null || sha256 === null) throw notReady(row.state)
  return {
    fileId,
    fileName: row.fileName ?? `${row.documentCode}-${fileId}`,
    // What we did not detect ourselves is nothing a browser should interpret.
    contentType: row.contentType ?? 'application/octet-stream',
    size,
    sha256,
    objectKey,
    bankDetails: row.bankDetails,
  }
}

function withheld(): AppError {
  const permission = 'manage'
  return new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
}

/** Nobody works on a draft or on what was withdrawn: asking again soon would not help. */
function notReady(state: ResponseState): AppError {
  if (noReader.includes(state)) return new AppError('FILE_NOT_READY', {}, { members: { hint: state } })
  return new AppError('FILE_NOT_READY', {}, { headers: { 'retry-after': '2' } })
}

/** Whose forms show bank details masked does not get them in full from a file either; auditors see all. */
export function maySee(rights: ReadonlySet<Right>, file: { readonly bankDetails: boolean }): boolean {
  return !file.bankDetails || rights.has('manage') || rights.has('decide') || rights.has('audit')
}

/** All ids come from one sequence, so it can be told what was given instead. */
async function notFound(tx: ReadTx, { accountId }: Scope, id: number): Promise<AppError> {
  const { rows } = await sql<{ hint: string | null }>`
    select case
      when exists (select from response where account_id = ${accountId} and response_id = ${id})
        then 'RESPONSE_ID_GIVEN'
      when exists (select from document where account_id = ${accountId} and document_id = ${id})
        then 'DOCUMENT_ID_GIVEN'
      when exists (select from evidence where account_id = ${accountId} and evidence_id = ${id})
        then 'FILE_OF_ANOTHER_DOCUMENT' end as hint`.execute(tx)
  const hint = rows[0]?.hint
  return new AppError('FILE_NOT_FOUND', { fileId: id }, hint ? { members: { hint } } : {})
}
