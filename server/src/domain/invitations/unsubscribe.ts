import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, wholeAccount, type Scope } from '../../platform/kernel/index.ts'
import { presentContacts, tellContact, type ContactPath } from '../contacts/index.ts'
import { isGenuine, subscriberOf } from './unsubscribe-token.ts'

/** No more reminders to the holder of the token. Done twice, it is done. */
export async function unsubscribe(db: Db, token: string, secret: Uint8Array): Promise<void> {
  const named = subscriberOf(token)
  if (!named) throw new AppError('UNSUBSCRIBE_LINK_INVALID')
  const { accountId, contactId } = named
  const scope = { ...wholeAccount(accountId), actor: { type: 'CONTACT' as const, id: contactId, name: '' } }
  await db.write(scope, async (tx) => {
    const row = await lockSubscriber(tx, scope, contactId)
    if (!row || !isGenuine(token, row.email, secret)) throw new AppError('UNSUBSCRIBE_LINK_INVALID')
    if (row.muted_at) return
    const by = { ...scope, actor: { ...scope.actor, name: recipientName(row) } }
    await muteContact(tx, by, { contactId, thirdpartyId: row.thirdparty_id })
  })
}

/** Who calls a mail unwanted to their provider is heard as if they had said it to us. */
export async function contactComplained(
  tx: Tx,
  scope: Scope,
  { contactId, recipient }: { contactId: number | null; recipient: string },
): Promise<void> {
  if (contactId === null) return
  const row = await lockSubscriber(tx, scope, contactId)
  // The address may have changed since the mail was written.
  if (!row || row.email !== recipient || row.muted_at) return
  await muteContact(tx, scope, { contactId, thirdpartyId: row.thirdparty_id })
}

function lockSubscriber(tx: Tx, scope: Scope, contactId: number) {
  return presentContacts(tx, scope).where('contact_id', '=', contactId).forUpdate().executeTakeFirst()
}

async function muteContact(tx: Tx, scope: Scope, path: ContactPath): Promise<void> {
  await tx
    .updateTable('contact')
    .set({ muted_at: sql<Date>`account_now(account_id)` })
    .where('account_id', '=', scope.accountId)
    .where('contact_id', '=', path.contactId)
    .execute()
  tellContact(tx, scope, path, { change: 'MUTED', details: {} })
}

function recipientName(row: { first_name: string | null; last_name: string | null; email: string }): string {
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(' ')
  return name === '' ? row.email : name
}
