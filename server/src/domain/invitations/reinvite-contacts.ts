import type { Db, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { toReinvite, type Addressee } from './addressees.queries.ts'
import { takeAllowance } from './allowance.ts'
import { endAsContact } from './decline.ts'
import { inBatches, type AddresseeWithItems } from './in-batches.ts'
import type { InvitationSettings } from './settings.ts'
import { mostInvitations, writeInvitations } from './write-invitations.ts'

/**
 * Who was invited and has not come within a week is invited again, six times at most; who has not come a week after the
 * sixth is no longer written to.
 */
export const reinviteContacts =
  (settings: InvitationSettings) =>
  async (db: Db, scope: Scope, signal?: AbortSignal): Promise<void> => {
    const write = async (tx: Tx, found: readonly AddresseeWithItems[]) => {
      const [hopeless, waiting] = [found.filter(isHopeless), found.filter((one) => !isHopeless(one))]
      for (const { contactId } of hopeless) {
        await endAsContact(tx, scope, { contactId, reason: 'NO_ANSWER' }, settings)
      }
      const wanted = waiting.length
      const { granted } = await takeAllowance(tx, scope, settings, { kind: 'INVITATION', wanted })
      const addressees = waiting.slice(0, granted)
      await writeInvitations(tx, scope, { addressees, kind: 'RE_INVITED_AUTO' }, settings)
      return granted === wanted
    }
    await inBatches(db, scope, { condition: toReinvite, signal, write })
  }

const isHopeless = ({ autoInvitations }: Addressee) => autoInvitations >= mostInvitations
