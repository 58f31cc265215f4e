import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/** The contact was active: counters of unanswered mails start again from zero. */
export async function contactSeen(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  contactId: number,
): Promise<void> {
  await tx
    .updateTable('contact')
    .set({
      last_seen_at: sql<Date>`account_now(account_id)`,
      auto_invitations: 0,
      silent_reminders: 0,
      escalated_at: null,
    })
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .where('deleted_at', 'is', null)
    .execute()
}
