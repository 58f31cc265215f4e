import type { Tx } from '../../platform/db/index.ts'
import type { ObjectStore, Scanner } from '../../platform/files/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { examineFile } from '../evaluation/index.ts'
import { findEvidenceFile } from './evidence.queries.ts'
import { settleFinding } from './lock-finding.ts'
import { recordFinding, type FindingPlace } from './record-finding.ts'

interface Deps {
  readonly store: ObjectStore
  readonly scanner: Scanner | null
}

/**
 * Looks into a file that was sent for an action, as files of answers are looked into. Run twice or too late it changes
 * nothing.
 */
export const checkEvidence =
  (deps: Deps): Handler<'findings.check-evidence'> =>
  async ({ evidenceId }, { db, scope, signal }) => {
    const file = await db.read(scope, (tx) => findEvidenceFile(tx, scope, evidenceId)).catch(ignoreAbsent)
    if (file?.fileState !== 'PENDING') return
    const examined = await examineFile(
      { ...file, kind: 'FILE', issuer: '', formdata: null },
      { ...deps, signal },
    )
    await db.write(scope, (tx) => concludeEvidence(tx, scope, { ...file, ...examined }))
  }

/** A file is removed only with its account; the job may outlive it. */
function ignoreAbsent(error: unknown): null {
  if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') return null
  throw error
}

interface ExaminedEvidence extends FindingPlace {
  readonly evidenceId: number
  readonly actionId: number
  readonly fileState: 'CLEAN' | 'REFUSED' | 'INFECTED'
  readonly contentType: string | null
  readonly refusal: string | null
  readonly scan: string | null
}

async function concludeEvidence(tx: Tx, scope: Scope, file: ExaminedEvidence): Promise<void> {
  const { accountId } = scope
  const { evidenceId, actionId, findingId, fileState } = file
  await tx
    .selectFrom('finding')
    .select('finding_id')
    .where('account_id', '=', accountId)
    .where('finding_id', '=', findingId)
    .forUpdate()
    .execute()
  const concluded = await tx
    .updateTable('corrective_evidence')
    .set({
      file_state: fileState,
      content_type: file.contentType,
      refusal: file.refusal,
      scan: file.scan,
    })
    .where('account_id', '=', accountId)
    .where('evidence_id', '=', evidenceId)
    .where('file_state', '=', 'PENDING')
    .returning('round')
    .executeTakeFirst()
  if (!concluded) return
  const returned = fileState !== 'CLEAN' && (await returnAction(tx, scope, actionId, concluded.round))
  await settleFinding(tx, scope, findingId)
  recordFinding(tx, scope, file, {
    change: 'EVIDENCE_CHECKED',
    data: { actionId, evidenceId, fileState, refusal: file.refusal, returned },
  })
}

/** An action for which nothing readable was sent is the company's again. */
async function returnAction(tx: Tx, { accountId }: Scope, actionId: number, round: number): Promise<boolean> {
  const others = await tx
    .selectFrom('corrective_evidence')
    .select('evidence_id')
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .where('round', '=', round)
    .where((one) => one('file_state', 'is', null).or('file_state', 'in', ['PENDING', 'CLEAN']))
    .executeTakeFirst()
  if (others) return false
  const { numUpdatedRows } = await tx
    .updateTable('corrective_action')
    .set({ state: 'OPEN', reminded_on: null })
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .where('state', '=', 'SUBMITTED')
    .where('round', '=', round)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
