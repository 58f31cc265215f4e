import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { addDays, type Scope } from '../../platform/kernel/index.ts'
import { queueMails } from '../../platform/mail/index.ts'
import { issueAccessLinks } from '../contacts/index.ts'
import { isRequestedFromSupplier, type MissingDocument } from '../evaluation/index.ts'
import {
  requestedItems,
  inBatches,
  takeAllowance,
  type RequestedItems,
  type AddresseeWithItems,
  type InvitationSettings,
} from '../invitations/index.ts'
import { expiryMail } from './expiry.mail.ts'
import { todayOf } from './forecast.queries.ts'

/** Warns those who may renew an answer, a number of days before it ends. */
const warningDays = [30, 15, 7, 1]

/**
 * One mail a day at most to each person, with all that ends soon and nobody has sent yet. What a reminder or an
 * invitation of the same day has named is not named again: this is to run after them.
 */
export const warnContacts =
  (settings: InvitationSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    const write = async (tx: Tx, found: readonly AddresseeWithItems[]) => {
      const day = await todayOf(tx, scope)
      const due = found
        .map((to) => ({ ...to, asked: endingOf(to, day) }))
        .filter(({ asked }) => asked.count > 0)
      const wanted = due.length
      const { granted } = await takeAllowance(tx, scope, settings, { kind: 'REMINDER', wanted })
      await warn(tx, scope, { addressees: due.slice(0, granted), day }, settings)
      return granted === wanted
    }
    await inBatches(db, scope, { condition: toWarn(scope), signal, write })
  }

// Also those who left every reminder unanswered: what ends is worth a word more than what is merely missing.
// A day of warning between the last mail they had and today, however many days no job has run.
const toWarn = ({ accountId }: Scope): RawBuilder<unknown> => sql`
  c.muted_at is null and (c.invited_at is not null or c.last_seen_at is not null)
  and exists (
    select from (select (moment at time zone 'UTC')::date as day) today, response r
    join document w on w.account_id = r.account_id and w.document_id = r.document_id and w.stopped_at is null
    join document_type wt on wt.account_id = w.account_id and wt.code = w.code
    where r.account_id = ${accountId} and r.thirdparty_id = c.thirdparty_id and r.state = 'ACCEPTED'
      and r.renewal_due_date = r.expiration_date and r.renewal_due_date between day and day + ${farthest}::int
      and (cardinality(c.themes) = 0 or wt.theme = any(c.themes)) and ${isRequestedFromSupplier('w')}
      and exists (
        select from unnest(${warningDays}::int[]) days
        where r.renewal_due_date - days <= day and r.renewal_due_date - days > coalesce(greatest(
          c.renewals_warned_on, (c.last_invited_at at time zone 'UTC')::date,
          (c.last_reminded_at at time zone 'UTC')::date), '-infinity'))
      and not exists (
        select from response sent where sent.account_id = r.account_id and sent.document_id = r.document_id
          and sent.state in ('CHECKING', 'PENDING')))`

const farthest = Math.max(...warningDays)

/** Of all that is awaited of them, what ends soon. */
function endingOf(to: AddresseeWithItems, day: string): RequestedItems {
  const limit = addDays(day, farthest)
  const isEnding = ({ reason, dueDate }: MissingDocument) =>
    reason === 'RENEWAL' && dueDate !== null && dueDate <= limit
  return requestedItems(to, to.asked.documents.filter(isEnding))
}

async function warn(
  tx: Tx,
  scope: Scope,
  { addressees, day }: { addressees: readonly AddresseeWithItems[]; day: string },
  settings: InvitationSettings,
): Promise<void> {
  if (addressees.length === 0) return
  const contactIds = addressees.map(({ contactId }) => contactId)
  await tx
    .updateTable('contact')
    .set({ renewals_warned_on: day })
    .where('account_id', '=', scope.accountId)
    .where('contact_id', 'in', contactIds)
    .execute()
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl: settings.publicUrl })
  const mails = addressees.map((to) => {
    const link = linkOf(to.contactId)
    return expiryMail(scope, to, { asked: to.asked, link, day }, settings)
  })
  await queueMails(tx, scope, mails)
}
