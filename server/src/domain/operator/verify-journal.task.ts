import { sql } from 'kysely'
import { recordOperatorAct, type OperatorAct } from '../../platform/administration/index.ts'
import { withAccount, type Tx } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import { verifyJournal } from '../../platform/journal/index.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'
import { requireAccount } from '../accounts/index.ts'

/** The walk may take minutes, so a worker makes it. */
export async function askVerification(tx: Tx, by: OperatorAct, accountId: number): Promise<void> {
  await requireAccount(tx, accountId)
  await withAccount(tx, accountId, () =>
    sql`
      insert into journal_verification (account_id, asked_at) values (${accountId}, now())
      on conflict (account_id) do update set asked_at = now()`.execute(tx),
  )
  await enqueue(tx, 'journal.verify', { accountId }, { jobKey: `journal.verify:${accountId}` })
  recordOperatorAct(tx, by, { name: 'JOURNAL_VERIFICATION_ASKED', accountIds: [accountId] })
}

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
