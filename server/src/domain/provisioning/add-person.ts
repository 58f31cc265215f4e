import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { inDirectory } from '../accounts/index.ts'
import { lockDirectory, recordMembershipChanges, settleMemberships } from './settle-memberships.ts'
import { personWords, type PersonWords } from './person-words.ts'
import type { Resource } from './protocol/read-resource.ts'
import { notUnique, quote } from './protocol/scim-error.ts'

/** Whoever has the address here already. */
interface KnownPerson {
  readonly userId: number
  readonly isMember: boolean
  readonly isManaged: boolean
}

export interface AddedPerson {
  readonly scimId: string
  readonly userId: number
}

/**
 * Takes somebody in whom the directory names. A member with the same address becomes theirs; whoever has it in another
 * account is somebody else.
 */
export async function addPerson(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  given: Resource,
): Promise<AddedPerson> {
  const { accountId } = scope
  const resource: Resource = { ...given, active: given['active'] ?? true }
  const words = personWords(resource)
  await lockDirectory(tx, scope)
  await requireFreeUserName(tx, scope, { userName: String(resource['userName']), userId: null })
  const known = await findKnown(tx, scope, words.email)
  if (known?.isManaged) throw notUnique(`The directory already has somebody with the address ${words.email}.`)
  const userId = known ? known.userId : await insertPerson(tx, scope, words)
  if (!known?.isMember) {
    const joining = { account_id: accountId, user_id: userId, roles: [], active: false }
    await tx.insertInto('membership').values(joining).execute()
  }
  const { scim_id: scimId } = await tx
    .insertInto('directory_person')
    .values({ account_id: accountId, user_id: userId, resource: JSON.stringify(resource) })
    .returning('scim_id')
    .executeTakeFirstOrThrow()
  if (known && !known.isMember) await renamePerson(tx, scope, userId, words)
  await recordArrival(tx, scope, clock, { userId, words, wasMember: known?.isMember === true })
  await withdrawInvitationsTo(tx, scope, words.email)
  return { scimId, userId }
}

/** Names are compared without regard to capitals. */
export async function requireFreeUserName(
  tx: Tx,
  { accountId }: AdministrationScope,
  { userName, userId }: { userName: string; userId: number | null },
): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from directory_person p where p.account_id = ${accountId}
      and p.user_name = lower(${userName}::text) and p.user_id <> ${userId ?? 0}) as taken`.execute(tx)
  if (rows[0]?.taken) throw notUnique(`The directory already has somebody called ${quote(userName)}.`)
}

/** Members first; then whoever the directory had before, who gets their history back. */
async function findKnown(
  tx: Tx,
  { accountId }: AdministrationScope,
  email: string,
): Promise<KnownPerson | null> {
  const { rows } = await inDirectory(tx, () =>
    sql<KnownPerson>`
      select u.user_id as "userId", m.user_id is not null as "isMember", p.user_id is not null as "isManaged"
      from app_user u
      left join membership m on m.account_id = ${accountId} and m.user_id = u.user_id
      left join directory_person p on p.account_id = ${accountId} and p.user_id = u.user_id
      where u.email = ${email}
        and (u.directory_account_id = ${accountId} or (u.directory_account_id is null and m.user_id is not null))
      order by (p.user_id is not null) desc, (m.user_id is not null) desc, u.directory_account_id nulls last
      limit 1`.execute(tx),
  )
  return rows[0] ?? null
}

async function insertPerson(
  tx: Tx,
  { accountId }: AdministrationScope,
  { email, name, language }: PersonWords,
): Promise<number> {
  const { user_id } = await inDirectory(tx, () =>
    tx
      .insertInto('app_user')
      .values({ email, name, language, directory_account_id: accountId })
      .returning('user_id')
      .executeTakeFirstOrThrow(),
  )
  return user_id
}

/** Who they are is the directory's to say only of its own people. */
export async function renamePerson(
  tx: Tx,
  { accountId }: AdministrationScope,
  userId: number,
  { email, name, language }: PersonWords,
): Promise<boolean> {
  const { numUpdatedRows } = await inDirectory(tx, () =>
    tx
      .updateTable('app_user')
      .set({ email, name, language, updated_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('directory_account_id', '=', accountId)
      .where((eb) =>
        eb.or([eb('email', '<>', email), eb('name', '<>', name), eb('language', '<>', language)]),
      )
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

interface Arrival {
  readonly userId: number
  readonly words: PersonWords
  readonly wasMember: boolean
}

async function recordArrival(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { userId, words: { email, name }, wasMember }: Arrival,
): Promise<void> {
  const changes = await settleMemberships(tx, scope, clock, [userId])
  const change = changes.find((one) => one.name === 'MEMBER_CHANGED')
  const personal = { person: { type: 'USER', id: userId }, words: { email, name } } as const
  recordAdministration(tx, scope, {
    name: wasMember ? 'MEMBER_CHANGED' : 'MEMBER_ADDED',
    subject: { type: 'USER', id: userId },
    ...(wasMember && { before: { ...change?.before, managed: false } }),
    after: { ...(change?.after ?? (wasMember ? {} : { roles: [], active: false })), managed: true },
    personal,
  })
  recordMembershipChanges(
    tx,
    scope,
    changes.filter((one) => one !== change),
  )
}

/** They are in already: a link in a mailbox must not let anybody in beside them. */
async function withdrawInvitationsTo(tx: Tx, scope: AdministrationScope, email: string): Promise<void> {
  const withdrawn = await tx
    .updateTable('member_invitation')
    .set({ closed_at: sql<Date>`now()`, outcome: 'WITHDRAWN', link_hash: null })
    .where('account_id', '=', scope.accountId)
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .returning('invitation_id as invitationId')
    .execute()
  for (const after of withdrawn) recordAdministration(tx, scope, { name: 'INVITATION_WITHDRAWN', after })
}
