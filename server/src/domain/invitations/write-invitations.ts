import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { queueMails } from '../../platform/mail/index.ts'
import { issueAccessLinks } from '../contacts/index.ts'
import type { AddresseeWithItems } from './in-batches.ts'
import { invitationMail, type InvitationKind } from './invitation.mail.ts'
import type { InvitationSettings } from './settings.ts'

/** As many automatic ones as follow the first, one a week. */
export const mostInvitations = 6

/** Writes to locked contacts, counts the mails and records them in the journal. */
export async function writeInvitations(
  tx: Tx,
  scope: Scope,
  { addressees, kind }: { addressees: readonly AddresseeWithItems[]; kind: InvitationKind },
  settings: InvitationSettings,
): Promise<void> {
  if (addressees.length === 0) return
  const contactIds = addressees.map(({ contactId }) => contactId)
  const linkOf = await issueAccessLinks(tx, scope, { contactIds, publicUrl: settings.publicUrl })
  const moment = await countInvitations(tx, scope, contactIds, kind)
  const mails = addressees.map((to) => {
    const { asked } = to
    recordInvitation(tx, scope, to, kind)
    const last = kind === 'RE_INVITED_AUTO' && to.autoInvitations + 1 >= mostInvitations
    const link = linkOf(to.contactId)
    return invitationMail(scope, to, { kind, asked, link, cause: String(moment), last }, settings)
  })
  await queueMails(tx, scope, mails)
}

/** A manual invitation resets the count of automatic ones. */
async function countInvitations(
  tx: Tx,
  { accountId }: Scope,
  contactIds: readonly number[],
  kind: InvitationKind,
): Promise<number> {
  const automatic = kind === 'RE_INVITED_AUTO'
  const { rows } = await sql<{ moment: Date }>`
    with clock as materialized (select account_now(${accountId}) as moment), counted as (
      update contact c set invited_at = coalesce(c.invited_at, moment), last_invited_at = moment,
        auto_invitations = case when ${automatic} then c.auto_invitations + 1 else 0 end
      from clock where c.account_id = ${accountId} and c.contact_id = any(${[...contactIds]}::bigint[]))
    select moment from clock`.execute(tx)
  return rows[0]?.moment.getTime() ?? 0
}

function recordInvitation(
  tx: Tx,
  scope: Scope,
  { contactId, thirdpartyId, email, asked }: AddresseeWithItems,
  kind: InvitationKind,
): void {
  record(tx, scope, {
    name: `THIRD_PARTY_CONTACT_${kind}`,
    thirdpartyId,
    data: { contact: { contactId }, asked: asked.count, late: asked.late },
    personal: [{ person: { type: 'CONTACT', id: contactId }, data: { contact: { email } } }],
  })
}
