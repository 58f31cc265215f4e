import { sql } from 'kysely'
import type { Db, ReadTx, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Day, Scope } from '../../platform/kernel/index.ts'
import { queueMails } from '../../platform/mail/index.ts'
import { issueAccessLinks } from '../contacts/index.ts'
import {
  lockAddressees,
  takeAllowance,
  type Addressee,
  type InvitationSettings,
} from '../invitations/index.ts'
import { actionsMail } from './actions.mail.ts'
import { today } from './findings.queries.ts'

/** Days from the one it is due: before it, and for as long as anybody may still hope. */
const reminderDays = [-7, -1, 1, 8, 22, 43]
/** People written to in one transaction, as with other reminders. */
const batchSize = 100

export interface DueAction {
  readonly actionId: number
  readonly contactId: number
  readonly title: string
  readonly dueOn: Day
  readonly day: Day
}

/**
 * Tells who sees to an action when it is new or was sent back, then before and after the day it is due: one mail a day
 * at most to each person, and never two for one of these days. Whoever was named and left, or wants no mails, is
 * replaced by those who answer for the theme.
 */
export const remindActions =
  (settings: InvitationSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    for (let after = 0; ;) {
      signal?.throwIfAborted()
      const contactIds = await db.read(scope, (tx) => dueContacts(tx, scope, after))
      const last = contactIds.at(-1)
      if (last === undefined) return
      if (!(await db.write(scope, (tx) => remindBatch(tx, scope, contactIds, settings)))) return
      after = last
    }
  }

const dueActions = ({ accountId }: Scope) => sql`
  corrective_action a
  join finding f on f.account_id = a.account_id and f.finding_id = a.finding_id and f.closed_at is null
  join thirdparty t on t.account_id = a.account_id and t.thirdparty_id = a.thirdparty_id and t.archived_at is null
  cross join (select ${today(sql`${accountId}::bigint`)} as day) clock
  join contact c on c.account_id = a.account_id and c.thirdparty_id = a.thirdparty_id and ${reachable('c')}
    and case when exists (
        select from contact n where n.account_id = a.account_id and n.contact_id = a.contact_id and ${reachable('n')})
      then c.contact_id = a.contact_id else cardinality(c.themes) = 0 or f.theme = any(c.themes) end
  where a.account_id = ${accountId} and a.state = 'OPEN' and (a.reminded_on is null or exists (
    select from unnest(${reminderDays}::int[]) days
    where a.due_on + days <= day and a.due_on + days > a.reminded_on))`

const reachable = (contact: string) =>
  sql`${sql.ref(`${contact}.deleted_at`)} is null and ${sql.ref(`${contact}.bounced_at`)} is null
    and ${sql.ref(`${contact}.muted_at`)} is null`

async function dueContacts(tx: ReadTx, scope: Scope, after: number): Promise<number[]> {
  const { rows } = await sql<{ contactId: number }>`
    select distinct c.contact_id as "contactId" from ${dueActions(scope)} and c.contact_id > ${after}
    order by 1 limit ${batchSize}`.execute(tx)
  return rows.map(({ contactId }) => contactId)
}

/** False when the account may write no more for now. */
async function remindBatch(
  tx: Tx,
  scope: Scope,
  contactIds: readonly number[],
  settings: InvitationSettings,
): Promise<boolean> {
  // The lock comes first: of two schedulers at once, the second finds nothing left to do.
  const locked = await lockAddressees(tx, scope, contactIds)
  const { rows: due } = await sql<DueAction>`
    select a.action_id as "actionId", c.contact_id as "contactId", a.title, a.due_on as "dueOn", day::text as day
    from ${dueActions(scope)} and c.contact_id = any(${locked.map(({ contactId }) => contactId)}::bigint[])
    order by a.due_on, a.action_id`.execute(tx)
  const asked = locked
    .map((to) => ({ to, actions: due.filter(({ contactId }) => contactId === to.contactId) }))
    .filter(({ actions }) => actions.length > 0)
  const wanted = asked.length
  const { granted } = await takeAllowance(tx, scope, settings, { kind: 'REMINDER', wanted })
  await writeReminders(tx, scope, asked.slice(0, granted), settings)
  return granted === wanted
}

interface AskedOf {
  readonly to: Addressee
  readonly actions: readonly DueAction[]
}

async function writeReminders(
  tx: Tx,
  scope: Scope,
  asked: readonly AskedOf[],
  settings: InvitationSettings,
): Promise<void> {
  const day = asked[0]?.actions[0]?.day
  if (day === undefined) return
  const contactIds = asked.map(({ to }) => to.contactId)
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl: settings.publicUrl })
  const actionIds = [...new Set(asked.flatMap(({ actions }) => actions.map(({ actionId }) => actionId)))]
  await tx
    .updateTable('corrective_action')
    .set({ reminded_on: day })
    .where('account_id', '=', scope.accountId)
    .where((action) => action('action_id', '=', action.fn.any(action.val(actionIds))))
    .execute()
  const mails = asked.map(({ to, actions }) => {
    const { thirdpartyId, contactId } = to
    const reminded = actions.map(({ actionId }) => actionId)
    const data = { kind: 'FINDING', change: 'REMINDED', contactId, actionIds: reminded } as const
    record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId, data })
    return actionsMail(scope, { to, actions, link: linkOf(contactId), day }, settings)
  })
  await queueMails(tx, scope, mails)
}
