import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { ActionState } from './finding.schema.ts'
import { lockOpenFinding, type LockedFinding } from './lock-finding.ts'

export interface LockedAction {
  readonly actionId: number
  readonly title: string
  readonly contactId: number | null
  readonly dueOn: string
  readonly state: ActionState
  readonly round: number
  readonly finding: LockedFinding
}

/** One that is neither accepted nor cancelled, of a finding that is open; held behind its finding. */
export async function lockAction(
  tx: Tx,
  scope: Scope,
  actionId: number,
  checkVersion?: (version: number) => void,
): Promise<LockedAction> {
  const { accountId } = scope
  const place = await tx
    .selectFrom('corrective_action')
    .select('finding_id')
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .executeTakeFirst()
  if (!place) throw new AppError('ACTION_NOT_FOUND', { actionId })
  const finding = await lockOpenFinding(tx, scope, place.finding_id, checkVersion)
  const row = await tx
    .selectFrom('corrective_action')
    .select(['title', 'contact_id', 'due_on', 'state', 'round'])
    .where('account_id', '=', accountId)
    .where('action_id', '=', actionId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const state = row.state as ActionState
  if (state === 'ACCEPTED' || state === 'CANCELLED') throw new AppError('ACTION_SETTLED', { actionId, state })
  const { title, contact_id: contactId, due_on: dueOn, round } = row
  return { actionId, title, contactId, dueOn, state, round, finding }
}

/** Somebody of the company who is still there. */
export async function requireActionContact(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyId: number,
  contactId: number | null,
): Promise<void> {
  if (contactId === null) return
  const contact = await tx
    .selectFrom('contact')
    .select('contact_id')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('contact_id', '=', contactId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!contact) throw new AppError('ACTION_CONTACT_UNKNOWN', { contactId })
}
