import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type AccountScope } from '../../platform/kernel/index.ts'
import type { OwnEvidence, ServableFile } from '../evaluation/index.ts'

interface EvidenceFile {
  readonly evidenceId: number
  readonly findingId: number
  readonly thirdpartyId: number
  readonly actionId: number
  readonly source: string
  readonly fileName: string
  readonly fileState: OwnEvidence['fileState']
  readonly fileSize: number
  readonly sha256: string
  readonly contentType: string | null
  readonly objectKey: string
}

interface FileRow extends Omit<EvidenceFile, 'fileName' | 'fileSize' | 'sha256' | 'fileState' | 'objectKey'> {
  /** never null: only files are looked for, and a file is whole. */
  readonly fileName: string
  /** never null: as its name. */
  readonly fileSize: number
  /** never null: as its name. */
  readonly sha256: string
  /** never null: as its name. */
  readonly fileState: OwnEvidence['fileState']
  /** never null: as its name. */
  readonly objectKey: string
}

/** A file that was sent for an action. */
export async function findEvidenceFile(
  tx: ReadTx,
  { accountId }: AccountScope,
  evidenceId: number,
): Promise<EvidenceFile> {
  const { rows } = await sql<FileRow>`
    select e.evidence_id as "evidenceId", a.finding_id as "findingId", e.thirdparty_id as "thirdpartyId",
      e.action_id as "actionId", f.source, e.file_name as "fileName", e.file_state as "fileState",
      e.file_size as "fileSize", encode(e.sha256, 'hex') as sha256, e.content_type as "contentType",
      e.object_key as "objectKey"
    from corrective_evidence e
    join corrective_action a on a.account_id = e.account_id and a.action_id = e.action_id
    join finding f on f.account_id = a.account_id and f.finding_id = a.finding_id
    where e.account_id = ${accountId} and e.evidence_id = ${evidenceId} and e.object_key is not null`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new AppError('FILE_NOT_FOUND', { fileId: evidenceId })
  return found
}

/** As it may leave: every check has been done. */
export function servableEvidence(file: EvidenceFile): ServableFile {
  const { evidenceId, fileName, fileState, fileSize, sha256, contentType, objectKey } = file
  if (fileState === 'PENDING') throw new AppError('FILE_NOT_READY', {}, { headers: { 'retry-after': '2' } })
  if (fileState !== 'CLEAN') throw new AppError('FILE_QUARANTINED')
  return {
    fileId: evidenceId,
    fileName,
    contentType: contentType ?? 'application/octet-stream',
    size: fileSize,
    sha256,
    objectKey,
    bankDetails: false,
  }
}
