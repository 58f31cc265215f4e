import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { endContact, type Unfavourable } from '../contacts/index.ts'
import { mailBuyers } from './buyer.mail.ts'
import type { InvitationSettings } from './settings.ts'

interface Ending {
  readonly contactId: number
  readonly reason: Unfavourable
}

/** The person says so in the portal. Their links and sessions end with it. */
export function declineAsContact(
  tx: Tx,
  scope: Scope,
  declined: { readonly contactId: number; readonly reason: 'NOT_ME' | 'DECLINED' },
  settings: Pick<InvitationSettings, 'publicUrl'>,
): Promise<void> {
  return endAsContact(tx, scope, declined, settings)
}

export async function endAsContact(
  tx: Tx,
  scope: Scope,
  { contactId, reason }: Ending,
  settings: Pick<InvitationSettings, 'publicUrl'>,
): Promise<void> {
  const ended = await endContact(tx, scope, { contactId, reason })
  if (!ended) return
  const { thirdpartyId, email, firstName, lastName } = ended
  const person = [firstName, lastName].filter((name) => name !== null).join(' ')
  await mailBuyers(tx, scope, { thirdpartyId, contactId, person, email, matter: reason }, settings)
}
