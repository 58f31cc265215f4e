import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueueForAccount } from '../../platform/jobs/index.ts'
import { addDays, type Day, type Scope } from '../../platform/kernel/index.ts'
import { closeTasksOf, openTask } from '../tasks/index.ts'
import { mailBuyers, type About } from './buyer.mail.ts'
import { searchKey } from './describe-search.ts'
import type { InvitationSettings } from './settings.ts'

/** Within how many days somebody should have found out whom to ask. */
const searchDays = 14

/**
 * A contact is no help any more. Those who manage third parties hear of it by mail; whoever answers for the company gets
 * a task, one for the company however many of its contacts fail; and a job asks the others of the company.
 */
export async function notifyBuyers(
  tx: Tx,
  scope: Scope,
  about: About,
  settings: Pick<InvitationSettings, 'publicUrl'>,
): Promise<void> {
  const { thirdpartyId } = about
  const { company, today } = await findCompany(tx, scope, thirdpartyId)
  await openTask(tx, scope, {
    title: { key: 'FIND_CONTACT', values: { company } },
    about: { thirdpartyId },
    assignee: null,
    dueOn: addDays(today, searchDays),
    origin: { kind: 'REMINDER', key: searchKey(thirdpartyId) },
    link: `/thirdparties/${thirdpartyId}/contacts`,
  })
  await enqueueForAccount(tx, 'invitations.hand-on', scope.accountId)
  await mailBuyers(tx, scope, about, settings)
}

interface SearchedCompany {
  /** never null: a search is about a company. */
  thirdpartyId: number
}

/** Somebody came to the portal, or there is another contact: nobody needs to look any more. */
export async function closeContactSearches(tx: Tx, scope: Scope): Promise<void> {
  const { rows } = await sql<SearchedCompany>`
    select k.thirdparty_id as "thirdpartyId" from task k
    where k.account_id = ${scope.accountId} and k.state = 'OPEN' and k.origin_kind = 'REMINDER'
      and exists (select from contact c where c.account_id = k.account_id and c.thirdparty_id = k.thirdparty_id
        and c.deleted_at is null and c.bounced_at is null and greatest(c.created_at, c.last_seen_at) > k.created_at)
    order by k.task_id`.execute(tx)
  for (const { thirdpartyId } of rows) {
    await closeTasksOf(tx, scope, searchKey(thirdpartyId), { outcome: 'DONE' })
  }
}

async function findCompany(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
): Promise<{ company: string; today: Day }> {
  const { rows } = await sql<{ company: string; today: Day }>`
    select coalesce(name, identifier_value) as company,
      (account_now(${accountId}) at time zone 'UTC')::date::text as today
    from thirdparty where account_id = ${accountId} and thirdparty_id = ${thirdpartyId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`Third party ${thirdpartyId} has a contact and is not there.`)
  return row
}
