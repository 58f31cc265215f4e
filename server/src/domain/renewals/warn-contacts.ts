import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { queueMails } from '../../platform/mail/index.ts'
import { issueAccessLinks } from '../contacts/index.ts'
import { addDays, isAskedOutside } from '../documents/index.ts'
import { whatIsMissing } from '../dossiers/index.ts'
import {
  askedOf,
  inBatches,
  takeAllowance,
  type Addressee,
  type InvitationSettings,
} from '../invitations/index.ts'
import { expiryMail } from './expiry.mail.ts'

/** So many days before an answer ends, those who may renew it are told. */
const warningDays = [30, 15, 7, 1]

/**
 * One mail a day at most to each person, with all that ends soon and nobody has sent yet. What a reminder or an
 * invitation of the same day has named is not named again: this is to run after them.
 */
export const warnContacts =
  (settings: InvitationSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    const write = async (tx: Tx, found: readonly Addressee[]) => {
      const wanted = found.length
      const { granted } = await takeAllowance(tx, scope, settings, { kind: 'REMINDER', wanted })
      await warn(tx, scope, found.slice(0, granted), settings)
      return granted === wanted
    }
    await inBatches(db, scope, { condition: toWarn(scope), signal, write })
  }

// A day of warning between the last mail they had and today, however many days no job has run.
const toWarn = ({ accountId }: Scope): RawBuilder<unknown> => sql`
  c.muted_at is null and (c.invited_at is not null or c.last_seen_at is not null)
  and (c.escalated_at is null or c.last_seen_at > c.escalated_at)
  and exists (
    select from (select (moment at time zone 'UTC')::date as day) today, response r
    join document w on w.account_id = r.account_id and w.document_id = r.document_id and w.stopped_at is null
    join document_type wt on wt.account_id = w.account_id and wt.code = w.code
    where r.account_id = ${accountId} and r.thirdparty_id = c.thirdparty_id and r.state = 'ACCEPTED'
      and r.renewal_due_date = r.expiration_date and r.renewal_due_date between day and day + ${farthest}::int
      and (cardinality(c.themes) = 0 or wt.theme = any(c.themes)) and ${isAskedOutside('w')}
      and exists (
        select from unnest(${warningDays}::int[]) days
        where r.renewal_due_date - days <= day and r.renewal_due_date - days > coalesce(greatest(
          c.renewals_warned_on, (c.last_invited_at at time zone 'UTC')::date,
          (c.last_reminded_at at time zone 'UTC')::date), '-infinity'))
      and not exists (
        select from response sent where sent.account_id = r.account_id and sent.document_id = r.document_id
          and sent.state in ('CHECKING', 'PENDING')))`

const farthest = Math.max(...warningDays)

async function warn(
  tx: Tx,
  scope: Scope,
  addressees: readonly Addressee[],
  settings: InvitationSettings,
): Promise<void> {
  if (addressees.length === 0) return
  const contactIds = addressees.map(({ contactId }) => contactId)
  const thirdpartyIds = [...new Set(addressees.map(({ thirdpartyId }) => thirdpartyId))]
  const day = await noteDay(tx, scope, contactIds)
  const limit = addDays(day, farthest)
  const ending = (await whatIsMissing(tx, scope, { thirdpartyIds })).filter(
    ({ reason, dueDate }) => reason === 'RENEWAL' && dueDate !== null && dueDate <= limit,
  )
  const links = await issueAccessLinks(tx, scope, { contactIds, publicUrl: settings.publicUrl })
  const mails = addressees.flatMap((to) => {
    const asked = askedOf(to, ending)
    const link = links.get(to.contactId) ?? ''
    return asked.count === 0 ? [] : [expiryMail(scope, to, { asked, link, day }, settings)]
  })
  await queueMails(tx, scope, mails)
}

async function noteDay(tx: Tx, { accountId }: Scope, contactIds: readonly number[]): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    with today as materialized (select (account_now(${accountId}) at time zone 'UTC')::date as day), noted as (
      update contact set renewals_warned_on = day from today
      where account_id = ${accountId} and contact_id = any(${[...contactIds]}::bigint[]))
    select day::text from today`.execute(tx)
  const [today] = rows
  if (!today) throw new Error(`Account ${accountId} has no clock.`)
  return today.day
}
