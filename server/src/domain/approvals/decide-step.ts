import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record, withWords } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { enqueueApprovals } from '../evaluation/index.ts'
import { advanceApproval } from './advance-approval.ts'
import { lockStepDuty, type StepPath } from './step-duty.ts'

interface StepDecision extends StepPath {
  readonly outcome: 'APPROVED' | 'REFUSED'
  readonly remark: string | null
}

/** A voice is never lost: it counts, or its author is told what the step has become. */
export async function decideStep(tx: Tx, scope: Scope, decision: StepDecision): Promise<void> {
  const { dossierId, key, outcome, remark } = decision
  const { approval, step, decider } = await lockStepDuty(tx, scope, decision)
  const { userId, actsAs, forUserId } = decider
  await tx
    .insertInto('step_decision')
    .values({
      account_id: scope.accountId,
      step_id: step.stepId,
      person: userId,
      acts_as: actsAs,
      for_person: forUserId,
      outcome,
      remark,
      decided_at: sql<Date>`account_now(${scope.accountId})`,
    })
    .execute()
  const data = {
    kind: 'APPROVAL_STEP',
    act: 'DECIDED',
    step: key,
    round: approval.round,
    outcome,
    actsAs,
    forUserId,
  } as const
  record(tx, scope, {
    name: 'DOSSIER_UPDATED',
    thirdpartyId: approval.thirdpartyId,
    dossierId,
    ...withWords(scope.actor, data, { comment: remark }),
  })
  await advanceApproval(tx, scope, dossierId)
  // Who comes next is told by a job.
  await enqueueApprovals(tx, scope, [dossierId])
}
