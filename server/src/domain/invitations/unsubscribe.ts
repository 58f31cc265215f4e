import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { AppError, wholeAccount } from '../../platform/kernel/index.ts'
import { presentContacts, tellContact } from '../contacts/index.ts'
import { isGenuine, subscriberOf } from './unsubscribe-token.ts'

/** No more reminders to the holder of the token. Done twice, it is done. */
export async function unsubscribe(db: Db, token: string, secret: Uint8Array): Promise<void> {
  const named = subscriberOf(token)
  if (!named) throw new AppError('UNSUBSCRIBE_LINK_INVALID')
  const { accountId, contactId } = named
  const scope = { ...wholeAccount(accountId), actor: { type: 'CONTACT' as const, id: contactId, name: '' } }
  await db.write(scope, async (tx) => {
    const row = await presentContacts(tx, scope)
      .where('contact_id', '=', contactId)
      .forUpdate()
      .executeTakeFirst()
    if (!row || !isGenuine(token, row.email, secret)) throw new AppError('UNSUBSCRIBE_LINK_INVALID')
    if (row.muted_at) return
    await tx
      .updateTable('contact')
      .set({ muted_at: sql<Date>`account_now(account_id)` })
      .where('account_id', '=', accountId)
      .where('contact_id', '=', contactId)
      .execute()
    const by = { ...scope, actor: { ...scope.actor, name: recipientName(row) } }
    tellContact(tx, by, { contactId, thirdpartyId: row.thirdparty_id }, { change: 'MUTED', details: {} })
  })
}

function recipientName(row: { first_name: string | null; last_name: string | null; email: string }): string {
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  return name === '' ? row.email : name
}
