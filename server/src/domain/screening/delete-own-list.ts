import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { requireOwnList } from '../watchlists/index.ts'

/** With all its versions. Companies with hits on it are screened at once, and those hits end. */
export async function deleteOwnList(tx: Tx, scope: Scope, listId: number): Promise<void> {
  const { accountId } = scope
  const { name } = await requireOwnList(tx, scope, listId)
  await sql`select set_config('statement_timeout', '60s', true)`.execute(tx)
  await sql`delete from watchlist where list_id = ${listId} and owner_account_id = ${accountId}`.execute(tx)
  await sql`
    update screening_settings set left_out_lists = array_remove(left_out_lists, ${listId}::bigint)
    where account_id = ${accountId} and ${listId} = any(left_out_lists)`.execute(tx)
  // By a job of the whole account: whoever deletes may not see all companies that were compared.
  const jobKey = `screening.list-deleted:${listId}`
  await enqueue(tx, 'screening.list-deleted', { accountId, listId }, { jobKey })
  recordAdministration(tx, scope, {
    name: 'OWN_LIST_DELETED',
    subject: { type: 'SCREENING_LIST', id: listId },
    before: { list: name },
  })
}
