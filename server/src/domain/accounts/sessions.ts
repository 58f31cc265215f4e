import { randomUUID } from 'node:crypto'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { randomToken, sha256 } from './secrets.ts'
import { leewaySeconds, personTokenSeconds, sessionIdleMs, sessionMs } from './token-rules.ts'

export interface Session {
  readonly id: string
  readonly userId: number
  /** The user's version when the person signed in: a new password ends older sessions. */
  readonly version: number
  readonly endsAt: Date
  readonly refreshToken: string
}

export type Renewal = { outcome: 'RENEWED'; session: Session } | { outcome: 'RACED' | 'REFUSED' }

// Two tabs may send the same token at once. The late one gets no token, but the session survives.
const raceMs = 10_000

/** The entry of the revocation list that stands for every access token of a session. */
export function sessionMark(sessionId: string): string {
  return `sid:${sessionId}`
}

export function openSession(tx: Tx, clock: Clock, user: { id: number; version: number }): Promise<Session> {
  const endsAt = new Date(clock.now().getTime() + sessionMs)
  return addToken(tx, clock, { id: randomUUID(), userId: user.id, version: user.version, endsAt })
}

/** Trades a refresh token for the next one. Meeting a spent token again means it leaked: the family ends. */
export async function renewSession(tx: Tx, clock: Clock, refreshToken: string): Promise<Renewal> {
  const now = clock.now()
  const row = await tx
    .selectFrom('refresh_token')
    .selectAll()
    .where('token_hash', '=', sha256(refreshToken))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.expires_at <= now || row.family_expires_at <= now) return { outcome: 'REFUSED' }
  if (row.used_at !== null) {
    if (now.getTime() - row.used_at.getTime() < raceMs) return { outcome: 'RACED' }
    await endSession(tx, clock, row.family_id)
    return { outcome: 'REFUSED' }
  }
  await tx
    .updateTable('refresh_token')
    .set({ used_at: now })
    .where('token_hash', '=', row.token_hash)
    .execute()
  const base = {
    id: row.family_id,
    userId: row.user_id,
    version: row.token_version,
    endsAt: row.family_expires_at,
  }
  return { outcome: 'RENEWED', session: await addToken(tx, clock, base) }
}

export async function endSession(tx: Tx, clock: Clock, sessionId: string): Promise<void> {
  await tx.deleteFrom('refresh_token').where('family_id', '=', sessionId).execute()
  const lastTokenOver = clock.now().getTime() + (personTokenSeconds + leewaySeconds) * 1000
  await revokeMark(tx, sessionMark(sessionId), new Date(lastTokenOver))
}

export async function sessionOfToken(tx: Tx, refreshToken: string): Promise<string | null> {
  const row = await tx
    .selectFrom('refresh_token')
    .select('family_id')
    .where('token_hash', '=', sha256(refreshToken))
    .executeTakeFirst()
  return row?.family_id ?? null
}

export async function endSessionsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('refresh_token').where('user_id', '=', userId).execute()
}

export async function revokeMark(tx: Tx, mark: string, until: Date): Promise<void> {
  await tx
    .insertInto('revoked_token')
    .values({ jti: mark, expires_at: until })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .execute()
}

/** Rows that can no longer change an answer. Returns how many went. */
export async function purgeOldTokens(tx: Tx, clock: Clock): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - leewaySeconds * 1000)
  const revoked = await tx.deleteFrom('revoked_token').where('expires_at', '<', before).executeTakeFirst()
  // A spent token is kept as long as its session could live: that is how its reuse is noticed.
  const spent = await tx.deleteFrom('refresh_token').where('family_expires_at', '<', now).executeTakeFirst()
  const assertions = await tx
    .deleteFrom('client_assertion')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(revoked.numDeletedRows + spent.numDeletedRows + assertions.numDeletedRows)
}

async function addToken(tx: Tx, clock: Clock, session: Omit<Session, 'refreshToken'>): Promise<Session> {
  const now = clock.now()
  const refreshToken = randomToken('vgr_')
  const idleEnd = Math.min(now.getTime() + sessionIdleMs, session.endsAt.getTime())
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: sha256(refreshToken),
      user_id: session.userId,
      family_id: session.id,
      token_version: session.version,
      expires_at: new Date(idleEnd),
      family_expires_at: session.endsAt,
      created_at: now,
    })
    .execute()
  return { ...session, refreshToken }
}
