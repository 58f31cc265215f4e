import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { randomToken, sha256 } from './secrets.ts'
import { announceStanding, personMark } from './standing.ts'
import { deviceSeconds } from './session-list/devices.ts'
import { leewaySeconds, personTokenSeconds, sessionIdleMs, sessionMs } from './token-rules.ts'

export interface Session {
  /** Named in tokens, and the family of the refresh tokens. */
  readonly id: string
  /** Its number in lists and in the journal. */
  readonly sessionId: number
  readonly userId: number
  /** The user's version when the person signed in: a new password ends older sessions. */
  readonly version: number
  /** The account whose own provider opened it, and which it is good for alone. */
  readonly confinedTo: number | null
  readonly endsAt: Date
  readonly refreshToken: string
}

export type SecondFactorMeans = 'TOTP' | 'PASSKEY' | 'RECOVERY_CODE' | 'PROVIDER'

/** Where a sign-in came from and how it was proved. */
export interface NewSession {
  readonly userId: number
  readonly version: number
  readonly address: string
  readonly userAgent: string | null
  /** Null when the browser is not to be known again. */
  readonly deviceId: number | null
  readonly secondFactor: SecondFactorMeans | null
  readonly confinedTo: number | null
  /** Null or absent: just now. */
  readonly provedAt?: Date | null
}

export type EndReason =
  | 'SIGNED_OUT'
  | 'BY_PERSON'
  | 'BY_ADMINISTRATOR'
  | 'STOLEN'
  | 'GUESSING'
  | 'PASSWORD'
  | 'FACTOR_RESET'
  | 'OPERATOR'

export type Renewal =
  | { outcome: 'RENEWED'; session: Session }
  | { outcome: 'STOLEN'; sessionId: number; userId: number }
  | { outcome: 'RACED' | 'REFUSED' }

// A page that is left or loses its network may never see the answer that held its next token, and two tabs may send the
// same one at once. That long a spent token is neither refused nor taken for stolen.
const leewayMs = 30_000
const maxAddressLength = 64
// Long enough to tell a new place from a known one, and to look into a theft.
const keptMs = 90 * 24 * 60 * 60 * 1000

/** The entry of the revocation list that stands for every access token of a session. */
export function sessionMark(sessionId: string): string {
  return `sid:${sessionId}`
}

export async function openSession(tx: Tx, clock: Clock, given: NewSession): Promise<Session> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + sessionMs)
  const id = randomUUID()
  const provedAt = given.provedAt && given.provedAt < now ? given.provedAt : now
  const { session_id } = await tx
    .insertInto('person_session')
    .values({
      family_id: id,
      user_id: given.userId,
      token_version: given.version,
      started_at: now,
      last_seen_at: now,
      expires_at: endsAt,
      source_address: given.address.slice(0, maxAddressLength),
      user_agent: given.userAgent,
      device_id: given.deviceId,
      proved_at: provedAt,
      second_factor_at: given.secondFactor && provedAt,
      second_factor: given.secondFactor,
      confined_account_id: given.confinedTo,
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  const { userId, version, confinedTo } = given
  return addToken(tx, clock, { id, sessionId: session_id, userId, version, confinedTo, endsAt })
}

/**
 * Trades a refresh token for the next one. Meeting a spent token again means that its answer was lost, that two tabs
 * raced, or, after the leeway, that it leaked: then the family ends.
 */
export async function renewSession(tx: Tx, clock: Clock, refreshToken: string): Promise<Renewal> {
  const now = clock.now()
  const row = await tx
    .selectFrom('refresh_token as t')
    .innerJoin('person_session as s', 's.family_id', 't.family_id')
    .select(['t.token_hash', 't.expires_at', 't.used_at', 's.session_id', 's.family_id', 's.user_id'])
    .select(['s.token_version', 's.expires_at as ends_at', 's.confined_account_id as confined_to'])
    .where('t.token_hash', '=', sha256(refreshToken))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.expires_at <= now || row.ends_at <= now) return { outcome: 'REFUSED' }
  if (row.used_at !== null) {
    if (now.getTime() - row.used_at.getTime() >= leewayMs) {
      await endSession(tx, clock, row.family_id, 'STOLEN')
      return { outcome: 'STOLEN', sessionId: row.session_id, userId: row.user_id }
    }
    if (await isFollowed(tx, row.family_id, row.used_at)) return { outcome: 'RACED' }
  }
  // The first to go on spends the twins of its token too: the other holder of one is noticed. A repeated renewal spends
  // none, because nobody knows which of its answers arrives last and stays in the cookie.
  if (row.used_at === null) {
    await tx
      .updateTable('refresh_token')
      .set({ used_at: now })
      .where('family_id', '=', row.family_id)
      .where('used_at', 'is', null)
      .execute()
  }
  await tx
    .updateTable('person_session')
    .set({ last_seen_at: now })
    .where('session_id', '=', row.session_id)
    .execute()
  const { family_id: id, session_id: sessionId, user_id: userId, token_version: version } = row
  const { confined_to: confinedTo, ends_at: endsAt } = row
  const session = await addToken(tx, clock, { id, sessionId, userId, version, confinedTo, endsAt })
  return { outcome: 'RENEWED', session }
}

