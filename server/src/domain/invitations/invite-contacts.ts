import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import {
  contactOf,
  lockContact,
  lockActiveOwner,
  presentContacts,
  type Contact,
  type ContactPath,
} from '../contacts/index.ts'
import { evaluationOptions } from '../evaluation/index.ts'
import { lockAddressees, toInvite } from './addressees.queries.ts'
import { takeAllowance } from './allowance.ts'
import { inBatches, addRequestedItems, type AddresseeWithItems } from './in-batches.ts'
import type { InvitationSettings } from './settings.ts'
import { writeInvitations } from './write-invitations.ts'

/**
 * Invites contacts who never got a mail and whose company has open requests, of one third party or of all. Those
 * beyond the hourly limit wait for the next run.
 */
export const inviteContacts =
  (settings: InvitationSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal, thirdpartyId: number | null = null): Promise<void> => {
    const write = async (tx: Tx, found: readonly AddresseeWithItems[]) => {
      const { autoInvite } = await evaluationOptions(tx, scope)
      if (!autoInvite) return false
      const wanted = found.length
      const { granted } = await takeAllowance(tx, scope, settings, { kind: 'INVITATION', wanted })
      const addressees = found.slice(0, granted)
      await writeInvitations(tx, scope, { addressees, kind: 'INVITED' }, settings)
      return granted === wanted
    }
    await inBatches(db, scope, { condition: toInvite(thirdpartyId), signal, write })
  }

/** Because somebody asks for it: the first time, or again. */
export async function inviteContact(
  tx: Tx,
  scope: Scope,
  path: ContactPath,
  settings: InvitationSettings,
): Promise<Contact> {
  const { contactId, thirdpartyId } = path
  await lockActiveOwner(tx, scope, thirdpartyId)
  const { state, invitedAt } = await lockContact(tx, scope, path)
  if (state === 'BOUNCED') throw new AppError('CONTACT_BOUNCED', { contactId })
  const allowance = await takeAllowance(tx, scope, settings, { kind: 'INVITATION', wanted: 1 })
  if (allowance.granted === 0) {
    const headers = { 'retry-after': String(allowance.retrySeconds) }
    throw new AppError('QUOTA_EXCEEDED', { quota: allowance.quota }, { headers })
  }
  const addressees = await addRequestedItems(tx, scope, await lockAddressees(tx, scope, [contactId]))
  const kind = invitedAt === null ? 'INVITED' : 'RE_INVITED'
  await writeInvitations(tx, scope, { addressees, kind }, settings)
  const row = await presentContacts(tx, scope, thirdpartyId)
    .where('contact_id', '=', contactId)
    .executeTakeFirstOrThrow()
  return contactOf(row)
}
