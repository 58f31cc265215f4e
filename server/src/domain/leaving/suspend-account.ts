import { recordOperatorAct } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { hurryPutOffJobs } from '../../platform/jobs/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { announceToAll } from '../accounts/index.ts'

/** From now on nobody can use the account, and its jobs wait. A second suspension changes the reason only. */
export async function suspendAccount(
  tx: Tx,
  accountId: number,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  await findNamedAccount(tx, accountId)
  await tx
    .insertInto('account_standing')
    .values({ account_id: accountId, suspended_at: now, suspension_reason: reason })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ suspended_at: now, suspension_reason: reason }),
    )
    .execute()
  await announceToAll(tx)
  recordOperatorAct(tx, 'account suspend', {
    name: 'ACCOUNT_SUSPENDED',
    subject: { type: 'ACCOUNT', id: accountId },
    after: { reason },
    accountIds: [accountId],
  })
}

/** Brings everything back: people, programs, and the jobs that waited. False when it was not suspended. */
export async function resumeAccount(tx: Tx, accountId: number): Promise<boolean> {
  await findNamedAccount(tx, accountId)
  const { numUpdatedRows } = await tx
    .updateTable('account_standing')
    .set({ suspended_at: null, suspension_reason: null })
    .where('account_id', '=', accountId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await announceToAll(tx)
  await hurryPutOffJobs(tx, accountId)
  recordOperatorAct(tx, 'account resume', {
    name: 'ACCOUNT_RESUMED',
    subject: { type: 'ACCOUNT', id: accountId },
    accountIds: [accountId],
  })
  return true
}

export async function findNamedAccount(tx: Tx, accountId: number): Promise<{ readonly name: string }> {
  const row = await tx
    .selectFrom('account')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new AppError('ACCOUNT_NOT_FOUND', { accountId })
  return row
}
