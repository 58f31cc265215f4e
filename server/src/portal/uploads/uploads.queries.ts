import { sql, type RawBuilder } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { Visitor } from '../visitor.ts'

export interface UploadPath {
  readonly documentId: number
  readonly uploadId: number
}

export interface Upload extends UploadPath {
  readonly fileName: string | null
  readonly size: number
  readonly received: number
  readonly state: 'OPEN' | 'DONE' | 'DROPPED'
  /** When it is removed unless it goes on. */
  readonly expiresAt: Date
}

export interface Part {
  readonly start: number
  readonly size: number
  readonly key: string
  /** Lower-case hexadecimal. */
  readonly sha256: string
  readonly crc32: number
}

export const uploadHours = 48

const columns = sql`upload_id as "uploadId", document_id as "documentId", file_name as "fileName", size, received,
  state, updated_at + make_interval(hours => ${uploadHours}) as "expiresAt"`

function own({ accountId, contactId }: Visitor, { documentId, uploadId }: UploadPath): RawBuilder<unknown> {
  return sql`account_id = ${accountId} and upload_id = ${uploadId} and contact_id = ${contactId}
    and document_id = ${documentId} and state <> 'DROPPED'`
}

/** Its own only: not even a colleague goes on with what somebody else began. */
export async function findUpload(tx: ReadTx, visitor: Visitor, path: UploadPath): Promise<Upload> {
  const { rows } = await sql<Upload>`
    select ${columns} from portal_upload where ${own(visitor, path)}`.execute(tx)
  return rows[0] ?? missing(path)
}

export async function holdUpload(tx: Tx, visitor: Visitor, path: UploadPath): Promise<Upload> {
  const { rows } = await sql<Upload>`
    select ${columns} from portal_upload where ${own(visitor, path)} for update`.execute(tx)
  return rows[0] ?? missing(path)
}

/** Nobody continues from elsewhere than where the upload stands: neither twice nor beside another. */
export function requireOffset({ received }: Upload, start: number): void {
  if (received === start) return
  const headers = { 'upload-offset': String(received) }
  throw new AppError('UPLOAD_OFFSET_MISMATCH', { offset: received }, { headers })
}

function missing({ uploadId }: UploadPath): never {
  throw new AppError('UPLOAD_NOT_FOUND', { uploadId })
}

export async function beginUpload(
  tx: Tx,
  { accountId, contactId }: Visitor,
  begun: { readonly documentId: number; readonly fileName: string; readonly size: number },
): Promise<Upload> {
  const { rows } = await sql<Upload>`
    insert into portal_upload (account_id, contact_id, document_id, file_name, size)
    values (${accountId}, ${contactId}, ${begun.documentId}, ${begun.fileName}, ${begun.size})
    returning ${columns}`.execute(tx)
  const [upload] = rows
  if (!upload) throw new Error('The upload was not begun.')
  return upload
}

export async function addPart(tx: Tx, { accountId }: Visitor, upload: Upload, part: Part): Promise<Upload> {
  const { uploadId } = upload
  await sql`
    insert into portal_upload_part (account_id, upload_id, start, size, object_key, sha256, crc32)
    values (${accountId}, ${uploadId}, ${part.start}, ${part.size}, ${part.key}, decode(${part.sha256}, 'hex'),
      ${part.crc32})`.execute(tx)
  const { rows } = await sql<Upload>`
    update portal_upload set received = ${part.start + part.size}, updated_at = now()
    where account_id = ${accountId} and upload_id = ${uploadId} returning ${columns}`.execute(tx)
  return rows[0] ?? missing(upload)
}

export async function partsOf(tx: ReadTx, { accountId }: Visitor, { uploadId }: Upload): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select start, size, object_key as key, encode(sha256, 'hex') as sha256, crc32 from portal_upload_part
    where account_id = ${accountId} and upload_id = ${uploadId} order by start`.execute(tx)
  return rows
}

/** Its parts are no longer named afterwards; their bytes are the caller's to remove, or the sweep's. Done is whole. */
export async function endUpload(
  tx: Tx,
  { accountId }: Visitor,
  upload: Upload,
  end: {
    readonly state: 'DONE' | 'DROPPED'
    readonly responseId: number | null
    readonly fileId: number | null
  },
): Promise<Upload> {
  const { uploadId } = upload
  await sql`
    delete from portal_upload_part where account_id = ${accountId} and upload_id = ${uploadId}`.execute(tx)
  const { rows } = await sql<Upload>`
    update portal_upload set state = ${end.state}, response_id = ${end.responseId}, evidence_id = ${end.fileId},
      file_name = null, updated_at = now(), received = ${end.state === 'DONE' ? upload.size : upload.received}
    where account_id = ${accountId} and upload_id = ${uploadId} returning ${columns}`.execute(tx)
  return rows[0] ?? missing(upload)
}

export async function fileOfObject(tx: ReadTx, { accountId }: Visitor, key: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select evidence_id as id from evidence
    where account_id = ${accountId} and object_key = ${key}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A file was kept and is not there.')
  return row.id
}
