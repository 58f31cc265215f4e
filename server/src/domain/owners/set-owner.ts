import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { holdParty, requireSight, type Party } from '../teams/index.ts'
import { lockOwners, nameOwners } from './name-owners.ts'
import { lockSubject, type SubjectPath } from './owned-subject.ts'
import { readOwnership, type Ownership } from './owners.queries.ts'

interface SetOwner {
  readonly path: SubjectPath
  /** Null: in nobody's name, so that it falls to the next in line. */
  readonly owner: Party | null
}

export async function setOwner(
  tx: Tx,
  scope: Scope,
  { path, owner }: SetOwner,
  checkVersion: (version: number) => void,
): Promise<Ownership> {
  const of = await lockSubject(tx, scope, path)
  const known = await lockOwners(tx, scope, [of.subject])
  checkVersion(known.get(of.subject)?.version ?? 0)
  if (owner !== null) {
    await holdParty(tx, scope, owner)
    await requireSight(tx, scope, owner, [of.thirdpartyId])
  }
  await nameOwners(tx, scope, [of], owner)
  return readOwnership(tx, scope, path)
}
