import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, type Clock, type Scope } from '../../../platform/kernel/index.ts'
import { inDirectory } from '../directory.ts'
import { notifyPerson } from '../notify-person.task.ts'
import { recordByPerson, type ActingPerson } from '../person-journal.ts'
import { endSession, sessionMark } from '../sessions.ts'
import { announceStanding } from '../standing.ts'
import { concernsAccount } from './sessions.queries.ts'

/** One of the person's own sessions. */
export async function endOwnSession(
  tx: Tx,
  clock: Clock,
  person: ActingPerson,
  sessionId: number,
): Promise<void> {
  const families = await familiesOf(tx, person.id)
  const family = families.get(sessionId)
  const ended = family === undefined ? null : await endSession(tx, clock, family, 'BY_PERSON')
  if (!ended) throw new AppError('SESSION_NOT_FOUND', { sessionId })
  await recordEnd(tx, person, [sessionId])
}

/** All of the person's sessions but the one they ask from. */
export async function endOtherSessions(
  tx: Tx,
  clock: Clock,
  person: ActingPerson,
  current: string,
): Promise<number> {
  const others = [...(await familiesOf(tx, person.id))].filter(([, family]) => family !== current)
  for (const [, family] of others) await endSession(tx, clock, family, 'BY_PERSON')
  if (others.length > 0)
    await recordEnd(
      tx,
      person,
      others.map(([sessionId]) => sessionId),
    )
  return others.length
}

/** One session of somebody, or all of them. */
export interface MemberSession {
  readonly userId: number
  readonly sessionId?: number
}

/**
 * An account governs the membership only: somebody who belongs to others as well loses this one until they sign in anew,
 * and keeps the rest. Whoever belongs here alone is signed out.
 */
export async function endSessionsOfMember(
  tx: Tx,
  scope: Scope,
  clock: Clock,
  { userId, sessionId }: MemberSession,
): Promise<void> {
  await inDirectory(tx, async () => {
    await requireMember(tx, scope, userId)
    const all = await familiesOf(tx, userId, scope.accountId)
    const chosen = [...all].filter(([id]) => sessionId === undefined || id === sessionId)
    if (sessionId !== undefined && chosen.length === 0) throw new AppError('SESSION_NOT_FOUND', { sessionId })
    const elsewhere = await belongsElsewhere(tx, scope, userId)
    for (const [, family] of chosen) {
      if (elsewhere) await closeAccount(tx, scope, family)
      else await endSession(tx, clock, family, 'BY_ADMINISTRATOR')
    }
    if (chosen.length === 0) return
    const subject = { type: 'USER', id: userId } as const
    const sessionIds = chosen.map(([id]) => id)
    recordAdministration(tx, scope, { name: 'SESSION_ENDED', subject, after: { sessionIds } })
    const { accountId, actor } = scope
    if (actor.type === 'USER' && actor.id === userId) return
    await notifyPerson(tx, userId, { kind: 'SESSION_ENDED', reason: 'ADMINISTRATOR', accountId })
  })
}

/**
 * The same for members whom the directory of the account has closed it to, all at once. It tells them itself.
 */
export async function endSessionsByDirectory(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const { accountId } = scope
  const ended = new Map<number, number[]>()
  await inDirectory(tx, async () => {
    const { rows } = await sql<OpenSession>`
      select s.user_id as "userId", s.session_id as "sessionId", s.family_id as family,
        exists (select from membership m where m.user_id = s.user_id and m.account_id <> ${accountId}) as elsewhere
      from person_session s
      where s.user_id = any(${[...userIds]}::bigint[]) and s.ended_at is null and s.expires_at > ${clock.now()}
        and not ${accountId}::bigint = any(s.closed_accounts)
      order by s.session_id for update of s`.execute(tx)
    for (const { userId, sessionId, family, elsewhere } of rows) {
      if (elsewhere) await closeAccount(tx, scope, family)
      else await endSession(tx, clock, family, 'BY_ADMINISTRATOR')
      ended.set(userId, [...(ended.get(userId) ?? []), sessionId])
    }
  })
  for (const [id, sessionIds] of ended) {
    const subject = { type: 'USER', id } as const
    recordAdministration(tx, scope, { name: 'SESSION_ENDED', subject, after: { sessionIds } })
  }
}

interface OpenSession {
  readonly userId: number
  readonly sessionId: number
  readonly family: string
  readonly elsewhere: boolean
}

export async function requireMember(tx: ReadTx, scope: Scope, userId: number): Promise<void> {
  const member = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw new AppError('USER_NOT_FOUND', { userId })
}

export async function belongsElsewhere(tx: Tx, scope: Scope, userId: number): Promise<boolean> {
  const other = await tx
    .selectFrom('membership')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('account_id', '<>', scope.accountId)
    .executeTakeFirst()
  return other !== undefined
}

/** Open sessions by their numbers, locked. Those closed to the account count as ended there. */
async function familiesOf(
  tx: Tx,
  userId: number,
  accountId: number | null = null,
): Promise<Map<number, string>> {
  const rows = await tx
    .selectFrom('person_session')
    .select(['session_id', 'family_id', 'closed_accounts', 'confined_account_id'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('session_id')
    .forUpdate()
    .execute()
  const open = rows.filter((row) => accountId === null || concernsAccount(row, accountId))
  return new Map(open.map((row) => [row.session_id, row.family_id]))
}

async function closeAccount(tx: Tx, { accountId }: Pick<Scope, 'accountId'>, family: string): Promise<void> {
  await tx
    .updateTable('person_session')
    .set({ closed_accounts: sql`array_append(closed_accounts, ${accountId}::bigint)` })
    .where('family_id', '=', family)
    .execute()
  await announceStanding(tx, [sessionMark(family)])
}

function recordEnd(tx: Tx, person: ActingPerson, sessionIds: readonly number[]): Promise<void> {
  return recordByPerson(tx, person, { name: 'SESSION_ENDED', after: { sessionIds } })
}
