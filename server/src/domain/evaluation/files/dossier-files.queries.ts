import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { Seal } from '../answers/seal.schema.ts'
import type { ResponseState } from '../status/response-states.ts'

export interface DossierHead {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly reference: string | null
  readonly typeCode: string
  readonly thirdpartyName: string
  readonly accountName: string
  /** The account's own time, which its events bear. */
  readonly now: Date
}

export interface DossierFile {
  readonly fileId: number
  readonly responseId: number
  readonly documentId: number
  readonly documentCode: string
  readonly bankDetails: boolean
  readonly responseStatus: ResponseState
  readonly fileName: string
  /** never null: stored together with the object, which is asked for */
  readonly size: number
  readonly sha256: string
  /** never null: as the size */
  readonly crc32: number
  /** never null: asked for */
  readonly objectKey: string
  readonly uploadedAt: Date
  /** What was found out about its seals. */
  readonly seal: Static<typeof Seal> | null
}

export async function dossierHead(tx: ReadTx, scope: Scope, dossierId: number): Promise<DossierHead> {
  const { rows } = await sql<DossierHead>`
    select d.dossier_id as "dossierId", d.thirdparty_id as "thirdpartyId", d.reference,
      d.type_code as "typeCode", coalesce(t.name, t.identifier_value) as "thirdpartyName",
      a.name as "accountName", account_now(a.account_id) as now
    from dossier d
    join thirdparty t on t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id
    join account a on a.account_id = d.account_id
    where d.account_id = ${scope.accountId} and d.dossier_id = ${dossierId}`.execute(tx)
  const [row] = rows
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  return row
}

/** Answers that count, and those that are history; drafts belong to whoever writes them. */
const live: readonly ResponseState[] = ['CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED']
const ended: readonly ResponseState[] = ['SUPERSEDED']

/** The files of a dossier that may leave, in an order that never changes. */
export async function dossierFiles(
  tx: ReadTx,
  scope: Scope,
  { dossierId, history }: { readonly dossierId: number; readonly history: boolean },
): Promise<DossierFile[]> {
  const states = history ? [...live, ...ended] : [...live]
  const { rows } = await sql<DossierFile>`
    select e.evidence_id as "fileId", e.response_id as "responseId", e.document_id as "documentId",
      c.code as "documentCode", coalesce((v.definition -> 'bankDetails')::boolean, false) as "bankDetails",
      r.state as "responseStatus", coalesce(e.file_name, c.code) as "fileName", e.file_size as size,
      encode(e.sha256, 'hex') as sha256, e.crc32, e.object_key as "objectKey", e.upload_date as "uploadedAt",
      e.seal
    from evidence e
    join response r on r.account_id = e.account_id and r.response_id = e.response_id
    join document c on c.account_id = e.account_id and c.document_id = e.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    where e.account_id = ${scope.accountId} and e.dossier_id = ${dossierId} and e.file_state = 'CLEAN'
      and e.object_key is not null and r.state = any(${states}::text[])
    order by c.code, e.evidence_id`.execute(tx)
  return rows
}

/**
 * Where the bytes of this file are now, if it may still leave: one that is deleted while an archive is read goes with
 * the next entry, one that was encrypted meanwhile lies elsewhere.
 */
export async function currentObject(tx: ReadTx, scope: Scope, file: DossierFile): Promise<string | null> {
  const { rows } = await sql<{ /** never null: asked for */ objectKey: string }>`
    select object_key as "objectKey" from evidence
    where account_id = ${scope.accountId} and evidence_id = ${file.fileId} and file_state = 'CLEAN'
      and object_key is not null and sha256 = decode(${file.sha256}, 'hex')`.execute(tx)
  return rows[0]?.objectKey ?? null
}
