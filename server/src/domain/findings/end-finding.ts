import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { enqueueCap, lockFinding, lockOpenFinding, settleFinding } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

export const outcomes = ['CLOSED', 'DISMISSED'] as const

interface EndFinding {
  readonly findingId: number
  /** DISMISSED: it was none, or does not matter any more. */
  readonly outcome: (typeof outcomes)[number]
  readonly reason: string
}

/** Closed once every action was accepted or cancelled; dismissed at any time. */
export async function endFinding(
  tx: Tx,
  scope: Scope,
  { findingId, outcome, reason }: EndFinding,
  checkVersion: (version: number) => void,
): Promise<void> {
  const { accountId, actor } = scope
  const finding = await lockOpenFinding(tx, scope, findingId, checkVersion)
  const count = await countUnsettled(tx, scope, findingId)
  if (outcome === 'CLOSED' && count > 0) throw new AppError('FINDING_HAS_OPEN_ACTIONS', { findingId, count })
  await tx
    .updateTable('finding')
    .set({
      state: outcome,
      closed_at: sql<Date>`account_now(${accountId})`,
      closed_by_type: actor.type,
      closed_by: actor.id,
      closing_reason: reason,
    })
    .where('account_id', '=', accountId)
    .where('finding_id', '=', findingId)
    .execute()
  await settleFinding(tx, scope, findingId)
  recordFinding(tx, scope, finding, {
    change: outcome,
    data: { before: { state: finding.state }, after: { state: outcome } },
    words: { reason },
  })
  await enqueueCap(tx, scope, finding.thirdpartyId)
}

async function countUnsettled(tx: Tx, { accountId }: Scope, findingId: number): Promise<number> {
  const rows = await tx
    .selectFrom('corrective_action')
    .select('action_id')
    .where('account_id', '=', accountId)
    .where('finding_id', '=', findingId)
    .where('state', 'in', ['OPEN', 'SUBMITTED'])
    .execute()
  return rows.length
}

/** Open again, with the actions as they were. */
export async function reopenFinding(
  tx: Tx,
  scope: Scope,
  { findingId, reason }: Omit<EndFinding, 'outcome'>,
  checkVersion: (version: number) => void,
): Promise<void> {
  const finding = await lockFinding(tx, scope, findingId, checkVersion)
  if (finding.state !== 'CLOSED' && finding.state !== 'DISMISSED') {
    throw new AppError('FINDING_STILL_OPEN', { findingId })
  }
  await tx
    .updateTable('finding')
    .set({ state: 'OPEN', closed_at: null, closed_by_type: null, closed_by: null, closing_reason: null })
    .where('account_id', '=', scope.accountId)
    .where('finding_id', '=', findingId)
    .execute()
  await settleFinding(tx, scope, findingId)
  recordFinding(tx, scope, finding, {
    change: 'REOPENED',
    data: { before: { state: finding.state } },
    words: { reason },
  })
  await enqueueCap(tx, scope, finding.thirdpartyId)
}
