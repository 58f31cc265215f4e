import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { StoredFile } from '../evaluation/index.ts'
import { lockAction } from './lock-action.ts'
import { settleFinding } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

interface SentEvidence {
  readonly actionId: number
  readonly files: readonly StoredFile[]
  readonly comment: string | null
  /** A plan that says it was done. */
  readonly responseId?: number | undefined
}

/** That an action was done, by the company or in its name: the account verifies it next. Returns the finding. */
export async function sendEvidence(
  tx: Tx,
  scope: Scope,
  { actionId, files, comment, responseId }: SentEvidence,
): Promise<number> {
  const { accountId } = scope
  if (files.length === 0 && comment === null && responseId === undefined) {
    throw new AppError('ACTION_EVIDENCE_MISSING')
  }
  const { finding, state, round } = await lockAction(tx, scope, actionId)
  const place = { actionId, thirdpartyId: finding.thirdpartyId, round }
  if (comment !== null || responseId !== undefined)
    await storeWords(tx, scope, place, { comment, responseId })
  const evidenceIds = await storeFiles(tx, scope, place, files)
  for (const evidenceId of evidenceIds) {
    await enqueue(tx, 'findings.check-evidence', { accountId, evidenceId })
  }
  await tx
    .updateTable('corrective_action')
    .set({ state: 'SUBMITTED' })
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .execute()
  await settleFinding(tx, scope, finding.findingId)
  recordFinding(tx, scope, finding, {
    change: 'EVIDENCE_SENT',
    data: {
      actionId,
      round,
      files: evidenceIds.length,
      ...(responseId !== undefined && { responseId }),
      before: { state },
      after: { state: 'SUBMITTED' },
    },
    words: { comment },
  })
  return finding.findingId
}

interface EvidencePlace {
  readonly actionId: number
  readonly thirdpartyId: number
  readonly round: number
}

async function storeWords(
  tx: Tx,
  { accountId, actor }: Scope,
  { actionId, thirdpartyId, round }: EvidencePlace,
  { comment, responseId }: Pick<SentEvidence, 'comment' | 'responseId'>,
): Promise<void> {
  await tx
    .insertInto('corrective_evidence')
    .values({
      account_id: accountId,
      action_id: actionId,
      thirdparty_id: thirdpartyId,
      round,
      comment,
      response_id: responseId ?? null,
      sent_at: sql<Date>`account_now(${accountId})`,
      sent_by_type: actor.type,
      sent_by: actor.id,
    })
    .execute()
}

async function storeFiles(
  tx: Tx,
  { accountId, actor }: Scope,
  { actionId, thirdpartyId, round }: EvidencePlace,
  files: readonly StoredFile[],
): Promise<number[]> {
  if (files.length === 0) return []
  const rows = files.map(({ key, fileName, size, sha256 }) => ({
    account_id: accountId,
    action_id: actionId,
    thirdparty_id: thirdpartyId,
    round,
    file_name: fileName,
    file_size: size,
    object_key: key,
    sha256: Buffer.from(sha256, 'hex'),
    file_state: 'PENDING',
    sent_at: sql<Date>`account_now(${accountId})`,
    sent_by_type: actor.type,
    sent_by: actor.id,
  }))
  const stored = await tx.insertInto('corrective_evidence').values(rows).returning('evidence_id').execute()
  return stored.map((row) => row.evidence_id)
}
