import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { forgetPerson, openDetails } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { endAccess } from './access-links.ts'
import { recordContactChange } from './record-contact.ts'

/** Stands where an address was. The domain cannot exist, so nothing can ever be sent to it. */
export const erasedAddress = 'erased@erased.invalid'

interface Erased {
  contactId: number
  thirdpartyId: number
  name: string
  wasPresent: boolean
}

/** What else may still speak of them, for whoever looks after it. */
export interface ErasedContacts {
  readonly addresses: readonly string[]
  readonly people: readonly { readonly thirdpartyId: number; readonly name: string }[]
}

/** Everyone of the account known under this address, those taken off earlier included. */
export async function contactsWithAddress(tx: ReadTx, scope: Scope, email: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('contact')
    .select('contact_id')
    .where('account_id', '=', scope.accountId)
    .where((contact) => contact(contact.fn<string>('lower', ['email']), '=', email))
    .orderBy('contact_id')
    .execute()
  return rows.map((row) => row.contact_id)
}

/**
 * Blanks them, here and in the journal. Their ids stay, so that what they did remains attached to somebody nobody
 * can name any more.
 */
export async function eraseContacts(
  tx: Tx,
  scope: Scope,
  contactIds: readonly number[],
): Promise<ErasedContacts> {
  if (contactIds.length === 0) return { addresses: [], people: [] }
  const { accountId } = scope
  const { rows } = await sql<Erased>`
    with found as (
      select contact_id, deleted_at, concat_ws(' ', first_name, last_name) as name from contact
      where account_id = ${accountId} and contact_id = any(${[...contactIds]}::bigint[])
      order by contact_id for update)
    update contact c set email = ${erasedAddress}, first_name = null, last_name = null,
      deleted_at = coalesce(c.deleted_at, moment), end_reason = coalesce(c.end_reason, 'ERASED'), version = c.version + 1, updated_at = moment
    from found f, account_now(${accountId}) moment
    where c.account_id = ${accountId} and c.contact_id = f.contact_id
    returning c.contact_id as "contactId", c.thirdparty_id as "thirdpartyId", f.name,
      f.deleted_at is null as "wasPresent"`.execute(tx)
  await endAccess(tx, scope, contactIds)
  const addresses = await formerAddresses(tx, scope, rows)
  for (const row of rows) {
    if (row.wasPresent) recordContactChange(tx, scope, row, { change: 'ERASED', details: {} })
    await forgetPerson(tx, scope, { type: 'CONTACT', id: row.contactId })
  }
  const people = rows.map(({ thirdpartyId, name }) => ({ thirdpartyId, name }))
  return { addresses, people: people.filter(({ name }) => name !== '') }
}

interface JournaledContact {
  contactId?: unknown
  before?: { email?: unknown }
  after?: { email?: unknown }
}

/** The journal knows them as long as the key is there. One that somebody else has today is theirs. */
async function formerAddresses(tx: Tx, scope: Scope, contacts: readonly Erased[]): Promise<string[]> {
  const { accountId } = scope
  const thirdpartyIds = [...new Set(contacts.map(({ thirdpartyId }) => thirdpartyId))]
  const { rows } = await sql<{ payload: Buffer }>`
    select d.payload from event e
    join event_type t on t.code = e.event_type and t.name = 'THIRD_PARTY_UPDATED'
    join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    where e.account_id = ${accountId} and e.resource_type = 1
      and e.resource_id = any(${thirdpartyIds}::bigint[])`.execute(tx)
  const payloads = rows.map(({ payload }) => payload)
  const ids = new Set<unknown>(contacts.map(({ contactId }) => contactId))
  const known = (await openDetails(tx, scope, payloads)).flatMap(({ data }) => {
    const { contactId, before, after } = (data['contact'] ?? {}) as JournaledContact
    return ids.has(contactId) ? [before?.email, after?.email] : []
  })
  const addresses = [...new Set(known.filter((email) => typeof email === 'string'))]
  const others = await tx
    .selectFrom('contact')
    .select('email')
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where((contact) => contact('email', '=', contact.fn.any(contact.val(addresses))))
    .execute()
  return addresses.filter((address) => others.every(({ email }) => email !== address))
}
