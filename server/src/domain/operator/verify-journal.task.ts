import type { Handler } from '../../platform/jobs/index.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

/** Walks the whole chain of an account and keeps what came of it; again does no harm. */
export const verifyForOperator: Handler<'journal.verify'> = async ({ accountId }, { db }) => {
  const verdict = await db.snapshot(wholeAccount(accountId), (tx) => verifyJournal(tx, { accountId }))
  const broken = verdict.intact
    ? { broken_seq: null, fault: null }
    : { broken_seq: verdict.brokenSeq, fault: verdict.fault }
  await db.write(wholeAccount(accountId), (tx) =>
    tx
      .updateTable('journal_verification')
      .set((eb) => ({ verified_at: eb.fn<Date>('now', []), reached: verdict.events, ...broken }))
      .where('account_id', '=', accountId)
      .execute(),
  )
}