/** Whether somebody already went on with what replaced a token spent then. */
async function isFollowed(tx: Tx, family: string, spentAt: Date): Promise<boolean> {
  const later = await tx
    .selectFrom('refresh_token')
    .select('used_at')
    .where('family_id', '=', family)
    .where('used_at', '>', spentAt)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export async function endSession(
  tx: Tx,
  clock: Clock,
  family: string,
  reason: EndReason,
): Promise<{ sessionId: number; userId: number } | null> {
  const ended = await tx
    .updateTable('person_session')
    .set({ ended_at: clock.now(), end_reason: reason })
    .where('family_id', '=', family)
    .where('ended_at', 'is', null)
    .returning(['session_id', 'user_id'])
    .executeTakeFirst()
  await tx.deleteFrom('refresh_token').where('family_id', '=', family).execute()
  const lastTokenOver = clock.now().getTime() + (personTokenSeconds + leewaySeconds) * 1000
  await revokeMark(tx, sessionMark(family), new Date(lastTokenOver))
  return ended ? { sessionId: ended.session_id, userId: ended.user_id } : null
}

export async function sessionOfToken(tx: Tx, refreshToken: string): Promise<string | null> {
  const row = await tx
    .selectFrom('refresh_token')
    .select('family_id')
    .where('token_hash', '=', sha256(refreshToken))
    .executeTakeFirst()
  return row?.family_id ?? null
}

/** Ends every access token of a person: ours by their version, those of other issuers by their age. */
export function raiseVersion() {
  return { token_version: sql<number>`token_version + 1`, tokens_ended_at: sql<Date>`now()` }
}

/** The caller raises the person's version, which ends the access tokens. */
export async function endSessionsOfUser(tx: Tx, userId: number, reason: EndReason): Promise<void> {
  await tx.deleteFrom('refresh_token').where('user_id', '=', userId).execute()
  await tx
    .updateTable('person_session')
    .set((eb) => ({ ended_at: eb.fn<Date>('now', []), end_reason: reason }))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await announceStanding(tx, [personMark(userId)])
}

/** When an account's provider is switched off or becomes another, what was opened through it ends. */
export async function endConfinedSessions(tx: Tx, accountId: number, reason: EndReason): Promise<void> {
  const ended = await tx
    .updateTable('person_session')
    .set((eb) => ({ ended_at: eb.fn<Date>('now', []), end_reason: reason }))
    .where('confined_account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('family_id')
    .execute()
  if (ended.length === 0) return
  const families = ended.map(({ family_id }) => family_id)
  await tx.deleteFrom('refresh_token').where('family_id', 'in', families).execute()
  await announceStanding(tx, families.map(sessionMark))
}

export async function revokeMark(tx: Tx, mark: string, until: Date): Promise<void> {
  await tx
    .insertInto('revoked_token')
    .values({ jti: mark, expires_at: until })
    .onConflict((conflict) => conflict.column('jti').doNothing())
    .execute()
  await announceStanding(tx, [mark])
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
  const challenges = await tx.deleteFrom('factor_challenge').where('expires_at', '<', now).executeTakeFirst()
  const old = await tx
    .deleteFrom('person_session')
    .where('expires_at', '<', new Date(now.getTime() - keptMs))
    .executeTakeFirst()
  const { numAffectedRows: devices = 0n } = await sql`
    delete from person_device d where d.last_seen_at < ${new Date(now.getTime() - deviceSeconds * 1000)}
      and not exists (select from person_session s where s.device_id = d.device_id)`.execute(tx)
  const rows = [revoked, spent, assertions, challenges, old].map(({ numDeletedRows }) => numDeletedRows)
  return Number([...rows, devices].reduce((sum, gone) => sum + gone, 0n))
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
