import { recordSetting } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'

/** What follows when dossiers of a type are not answered in time. Null is never. */
export interface OverduePolicy {
  readonly dossierTypeCode: string
  /** So many days after its due date a dossier asks for action. */
  readonly actionDays: number | null
  /** So many days after its due date the duty holder gets a task. */
  readonly escalationDays: number | null
  readonly version: number
}

export async function overduePolicies(tx: ReadTx, { accountId }: Scope): Promise<OverduePolicy[]> {
  return tx
    .selectFrom('overdue_policy')
    .select([
      'type_code as dossierTypeCode',
      'action_days as actionDays',
      'escalation_days as escalationDays',
      'version',
    ])
    .where('account_id', '=', accountId)
    .orderBy('type_code')
    .execute()
}

type Chosen = Pick<OverduePolicy, 'actionDays' | 'escalationDays'>

/** Nothing chosen removes it. Dossiers follow at once, in both directions. */
export async function setOverduePolicy(
  tx: Tx,
  scope: Scope,
  { dossierTypeCode, chosen }: { readonly dossierTypeCode: string; readonly chosen: Chosen },
  expectVersion: (version: number) => void,
): Promise<OverduePolicy> {
  const { accountId } = scope
  await lockType(tx, scope, dossierTypeCode)
  const known = (await overduePolicies(tx, scope)).find((one) => one.dossierTypeCode === dossierTypeCode)
  const before = known ?? { dossierTypeCode, actionDays: null, escalationDays: null, version: 0 }
  expectVersion(before.version)
  const { actionDays, escalationDays } = chosen
  if (before.actionDays === actionDays && before.escalationDays === escalationDays) return before
  const after = { dossierTypeCode, actionDays, escalationDays, version: before.version + 1 }
  if (actionDays === null && escalationDays === null) {
    await tx
      .deleteFrom('overdue_policy')
      .where('account_id', '=', accountId)
      .where('type_code', '=', dossierTypeCode)
      .execute()
  } else {
    const row = { action_days: actionDays, escalation_days: escalationDays, version: after.version }
    await tx
      .insertInto('overdue_policy')
      .values({ account_id: accountId, type_code: dossierTypeCode, ...row })
      .onConflict((one) => one.columns(['account_id', 'type_code']).doUpdateSet(row))
      .execute()
  }
  recordSetting(tx, scope, { setting: 'overdue-policy', of: { dossierTypeCode }, before, after })
  await enqueue(tx, 'responses.expire-account', { accountId }, { jobKey: `responses.expire:${accountId}` })
  return after
}

async function lockType(tx: Tx, { accountId }: Scope, code: string): Promise<void> {
  const found = await tx
    .selectFrom('dossier_type')
    .select('code')
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('DOSSIER_TYPE_NOT_FOUND', { code })
}
