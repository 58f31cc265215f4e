import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { holdParty, requireSight, type Party } from '../teams/index.ts'
import { findMatching, type MatchRequest } from '../thirdparties/index.ts'
import { nameOwners } from './name-owners.ts'
import { lockOwnedCompanies, type OwnedSubject } from './owned-subject.ts'

interface NameMany {
  readonly owner: Party | null
  readonly thirdpartyIds: readonly number[]
}

/** Puts these companies into one name, or none of them if one is not there, archived or out of the owner's sight. */
export async function nameMany(
  tx: Tx,
  scope: Scope,
  { owner, thirdpartyIds }: NameMany,
): Promise<{ changed: number }> {
  const subjects = await lockOwnedCompanies(tx, scope, thirdpartyIds)
  const found = new Set(subjects.map(({ subject }) => subject))
  const missing = thirdpartyIds.find((id) => !found.has(id))
  if (missing !== undefined) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: missing })
  return { changed: await nameAll(tx, scope, subjects, owner) }
}

// What one transaction holds locked, and a caller waits for.
const mostAtOnce = 2_000

interface NameMatching {
  readonly owner: Party | null
  readonly matching: MatchRequest
}

/** Companies that match and are in another name; where there are too many for once, the next call goes on. */
export async function nameMatching(
  tx: Tx,
  scope: Scope,
  { owner, matching }: NameMatching,
): Promise<{ changed: number; more: boolean }> {
  const isNamed = sql`exists (select from subject_owner n
    where n.account_id = t.account_id and n.subject = t.thirdparty_id
      and n.user_id is not distinct from ${owner?.userId ?? null}::bigint
      and n.team_id is not distinct from ${owner?.teamId ?? null}::bigint)`
  const isOfNobody = sql`not exists (select from subject_owner n
    where n.account_id = t.account_id and n.subject = t.thirdparty_id and num_nonnulls(n.user_id, n.team_id) = 1)`
  const found = await findMatching(tx, scope, matching, {
    condition: sql`t.archived_at is null and not (${owner === null ? isOfNobody : isNamed})`,
    limit: mostAtOnce + 1,
  })
  const subjects = await lockOwnedCompanies(tx, scope, found.slice(0, mostAtOnce))
  return { changed: await nameAll(tx, scope, subjects, owner), more: found.length > mostAtOnce }
}

async function nameAll(
  tx: Tx,
  scope: Scope,
  subjects: readonly OwnedSubject[],
  owner: Party | null,
): Promise<number> {
  if (owner !== null) {
    await holdParty(tx, scope, owner)
    const ids = subjects.map(({ thirdpartyId }) => thirdpartyId)
    await requireSight(tx, scope, owner, ids)
  }
  return nameOwners(tx, scope, subjects, owner)
}
