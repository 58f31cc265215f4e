import { recordSetting } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'

/** What follows when dossiers of a type are not answered in time. Null is never. */
export interface OverduePolicy {
  readonly dossierTypeCode: string
  /** So many days after its due date a dossier asks for action. */
  readonly actionDays: number | null
  /** So many days after its due date the manager of whoever answers for it, or the duty holder, gets a task. */
  readonly escalationDays: number | null
  /** The most that indicators of its themes can be while it asks for action because it is late. */
  readonly capRating: number | null
  readonly version: number
}

export async function overduePolicies(tx: ReadTx, { accountId }: Scope): Promise<OverduePolicy[]> {
  return tx
    .selectFrom('overdue_policy')
    .select([
      'type_code as dossierTypeCode',
      'action_days as actionDays',
      'escalation_days as escalationDays',
      'cap_rating as capRating',
      'version',
    ])
    .where('account_id', '=', accountId)
    .orderBy('type_code')
    .execute()
}

/** A cap that is left out stays as it is, and goes with the days it needs. */
type Chosen = Pick<OverduePolicy, 'actionDays' | 'escalationDays'> & {
  readonly capRating?: number | null | undefined
}

const nothing = { actionDays: null, escalationDays: null, capRating: null, version: 0 }

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
  const before: OverduePolicy = known ?? { dossierTypeCode, ...nothing }
  expectVersion(before.version)
  const { actionDays, escalationDays } = chosen
  const { capRating = actionDays === null ? null : before.capRating } = chosen
  if (capRating !== null && actionDays === null) throw new AppError('OVERDUE_CAP_WITHOUT_DAYS')
  const after = { dossierTypeCode, actionDays, escalationDays, capRating, version: before.version + 1 }
  const names = ['actionDays', 'escalationDays', 'capRating'] as const
  if (names.every((name) => before[name] === after[name])) return before
  await storePolicy(tx, scope, after)
  recordSetting(tx, scope, { setting: 'overdue-policy', of: { dossierTypeCode }, before, after })
  await enqueue(tx, 'responses.expire-account', { accountId }, { jobKey: `responses.expire:${accountId}` })
  // Where only the cap changes, no status does, and nothing else would have the indicators follow.
  if (before.capRating !== capRating) {
    const jobKey = `indicators.recompute:${accountId}`
    await enqueue(tx, 'indicators.recompute', { accountId, thirdpartyIds: null }, { jobKey })
  }
  return after
}

async function storePolicy(tx: Tx, { accountId }: Scope, policy: OverduePolicy): Promise<void> {
  const { dossierTypeCode, actionDays, escalationDays, capRating, version } = policy
  if (actionDays === null && escalationDays === null) {
    await tx
      .deleteFrom('overdue_policy')
      .where('account_id', '=', accountId)
      .where('type_code', '=', dossierTypeCode)
      .execute()
    return
  }
  const row = {
    action_days: actionDays,
    escalation_days: escalationDays,
    cap_rating: capRating,
    version,
  }
  await tx
    .insertInto('overdue_policy')
    .values({ account_id: accountId, type_code: dossierTypeCode, ...row })
    .onConflict((one) => one.columns(['account_id', 'type_code']).doUpdateSet(row))
    .execute()
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
