import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { enqueueApprovals, reopenApprovals } from '../evaluation/index.ts'
import { advanceApproval } from './advance-approval.ts'
import { approvalState, findApproval, type Approval } from './approvals.queries.ts'
import { lockApproval } from './step-duty.ts'

/**
 * Brings the approval of a dossier to where it belongs: begun once the dossier is valid, begun again when its type asks
 * for other steps. Doing it again changes nothing. The caller holds the dossier.
 */
export async function followApproval(tx: Tx, scope: Scope, dossierId: number): Promise<void> {
  const found = await findApproval(tx, scope, dossierId)
  if (!found || found.isArchived) return
  const begun = found.state !== null && found.state !== 'WAITING'
  const hasChanged = begun && !isDeepStrictEqual(found.definitions, found.asked)
  if (hasChanged) await reopenApprovals(tx, scope, [dossierId], 'STEPS_CHANGED')
  if (begun && !hasChanged) return advanceApproval(tx, scope, dossierId)
  if (!found.isValid || found.asked.length === 0) return
  await openRound(tx, scope, found)
  await advanceApproval(tx, scope, dossierId)
}

async function openRound(tx: Tx, { accountId }: Scope, { dossierId, thirdpartyId, asked }: Approval) {
  const steps = JSON.stringify(asked)
  await sql`
    with begun as (
      insert into dossier_approval (account_id, dossier_id, thirdparty_id, state, steps, state_since)
      values (${accountId}, ${dossierId}, ${thirdpartyId}, 'IN_PROGRESS', ${steps}::jsonb, account_now(${accountId}))
      on conflict (account_id, dossier_id) do update
      set state = excluded.state, steps = excluded.steps, state_since = excluded.state_since
      returning round)
    insert into approval_step (account_id, dossier_id, thirdparty_id, round, position, key, role, team_id, unit_id, need,
      need_count, due_days, state)
    select ${accountId}, ${dossierId}, ${thirdpartyId}, b.round, s.position, s.step ->> 'key', s.step -> 'by' ->> 'role',
      (s.step -> 'by' ->> 'teamId')::bigint, (s.step -> 'by' ->> 'unitId')::bigint, s.step ->> 'need',
      (s.step ->> 'count')::int, (s.step ->> 'dueDays')::int, 'WAITING'
    from begun b, jsonb_array_elements(${steps}::jsonb) with ordinality s (step, position)`.execute(tx)
}

/** From the first step, as if the dossier had just become valid. What was decided before stays as a trace. */
export async function restartApproval(tx: Tx, scope: Scope, dossierId: number): Promise<void> {
  const state = approvalState(await lockApproval(tx, scope, dossierId))
  if (state === 'WAITING' || state === 'NOT_NEEDED') throw new AppError('APPROVAL_NOT_BEGUN', { dossierId })
  await reopenApprovals(tx, scope, [dossierId], 'RESTARTED')
  await followApproval(tx, scope, dossierId)
  await enqueueApprovals(tx, scope, [dossierId])
}
