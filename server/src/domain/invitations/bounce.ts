import { sql } from 'kysely'
import type { OnRefused } from '../../platform/mail/index.ts'
import { tellContact } from '../contacts/index.ts'
import { notifyBuyers } from './notify-buyers.ts'
import type { InvitationSettings } from './settings.ts'

/** Stops mail to an address that is permanently refused, and notifies the owner of the third party once. */
export const contactRefused =
  (settings: Pick<InvitationSettings, 'publicUrl'>): OnRefused =>
  async (tx, scope, { contactId, recipient }) => {
    if (contactId === null) return
    // The address may have changed since the mail was written.
    const bounced = await tx
      .updateTable('contact')
      .set({ bounced_at: sql<Date>`account_now(account_id)` })
      .where('account_id', '=', scope.accountId)
      .where('contact_id', '=', contactId)
      .where('email', '=', recipient)
      .where('bounced_at', 'is', null)
      .where('deleted_at', 'is', null)
      .returning(['thirdparty_id', 'first_name', 'last_name'])
      .executeTakeFirst()
    if (!bounced) return
    const { thirdparty_id: thirdpartyId, first_name: firstName, last_name: lastName } = bounced
    const person = [firstName, lastName].filter((part) => part !== null).join(' ')
    tellContact(tx, scope, { thirdpartyId, contactId }, { change: 'BOUNCED', details: { email: recipient } })
    const about = { thirdpartyId, contactId, person, email: recipient, matter: 'BOUNCED' as const }
    await notifyBuyers(tx, scope, about, settings)
  }
