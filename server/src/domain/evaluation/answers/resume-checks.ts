import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { enqueueChecks } from './send-to-checks.ts'

/**
 * Asks again for what should long have been done: a job gives up after many attempts, and a scanner may be down for
 * longer than that.
 */
export async function resumeChecks(tx: Tx, scope: Scope): Promise<void> {
  const { accountId } = scope
  const { rows } = await sql<{ responseId: number; unchecked: boolean; unprinted: boolean }>`
    select r.response_id as "responseId", r.state = 'CHECKING' as unchecked, exists (
        select from evidence e where e.account_id = r.account_id and e.response_id = r.response_id
          and e.kind = 'FORM' and e.object_key is null and e.file_state = 'PENDING') as unprinted
    from response r
    join dossier d on d.account_id = r.account_id and d.dossier_id = r.dossier_id and d.archived_at is null
    where r.account_id = ${accountId} and r.state in ('CHECKING', 'PENDING')
      and r.updated_at < account_now(${accountId}) - interval '1 hour'`.execute(tx)
  for (const { responseId, unchecked, unprinted } of rows) {
    if (unchecked) await enqueueChecks(tx, scope, responseId)
    const jobKey = `responses.form-pdf:${accountId}:${responseId}`
    if (unprinted) await enqueue(tx, 'responses.form-pdf', { accountId, responseId }, { jobKey })
  }
}
