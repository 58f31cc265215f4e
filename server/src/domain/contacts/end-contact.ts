import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { endAccess } from './access-links.ts'
import { contactOf, presentContacts, type Contact, type ContactPath } from './contacts.queries.ts'
import { lockContact, lockContactOwner } from './lock-contact.ts'
import { contactFields, pickContactFields, recordContactChange } from './record-contact.ts'

/** Not them, not willing, or never heard of. */
export type Unfavourable = 'NOT_ME' | 'DECLINED' | 'NO_ANSWER'

export async function deleteContact(
  tx: Tx,
  scope: Scope,
  path: ContactPath & { readonly expectVersion: (version: number) => void },
): Promise<void> {
  await lockContactOwner(tx, scope, path.thirdpartyId)
  const known = await lockContact(tx, scope, path)
  path.expectVersion(known.version)
  await endContacts(tx, scope, known, 'DELETED')
  recordContactChange(tx, scope, known, {
    change: 'DELETED',
    details: { before: pickContactFields(known, contactFields) },
  })
}

/** Stops all mail to a contact who declined or never answered. Null when the contact was already removed. */
export async function endContact(
  tx: Tx,
  scope: Scope,
  { contactId, reason }: { readonly contactId: number; readonly reason: Unfavourable },
): Promise<Contact | null> {
  const row = await presentContacts(tx, scope)
    .where('contact_id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const known = contactOf(row)
  await endContacts(tx, scope, known, reason)
  const details = { before: pickContactFields(known, contactFields) }
  record(tx, scope, {
    name: 'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE',
    thirdpartyId: known.thirdpartyId,
    data: { contact: { contactId, reason } },
    personal: [{ person: { type: 'CONTACT', id: contactId }, data: { contact: details } }],
  })
  return known
}

async function endContacts(
  tx: Tx,
  { accountId }: Scope,
  { contactId }: Contact,
  reason: Unfavourable | 'DELETED',
): Promise<void> {
  await sql`
    update contact set deleted_at = moment, updated_at = moment, end_reason = ${reason}, version = version + 1
    from account_now(${accountId}) moment
    where account_id = ${accountId} and contact_id = ${contactId}`.execute(tx)
  await endAccess(tx, { accountId }, [contactId])
}
