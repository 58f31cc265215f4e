import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { recordDeletion } from './change-contacts.ts'

/** Stands where an address was. The domain cannot exist, so nothing can ever be sent to it. */
const erased = 'erased@erased.invalid'

interface Erased {
  contactId: number
  thirdpartyId: number
  wasPresent: boolean
}

/**
 * Blanks everyone of the account known under this address, those taken off earlier included. Returns their ids:
 * they stay, so that what they did remains attached to somebody nobody can name any more.
 */
export async function eraseContacts(tx: Tx, scope: Scope, email: string): Promise<number[]> {
  const { accountId } = scope
  const { rows } = await sql<Erased>`
    with found as (
      select contact_id, deleted_at from contact
      where account_id = ${accountId} and lower(email) = ${email} order by contact_id for update)
    update contact c set email = ${erased}, first_name = null, last_name = null,
      deleted_at = coalesce(c.deleted_at, moment), version = c.version + 1, updated_at = moment
    from found f, account_now(${accountId}) moment
    where c.account_id = ${accountId} and c.contact_id = f.contact_id
    returning c.contact_id as "contactId", c.thirdparty_id as "thirdpartyId",
      f.deleted_at is null as "wasPresent"`.execute(tx)
  for (const row of rows) if (row.wasPresent) recordDeletion(tx, scope, row, 'ERASED')
  return rows.map(({ contactId }) => contactId)
}
