import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { enqueueApprovals } from '../evaluation/index.ts'
import { advanceApproval } from './advance-approval.ts'
import { lockStepDuty, type StepPath } from './step-duty.ts'

interface Delegation extends StepPath {
  readonly toUserId: number
}

/** Asks somebody else to decide in the caller's place; the caller still can. Asking twice changes nothing. */
export async function delegateStep(tx: Tx, scope: Scope, { toUserId, ...path }: Delegation): Promise<void> {
  const { dossierId, key } = path
  const { approval, step, people, decider } = await lockStepDuty(tx, scope, path)
  const { thirdpartyId, round } = approval
  if (toUserId === decider.userId) throw new AppError('DELEGATE_IS_SELF')
  if (people.authors.has(toUserId)) throw new AppError('DELEGATE_IS_SUPPLIER', { userId: toUserId })
  await requireDelegate(tx, scope, thirdpartyId, toUserId)
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('step_delegation')
    .values({
      account_id: scope.accountId,
      step_id: step.stepId,
      from_person: decider.userId,
      to_person: toUserId,
      delegated_at: sql<Date>`account_now(${scope.accountId})`,
    })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  if (added === 0n) return
  const data = {
    kind: 'APPROVAL_STEP',
    act: 'DELEGATED',
    step: key,
    round,
    from: decider.userId,
    to: toUserId,
  } as const
  record(tx, scope, { name: 'DOSSIER_UPDATED', thirdpartyId, dossierId, data })
  await advanceApproval(tx, scope, dossierId)
  await enqueueApprovals(tx, scope, [dossierId])
}

/** Active, and able to see the company. */
async function requireDelegate(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
  userId: number,
): Promise<void> {
  const { rows } = await sql<{ acts: boolean | null }>`
    select owner_acts(t.account_id, ${userId}, null, t.unit_set_id) as acts
    from thirdparty t where t.account_id = ${accountId} and t.thirdparty_id = ${thirdpartyId}`.execute(tx)
  if (!rows[0]?.acts) throw new AppError('DELEGATE_CANNOT_ACT', { userId })
}
