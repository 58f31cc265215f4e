import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Scope } from '../../../../platform/kernel/index.ts'
import type { Verdict } from './reach-verdict.ts'

/**
 * Counts one more check. Every check of the type and month writes this row, so it comes last: whoever holds it only has
 * to commit.
 */
export async function countCheck(
  tx: Tx,
  { accountId }: Scope,
  { code, verdict }: { readonly code: string; readonly verdict: Verdict },
): Promise<void> {
  const one = (wanted: Verdict) => (verdict === wanted ? 1 : 0)
  await sql`
    insert into check_count as c (account_id, document_code, month, checked, accepted, sent_back, sampled)
    values (${accountId}, ${code}, date_trunc('month', account_now(${accountId}) at time zone 'UTC')::date, 1,
      ${one('ACCEPT')}, ${one('SEND_BACK')}, ${one('SAMPLE')})
    on conflict (account_id, document_code, month) do update set checked = c.checked + 1,
      accepted = c.accepted + excluded.accepted, sent_back = c.sent_back + excluded.sent_back,
      sampled = c.sampled + excluded.sampled`.execute(tx)
}
