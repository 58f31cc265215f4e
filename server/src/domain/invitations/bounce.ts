import { sql } from 'kysely'
import type { OnRefused } from '../../platform/mail/index.ts'
import { tellContact } from '../contacts/index.ts'
import { mailBuyers } from './buyer.mail.ts'
import type { InvitationSettings } from './settings.ts'

interface Bounced {
  thirdpartyId: number
  person: string
}

/** Stops mail to an address that is permanently refused, and notifies the owner of the third party once. */
export const contactRefused =
  (settings: Pick<InvitationSettings, 'publicUrl'>): OnRefused =>
  async (tx, scope, { contactId, recipient }) => {
    if (contactId === null) return
    // The address may have changed since the mail was written.
    const { rows } = await sql<Bounced>`
      update contact set bounced_at = account_now(account_id)
      where account_id = ${scope.accountId} and contact_id = ${contactId} and email = ${recipient}
        and bounced_at is null and deleted_at is null
      returning thirdparty_id as "thirdpartyId", concat_ws(' ', first_name, last_name) as person`.execute(tx)
    const [bounced] = rows
    if (!bounced) return
    const { thirdpartyId, person } = bounced
    tellContact(tx, scope, { thirdpartyId, contactId }, { change: 'BOUNCED', said: { email: recipient } })
    const about = { thirdpartyId, contactId, person, email: recipient, matter: 'BOUNCED' as const }
    await mailBuyers(tx, scope, about, settings)
  }
