import { recordSetting } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import type { AccountScope, Scope } from '../../../platform/kernel/index.ts'

/** What an account wants done when bank details replace accepted ones. */
export interface BankGuard {
  /** Whether a change takes two people and a call. */
  readonly enabled: boolean
  readonly recentChangeDays: number
  readonly newContactDays: number
  readonly version: number
}

const standard: BankGuard = { enabled: true, recentChangeDays: 90, newContactDays: 30, version: 0 }

export async function bankGuard(tx: ReadTx, { accountId }: AccountScope): Promise<BankGuard> {
  const chosen = await tx
    .selectFrom('bank_guard')
    .select([
      'enabled',
      'recent_change_days as recentChangeDays',
      'new_contact_days as newContactDays',
      'version',
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return chosen ?? standard
}

export async function changeBankGuard(
  tx: Tx,
  scope: Scope,
  change: Partial<Omit<BankGuard, 'version'>>,
  expectVersion: (version: number) => void,
): Promise<BankGuard> {
  const before = await bankGuard(tx, scope)
  expectVersion(before.version)
  const after = { ...before, ...change }
  const names = (['enabled', 'recentChangeDays', 'newContactDays'] as const).filter(
    (name) => before[name] !== after[name],
  )
  if (names.length === 0) return before
  const row = {
    enabled: after.enabled,
    recent_change_days: after.recentChangeDays,
    new_contact_days: after.newContactDays,
    version: before.version + 1,
  }
  await tx
    .insertInto('bank_guard')
    .values({ account_id: scope.accountId, ...row })
    .onConflict((known) => known.column('account_id').doUpdateSet(row))
    .execute()
  recordSetting(tx, scope, { setting: 'bank-guard', before, after })
  return bankGuard(tx, scope)
}
