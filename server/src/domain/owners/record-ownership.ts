import type { Tx } from '../../platform/db/index.ts'
import { record, type EventDataOf } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { tellParty, type Party } from '../teams/index.ts'
import type { OwnedSubject } from './owned-subject.ts'

type OwnershipData = Extract<EventDataOf<'THIRD_PARTY_UPDATED'>, { readonly kind: 'OWNER' | 'FOLLOWERS' }>

/** In whose name it was and is. People are told by their numbers. */
export function recordOwner(
  tx: Tx,
  scope: Scope,
  of: OwnedSubject,
  [before, after]: readonly [Party | null, Party | null],
): void {
  tell(tx, scope, of, {
    kind: 'OWNER',
    before: { owner: tellParty(before) },
    after: { owner: tellParty(after) },
  })
}

interface FollowersChange {
  readonly added: readonly Party[]
  readonly removed: readonly Party[]
}

export function recordFollowers(
  tx: Tx,
  scope: Scope,
  of: OwnedSubject,
  { added, removed }: FollowersChange,
): void {
  tell(tx, scope, of, { kind: 'FOLLOWERS', added: tellParties(added), removed: tellParties(removed) })
}

const tellParties = (parties: readonly Party[]) => parties.flatMap((party) => tellParty(party) ?? [])

function tell(tx: Tx, scope: Scope, { subject, thirdpartyId }: OwnedSubject, data: OwnershipData): void {
  if (subject === thirdpartyId) record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId, data })
  else record(tx, scope, { name: 'DOSSIER_UPDATED', thirdpartyId, dossierId: subject, data })
}
