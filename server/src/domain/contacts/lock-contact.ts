import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { contactOf, presentContacts, type Contact, type ContactPath } from './contacts.queries.ts'

/** One change at a time for a third party keeps their number and addresses right. Returns whether it is archived. */
export async function lockContactOwner(tx: Tx, scope: Scope, thirdpartyId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('archived_at')
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  return row.archived_at !== null
}

export async function lockActiveOwner(tx: Tx, scope: Scope, thirdpartyId: number): Promise<void> {
  if (await lockContactOwner(tx, scope, thirdpartyId))
    throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
}

export async function lockContact(tx: Tx, scope: Scope, path: ContactPath): Promise<Contact> {
  const row = await presentContacts(tx, scope, path.thirdpartyId)
    .where('contact_id', '=', path.contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('CONTACT_NOT_FOUND', { contactId: path.contactId })
  return contactOf(row)
}
