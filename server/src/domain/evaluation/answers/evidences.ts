import { kindOfName } from '@vigie/inspect'
import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry } from '../../forms/index.ts'
import type { Transmitter } from '../status/response-states.ts'

export interface OwnEvidence {
  readonly evidenceId: number
  readonly kind: 'FILE' | 'FORM' | 'REPORT'
  readonly fileName: string | null
  readonly fileState: 'PENDING' | 'CLEAN' | 'REFUSED' | 'INFECTED'
  readonly fileSize: number | null
  readonly sha256: string | null
  readonly contentType: string | null
  readonly objectKey: string | null
  readonly issuer: string
  readonly formdata: FormEntry[] | null
}

/** What an answer consists of now, in its order; what a draft gave up is left out. */
export async function evidencesOf(tx: ReadTx, scope: Scope, responseId: number): Promise<OwnEvidence[]> {
  const { rows } = await sql<OwnEvidence>`
    select evidence_id as "evidenceId", kind, file_name as "fileName", file_state as "fileState",
      file_size as "fileSize", encode(sha256, 'hex') as sha256, content_type as "contentType",
      object_key as "objectKey", issuer, formdata
    from evidence
    where account_id = ${scope.accountId} and response_id = ${responseId} and file_state <> 'DELETED'
    order by position`.execute(tx)
  return rows
}

/** A file whose bytes are in the store already, under a key nobody else knows. */
export interface StoredFile {
  readonly key: string
  readonly fileName: string
  readonly size: number
  /** Lower-case hexadecimal. */
  readonly sha256: string
  readonly crc32: number
}

interface EvidencePlace {
  readonly responseId: number
  readonly documentId: number
  readonly dossierId: number
  readonly issuer: string
  readonly transmitter: Transmitter
}

interface NewEvidence {
  kind: 'FILE' | 'FORM'
  file: StoredFile | null
  format: string
  formdata: readonly FormEntry[] | null
  metadata?: Readonly<Record<string, string>>
}

interface NewContent {
  readonly files: readonly StoredFile[]
  readonly formdata: readonly FormEntry[] | null
  /** Of the form, where a check filled it in. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** Files first, in the order they came, then the form. */
export async function writeEvidences(
  tx: Tx,
  scope: Scope,
  place: EvidencePlace,
  { files, formdata, metadata = {} }: NewContent,
): Promise<void> {
  const evidences = [
    ...files.map(fileEvidence),
    ...(formdata === null ? [] : [{ ...formEvidence(formdata), metadata }]),
  ]
  if (evidences.length === 0) return
  const rows = evidences.map(({ file, ...rest }, index) => ({
    ...rest,
    ...file,
    uuid: file?.key.split('/')[1],
    // The form keeps the last place whatever is added before it.
    position: rest.kind === 'FORM' ? 10_000 : index,
  }))
  await sql`
    insert into evidence (account_id, response_id, document_id, dossier_id, kind, position, file_uuid, file_name,
      file_size, object_key, sha256, crc32, format, issuer, transmitter, formdata, metadata,
      upload_date)
    select ${scope.accountId}, ${place.responseId}, ${place.documentId}, ${place.dossierId}, r.kind,
      r.position + case when r.kind = 'FILE' then first.place else 0 end, r.uuid, r."fileName", r.size, r.key,
      decode(r.sha256, 'hex'), r.crc32, r.format, ${place.issuer}, ${place.transmitter}, r.formdata,
      coalesce(r.metadata, '{}'), moment
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, position int, uuid uuid,
      "fileName" text, size bigint, key text, sha256 text, crc32 bigint, format text, formdata jsonb,
      metadata jsonb)
    cross join account_now(${scope.accountId}) moment
    cross join (
      select coalesce(max(position) + 1, 0) as place from evidence
      where account_id = ${scope.accountId} and response_id = ${place.responseId} and kind = 'FILE') first
    order by r.position`.execute(tx)
}

/** A picture of a piece is a copy of it; what came as a file of a program is taken for the piece itself. */
function fileEvidence(file: StoredFile): NewEvidence {
  const picture = kindOfName(file.fileName)?.contentType.startsWith('image/') ?? false
  return { kind: 'FILE', file, format: picture ? 'COPIENUMERIQUE' : 'ORIGINALNUMERIQUE', formdata: null }
}

function formEvidence(formdata: readonly FormEntry[]): NewEvidence {
  return { kind: 'FORM', file: null, format: 'FORMULAIRE', formdata }
}

interface DeletedFiles {
  readonly responseIds?: readonly number[]
  readonly evidenceIds?: readonly number[]
}

/** Forgets by what pieces are known when they come again: all of these answers, or these alone. The caller deletes them. */
export async function forgetPieces(
  tx: Tx,
  { accountId }: Scope,
  { responseIds = [], evidenceIds = [] }: DeletedFiles,
): Promise<void> {
  await sql`
    delete from piece_number p using evidence e
    where p.account_id = ${accountId} and e.account_id = p.account_id and e.evidence_id = p.evidence_id
      and (e.response_id = any(${[...responseIds]}::bigint[]) or e.evidence_id = any(${[...evidenceIds]}::bigint[]))`.execute(
    tx,
  )
}
