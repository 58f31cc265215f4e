import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { decideAction } from './change-action.ts'
import { lockAction, type LockedAction } from './lock-action.ts'
import { settleFinding } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

export const verdicts = ['ACCEPTED', 'REFUSED'] as const

interface VerifyAction {
  readonly actionId: number
  readonly verdict: (typeof verdicts)[number]
  /** Why it is refused: the company reads it. */
  readonly remark: string | null
}

/** Whoever sent evidence does not verify it. Refused, the action goes back to the company. Returns the finding. */
export async function verifyAction(
  tx: Tx,
  scope: Scope,
  { actionId, verdict, remark }: VerifyAction,
  checkVersion: (version: number) => void,
): Promise<number> {
  if (verdict === 'REFUSED' && remark === null) throw new AppError('VERIFICATION_REMARK_MISSING')
  const action = await lockAction(tx, scope, actionId, checkVersion)
  if (action.state !== 'SUBMITTED') throw new AppError('ACTION_NOT_SUBMITTED', { actionId })
  await requireVerifiable(tx, scope, action)
  const state = verdict === 'ACCEPTED' ? 'ACCEPTED' : 'OPEN'
  await decideAction(tx, scope, actionId, { state, remark })
  const { finding, round } = action
  await settleFinding(tx, scope, finding.findingId)
  recordFinding(tx, scope, finding, {
    change: verdict === 'ACCEPTED' ? 'ACTION_ACCEPTED' : 'ACTION_REFUSED',
    data: { actionId, round, before: { state: 'SUBMITTED' }, after: { state } },
    words: { remark },
  })
  return finding.findingId
}

async function requireVerifiable(
  tx: Tx,
  { accountId, actor }: Scope,
  { actionId, round }: LockedAction,
): Promise<void> {
  const sent = await tx
    .selectFrom('corrective_evidence')
    .select(['sent_by_type', 'sent_by', 'file_state'])
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .where('round', '=', round)
    .execute()
  if (sent.some((one) => one.sent_by_type === actor.type && one.sent_by === actor.id)) {
    throw new AppError('VERIFIER_SENT_EVIDENCE', { actionId })
  }
  if (sent.some((one) => one.file_state === 'PENDING')) {
    throw new AppError('ACTION_EVIDENCE_UNCHECKED', { actionId }, { headers: { 'retry-after': '2' } })
  }
}
