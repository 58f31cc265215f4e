import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { endContact, suggestContact, type Colleague, type Unfavourable } from '../contacts/index.ts'
import { notifyBuyers } from './notify-buyers.ts'
import type { InvitationSettings } from './settings.ts'

interface Ending {
  readonly contactId: number
  readonly reason: Unfavourable
  /** Whom they named in their place. */
  readonly colleague?: Colleague | null
}

/** The person says so in the portal. Their links and sessions end with it. */
export function declineAsContact(
  tx: Tx,
  scope: Scope,
  declined: Ending & { readonly reason: 'NOT_ME' | 'DECLINED' },
  settings: Pick<InvitationSettings, 'publicUrl'>,
): Promise<void> {
  return endAsContact(tx, scope, declined, settings)
}

export async function endAsContact(
  tx: Tx,
  scope: Scope,
  { contactId, reason, colleague = null }: Ending,
  settings: Pick<InvitationSettings, 'publicUrl'>,
): Promise<void> {
  const ended = await endContact(tx, scope, { contactId, reason })
  if (!ended) return
  const { thirdpartyId, email } = ended
  const named = colleague !== null && (await suggestContact(tx, scope, ended, colleague)) ? colleague : null
  const about = { thirdpartyId, contactId, person: colleagueName(ended), email, matter: reason }
  await notifyBuyers(tx, scope, { ...about, named: named && colleagueName(named) }, settings)
}

function colleagueName({ firstName, lastName }: Pick<Colleague, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter((name) => name).join(' ')
}
