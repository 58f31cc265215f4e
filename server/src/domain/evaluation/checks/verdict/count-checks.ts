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

/** A person turned the answer down: where it was a sample, the checks would have been wrong, in the month they ran. */
export async function countDisagreement(tx: Tx, { accountId }: Scope, responseId: number): Promise<void> {
  await sql`
    update check_count c set disagreed = c.disagreed + 1
    from check_result k
    join response r on r.account_id = k.account_id and r.response_id = k.response_id
    join document d on d.account_id = r.account_id and d.document_id = r.document_id
    where k.account_id = ${accountId} and k.response_id = ${responseId} and k.sampled
      and k.attempt = (select max(own.attempt) from check_result own
        where own.account_id = k.account_id and own.response_id = k.response_id and own.origin = 'SERVICE')
      and c.account_id = k.account_id and c.document_code = d.code
      and c.month = date_trunc('month', k.concluded_at at time zone 'UTC')::date`.execute(tx)
}
