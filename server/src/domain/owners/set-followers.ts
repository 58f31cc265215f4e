import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { holdParty, isSameParty, requireSight, type Party } from '../teams/index.ts'
import { lockOwners } from './name-owners.ts'
import { lockSubject, type OwnedSubject, type SubjectPath } from './owned-subject.ts'
import { readOwnership, type Ownership } from './owners.queries.ts'
import { recordFollowers } from './record-ownership.ts'

interface SetFollowers {
  readonly path: SubjectPath
  readonly followers: readonly Party[]
}

/** These and no others. Those who follow already stay, even if they have left: only new ones must be able to see it. */
export async function setFollowers(
  tx: Tx,
  scope: Scope,
  { path, followers }: SetFollowers,
  checkVersion: (version: number) => void,
): Promise<Ownership> {
  const of = await lockSubject(tx, scope, path)
  const owners = await lockOwners(tx, scope, [of.subject])
  checkVersion(owners.get(of.subject)?.version ?? 0)
  const known = await followersOf(tx, scope, of.subject)
  const wanted = followers.filter(
    (one, nth) => followers.findIndex((other) => isSameParty(one, other)) === nth,
  )
  const added = wanted.filter((one) => !known.some((other) => isSameParty(one, other)))
  const removed = known.filter((one) => !wanted.some((other) => isSameParty(one, other)))
  for (const one of added) {
    await holdParty(tx, scope, one)
    await requireSight(tx, scope, one, [of.thirdpartyId])
  }
  if (added.length + removed.length > 0) {
    await removeFollowers(tx, scope, of.subject, removed)
    for (const one of added) await addFollower(tx, scope, [of], one)
    await raiseVersions(tx, scope, [of])
    recordFollowers(tx, scope, of, { added, removed })
  }
  return readOwnership(tx, scope, path)
}

async function followersOf(tx: Tx, { accountId }: Scope, subject: number): Promise<Party[]> {
  return tx
    .selectFrom('subject_follower')
    .select(['user_id as userId', 'team_id as teamId'])
    .where('account_id', '=', accountId)
    .where('subject', '=', subject)
    .execute()
}

async function removeFollowers(
  tx: Tx,
  { accountId }: Scope,
  subject: number,
  parties: readonly Party[],
): Promise<void> {
  for (const { userId, teamId } of parties) {
    await tx
      .deleteFrom('subject_follower')
      .where('account_id', '=', accountId)
      .where('subject', '=', subject)
      .where('user_id', 'is not distinct from', userId)
      .where('team_id', 'is not distinct from', teamId)
      .execute()
  }
}

/** Those who follow already do so once. */
export async function addFollower(
  tx: Tx,
  { accountId }: Scope,
  subjects: readonly OwnedSubject[],
  { userId, teamId }: Party,
): Promise<void> {
  const rows = subjects.map(({ subject, thirdpartyId }) => ({
    account_id: accountId,
    subject,
    thirdparty_id: thirdpartyId,
    user_id: userId,
    team_id: teamId,
  }))
  await tx
    .insertInto('subject_follower')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute()
}

/** The version belongs to owner and followers together. */
export async function raiseVersions(
  tx: Tx,
  { accountId }: Scope,
  subjects: readonly OwnedSubject[],
): Promise<void> {
  const ids = subjects.map(({ subject }) => subject)
  const companies = subjects.map(({ thirdpartyId }) => thirdpartyId)
  await sql`insert into subject_owner as o (account_id, subject, thirdparty_id)
    select ${accountId}, s.subject, s.thirdparty_id
    from unnest(${ids}::bigint[], ${companies}::bigint[]) as s(subject, thirdparty_id)
    on conflict (account_id, subject) do update set version = o.version + 1`.execute(tx)
}
