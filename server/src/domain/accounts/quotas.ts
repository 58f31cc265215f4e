import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** What an operator may set for one account apart from the others. */
export const quotaNames = ['INVITATIONS_PER_HOUR', 'CONTACT_MAILS_PER_DAY', 'SEARCHES_PER_DAY'] as const
export type QuotaName = (typeof quotaNames)[number]

/** What was set for the account; for the rest the settings of the installation hold. */
export async function quotasOf(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
): Promise<Partial<Record<QuotaName, number>>> {
  const rows = await tx
    .selectFrom('account_quota')
    .select(['quota', 'most'])
    .where('account_id', '=', accountId)
    .execute()
  return Object.fromEntries(rows.map(({ quota, most }) => [quota, most]))
}
