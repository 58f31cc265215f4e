import type { Db, Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { randomToken, sha256 } from '../accounts/index.ts'

const idleMs = 30 * 60_000
export const operatorSessionMs = 8 * 60 * 60_000
const touchMs = 60_000

export interface OperatorSession {
  readonly operatorId: number
  readonly email: string
  readonly endsAt: Date
}

export async function openOperatorSession(tx: Tx, clock: Clock, operatorId: number): Promise<string> {
  const now = clock.now()
  const token = randomToken('vgs_')
  await tx
    .insertInto('operator_session')
    .values({
      session_hash: sha256(token),
      operator_id: operatorId,
      started_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + operatorSessionMs),
    })
    .execute()
  await tx
    .updateTable('operator_person')
    .set({ signed_in_at: now })
    .where('operator_id', '=', operatorId)
    .execute()
  return token
}

/** Asked of the database at every request, so that whoever is removed is out with the next one. */
export async function findOperatorSession(
  db: Db,
  clock: Clock,
  token: string,
): Promise<OperatorSession | null> {
  const now = clock.now()
  const row = await db.system((tx) =>
    tx
      .selectFrom('operator_session as s')
      .innerJoin('operator_person as o', 'o.operator_id', 's.operator_id')
      .select(['s.operator_id', 's.last_seen_at', 's.expires_at', 'o.email'])
      .where('s.session_hash', '=', sha256(token))
      .where('s.expires_at', '>', now)
      .where('s.last_seen_at', '>', new Date(now.getTime() - idleMs))
      .where('o.removed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!row) return null
  // A database that takes no writes is what an operator comes to look at: that must not lock them out.
  if (now.getTime() - row.last_seen_at.getTime() > touchMs)
    await touchSession(db, token, now).catch(() => undefined)
  return { operatorId: row.operator_id, email: row.email, endsAt: row.expires_at }
}

function touchSession(db: Db, token: string, now: Date): Promise<unknown> {
  return db.system((tx) =>
    tx
      .updateTable('operator_session')
      .set({ last_seen_at: now })
      .where('session_hash', '=', sha256(token))
      .execute(),
  )
}

export async function endOperatorSession(tx: Tx, token: string): Promise<number | null> {
  const ended = await tx
    .deleteFrom('operator_session')
    .where('session_hash', '=', sha256(token))
    .returning('operator_id')
    .executeTakeFirst()
  return ended?.operator_id ?? null
}

/** What can open nothing any more. Returns how many went. */
export async function purgeOperatorAccess(tx: Tx, clock: Clock): Promise<number> {
  const now = clock.now()
  const idleSince = new Date(now.getTime() - idleMs)
  const sessions = await tx
    .deleteFrom('operator_session')
    .where((one) => one.or([one('expires_at', '<', now), one('last_seen_at', '<', idleSince)]))
    .executeTakeFirst()
  const links = await tx.deleteFrom('operator_link').where('expires_at', '<', now).executeTakeFirst()
  const challenges = await tx
    .deleteFrom('operator_challenge')
    .where('expires_at', '<', now)
    .executeTakeFirst()
  const gone = [sessions, links, challenges].map(({ numDeletedRows }) => numDeletedRows)
  return Number(gone.reduce((sum, one) => sum + one, 0n))
}
