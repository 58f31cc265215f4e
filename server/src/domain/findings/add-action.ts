import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, requireDay, type Scope } from '../../platform/kernel/index.ts'
import { requireActionContact } from './lock-action.ts'
import { lockOpenFinding, settleFinding, type LockedFinding } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

const maxActions = 100

interface NewAction {
  readonly title: string
  readonly dueOn: string
  readonly contactId?: number | null
}

export async function addAction(
  tx: Tx,
  scope: Scope,
  { findingId, ...action }: NewAction & { readonly findingId: number },
  checkVersion: (version: number) => void,
): Promise<void> {
  requireDay({ pointer: '/dueOn' }, action.dueOn)
  const finding = await lockOpenFinding(tx, scope, findingId, checkVersion)
  await requireActionContact(tx, scope, finding.thirdpartyId, action.contactId ?? null)
  const known = await tx
    .selectFrom('corrective_action')
    .select((one) => one.fn.countAll<number>().as('count'))
    .where('account_id', '=', scope.accountId)
    .where('finding_id', '=', findingId)
    .executeTakeFirstOrThrow()
  if (known.count >= maxActions) throw new AppError('ACTION_LIMIT_REACHED', { findingId, max: maxActions })
  await storeAction(tx, scope, finding, action)
  await settleFinding(tx, scope, findingId)
}

interface PlannedRow {
  /** What tells this row of a plan from others. */
  readonly digest: Buffer
  readonly responseId: number
}

/** The caller holds the finding, and settles it. */
export async function storeAction(
  tx: Tx,
  scope: Scope,
  finding: Pick<LockedFinding, 'findingId' | 'thirdpartyId' | 'source'>,
  { title, dueOn, contactId = null, plan = null }: NewAction & { readonly plan?: PlannedRow | null },
): Promise<number> {
  const { accountId } = scope
  const { findingId, thirdpartyId } = finding
  const { action_id: actionId } = await tx
    .insertInto('corrective_action')
    .values({
      account_id: accountId,
      finding_id: findingId,
      thirdparty_id: thirdpartyId,
      title,
      due_on: dueOn,
      contact_id: contactId,
      plan_row: plan?.digest ?? null,
      plan_response_id: plan?.responseId ?? null,
      created_at: sql<Date>`account_now(${accountId})`,
    })
    .returning('action_id')
    .executeTakeFirstOrThrow()
  recordFinding(tx, scope, finding, {
    change: 'ACTION_ADDED',
    data: { actionId, after: { dueOn, contactId } },
    words: { after: { title } },
  })
  return actionId
}
