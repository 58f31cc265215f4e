import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { isSameParty, type Party } from '../teams/index.ts'
import type { OwnedSubject } from './owned-subject.ts'
import { recordOwner } from './record-ownership.ts'

interface StoredOwner extends Party {
  readonly subject: number
  readonly version: number
}

/** In whose name they are, whether or not that person can act; those without a row are in nobody's. */
export async function lockOwners(
  tx: Tx,
  { accountId }: Scope,
  subjects: readonly number[],
): Promise<Map<number, StoredOwner>> {
  const rows = await tx
    .selectFrom('subject_owner')
    .select(['subject', 'user_id as userId', 'team_id as teamId', 'version'])
    .where('account_id', '=', accountId)
    .where((one) => one('subject', '=', one.fn.any(one.val([...subjects]))))
    .orderBy('subject')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.subject, row]))
}

/**
 * Puts what the caller holds locked into one name, or into nobody's, and tells each change. Returns how many changed
 * hands. Whether the party may answer for them is decided before.
 */
export async function nameOwners(
  tx: Tx,
  scope: Scope,
  subjects: readonly OwnedSubject[],
  party: Party | null,
): Promise<number> {
  const before = await lockOwners(
    tx,
    scope,
    subjects.map(({ subject }) => subject),
  )
  const changing = subjects.filter(({ subject }) => !isSameParty(before.get(subject) ?? null, party))
  if (changing.length === 0) return 0
  await storeOwners(tx, scope, changing, party)
  for (const of of changing) recordOwner(tx, scope, of, [before.get(of.subject) ?? null, party])
  return changing.length
}

async function storeOwners(
  tx: Tx,
  { accountId }: Scope,
  subjects: readonly OwnedSubject[],
  party: Party | null,
): Promise<void> {
  const ids = subjects.map(({ subject }) => subject)
  const companies = subjects.map(({ thirdpartyId }) => thirdpartyId)
  await sql`insert into subject_owner as o (account_id, subject, thirdparty_id, user_id, team_id)
    select ${accountId}, s.subject, s.thirdparty_id, ${party?.userId ?? null}::bigint, ${party?.teamId ?? null}::bigint
    from unnest(${ids}::bigint[], ${companies}::bigint[]) as s(subject, thirdparty_id)
    on conflict (account_id, subject) do update
      set user_id = excluded.user_id, team_id = excluded.team_id, version = o.version + 1`.execute(tx)
}
