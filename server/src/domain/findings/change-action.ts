import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { requireDay, type Scope } from '../../platform/kernel/index.ts'
import { lockAction, requireActionContact } from './lock-action.ts'
import { settleFinding } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

interface ActionChange {
  readonly title?: string
  readonly dueOn?: string
  readonly contactId?: number | null
}

/** What is given and the same as before is no change. Returns the finding. */
export async function changeAction(
  tx: Tx,
  scope: Scope,
  { actionId, change }: { readonly actionId: number; readonly change: ActionChange },
  checkVersion: (version: number) => void,
): Promise<number> {
  requireDay({ pointer: '/dueOn' }, change.dueOn)
  const before = await lockAction(tx, scope, actionId, checkVersion)
  const { finding } = before
  const { title = before.title, dueOn = before.dueOn, contactId = before.contactId } = change
  const isSame = title === before.title && dueOn === before.dueOn && contactId === before.contactId
  if (isSame) return finding.findingId
  if (contactId !== before.contactId) {
    await requireActionContact(tx, scope, finding.thirdpartyId, contactId)
  }
  await tx
    .updateTable('corrective_action')
    .set({
      title,
      due_on: dueOn,
      contact_id: contactId,
      // Whoever takes over has not been written to.
      ...(contactId !== before.contactId && { reminded_on: null }),
    })
    .where('account_id', '=', scope.accountId)
    .where('action_id', '=', actionId)
    .execute()
  await settleFinding(tx, scope, finding.findingId)
  recordFinding(tx, scope, finding, {
    change: 'ACTION_CHANGED',
    data: {
      actionId,
      before: { dueOn: before.dueOn, contactId: before.contactId },
      after: { dueOn, contactId },
    },
    words: title === before.title ? {} : { before: { title: before.title }, after: { title } },
  })
  return finding.findingId
}

/** It is not needed any more; what was sent for it stays. Returns the finding. */
export async function cancelAction(
  tx: Tx,
  scope: Scope,
  { actionId, reason }: { readonly actionId: number; readonly reason: string },
  checkVersion: (version: number) => void,
): Promise<number> {
  const { finding, state } = await lockAction(tx, scope, actionId, checkVersion)
  await decideAction(tx, scope, actionId, { state: 'CANCELLED', remark: reason })
  await settleFinding(tx, scope, finding.findingId)
  recordFinding(tx, scope, finding, {
    change: 'ACTION_CANCELLED',
    data: { actionId, before: { state }, after: { state: 'CANCELLED' } },
    words: { reason },
  })
  return finding.findingId
}

interface ActionDecision {
  readonly state: 'OPEN' | 'ACCEPTED' | 'CANCELLED'
  readonly remark: string | null
}

/** What the account says of an action. One that goes back begins another round, and its contact is told. */
export async function decideAction(
  tx: Tx,
  { accountId, actor }: Scope,
  actionId: number,
  { state, remark }: ActionDecision,
): Promise<void> {
  await tx
    .updateTable('corrective_action')
    .set((action) => ({
      state,
      remark,
      decided_at: sql<Date>`account_now(${accountId})`,
      decided_by_type: actor.type,
      decided_by: actor.id,
      ...(state === 'OPEN' && { round: action('round', '+', 1), reminded_on: null }),
    }))
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .execute()
}
