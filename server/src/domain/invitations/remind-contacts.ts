import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { queueMails } from '../../platform/mail/index.ts'
import { issueAccessLinks, tellContact } from '../contacts/index.ts'
import { toRemind } from './addressees.queries.ts'
import { takeAllowance } from './allowance.ts'
import { closeContactSearches, notifyBuyers } from './notify-buyers.ts'
import { inBatches, type AddresseeWithItems } from './in-batches.ts'
import { reminderMail } from './reminder.mail.ts'
import type { InvitationSettings } from './settings.ts'

const mostSilent = 5

/**
 * One mail a week to each contact, on one of four days, with everything their company still owes. After five without
 * any reaction the buyer is notified instead, and the next follows when something new is asked.
 */
export const remindContacts =
  (settings: InvitationSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    const write = async (tx: Tx, found: readonly AddresseeWithItems[]) => {
      const silent = found.filter((one) => one.silent >= mostSilent)
      await stopReminding(tx, scope, silent, settings)
      const waiting = found.filter((one) => one.silent < mostSilent)
      const wanted = waiting.length
      const { granted } = await takeAllowance(tx, scope, settings, { kind: 'REMINDER', wanted })
      await remind(tx, scope, waiting.slice(0, granted), settings)
      return granted === wanted
    }
    await db.write(scope, (tx) => closeContactSearches(tx, scope))
    await inBatches(db, scope, { condition: toRemind, signal, write })
  }

async function remind(
  tx: Tx,
  scope: Scope,
  addressees: readonly AddresseeWithItems[],
  settings: InvitationSettings,
): Promise<void> {
  if (addressees.length === 0) return
  const contactIds = addressees.map(({ contactId }) => contactId)
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl: settings.publicUrl })
  const day = await countReminders(tx, scope, addressees)
  const mails = addressees.map((to) => {
    recordReminder(tx, scope, to)
    return reminderMail(scope, to, { asked: to.asked, link: linkOf(to.contactId), day }, settings)
  })
  await queueMails(tx, scope, mails)
}

async function countReminders(
  tx: Tx,
  { accountId }: Scope,
  addressees: readonly AddresseeWithItems[],
): Promise<string> {
  const rows = addressees.map(({ contactId, silent }) => ({ id: contactId, silent: silent + 1 }))
  const { rows: days } = await sql<{ day: string }>`
    with clock as materialized (select account_now(${accountId}) as moment), counted as (
      update contact c set last_reminded_at = moment, silent_reminders = r.silent, escalated_at = null
      from clock, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, silent smallint)
      where c.account_id = ${accountId} and c.contact_id = r.id)
    select (moment at time zone 'UTC')::date::text as day from clock`.execute(tx)
  return days[0]?.day ?? ''
}

function recordReminder(tx: Tx, scope: Scope, to: AddresseeWithItems): void {
  const { documents, count, late } = to.asked
  const { contactId, thirdpartyId, email, silent } = to
  const documentIds = documents.map(({ documentId }) => documentId)
  record(tx, scope, {
    name: 'THIRD_PARTY_CONTACT_WEEKLY_REMINDER',
    thirdpartyId,
    data: { contact: { contactId }, reminder: silent + 1, asked: count, late, documentIds },
    personal: [{ person: { type: 'CONTACT', id: contactId }, data: { contact: { email } } }],
  })
}

async function stopReminding(
  tx: Tx,
  scope: Scope,
  silent: readonly AddresseeWithItems[],
  settings: InvitationSettings,
): Promise<void> {
  if (silent.length === 0) return
  const { accountId } = scope
  const ids = silent.map(({ contactId }) => contactId)
  await tx
    .updateTable('contact')
    .set({ escalated_at: sql<Date>`account_now(account_id)` })
    .where('account_id', '=', accountId)
    .where((contact) => contact('contact_id', '=', contact.fn.any(contact.val(ids))))
    .execute()
  for (const { contactId, thirdpartyId, person, email } of silent) {
    tellContact(tx, scope, { contactId, thirdpartyId }, { change: 'SILENT', details: {} })
    await notifyBuyers(tx, scope, { thirdpartyId, contactId, person, email, matter: 'SILENT' }, settings)
  }
}
