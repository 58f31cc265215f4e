import { sql } from 'kysely'
import { randomToken, sha256 } from '../domain/accounts/index.ts'
import { contactSeen, tokenHash } from '../domain/contacts/index.ts'
import { compileOnce, requireUsable, type Db } from '../platform/db/index.ts'
import { type Clock, wholeAccount } from '../platform/kernel/index.ts'

export interface SessionPlace {
  readonly accountId: number
  readonly contactId: number
}

export interface FoundSession extends SessionPlace {
  readonly sessionId: number
  readonly lastUsedAt: Date
  readonly expiresAt: Date
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
}

const hour = 3_600_000
const idleMs = 12 * hour
const sessionMs = 7 * 24 * hour
/** Noting every request would write as often as people read. */
const noteEveryMs = 5 * 60_000

/**
 * Trades a mailed link for a session. Whatever is wrong with the link, the same statement finds nothing, so neither
 * the words nor the time of the answer tell what it was.
 */
export async function exchangeLink(
  { db, clock }: Deps,
  link: string,
): Promise<(SessionPlace & { token: string; maxAgeSeconds: number }) | null> {
  const token = randomToken('vgp_')
  const now = clock.now()
  const found = await db.system(async (tx) => {
    const held = await tx
      .selectFrom('contact_link')
      .select('account_id')
      .where('token_hash', '=', tokenHash(link))
      .executeTakeFirst()
    // Before the link is used up: it leads in again once the account does.
    if (held) await requireUsable(tx, held.account_id)
    const { rows } = await sql<SessionPlace>`
      with used as (
        update contact_link l set used_at = account_now(l.account_id)
        from contact c
        where l.token_hash = ${tokenHash(link)} and l.used_at is null
          and l.expires_at > account_now(l.account_id)
          and c.account_id = l.account_id and c.contact_id = l.contact_id and c.deleted_at is null
        returning l.account_id, l.contact_id)
      insert into portal_session (account_id, contact_id, token_hash, created_at, last_used_at, expires_at)
      select account_id, contact_id, ${sha256(token)}, ${now}, ${now}, ${new Date(now.getTime() + sessionMs)}
      from used
      returning account_id as "accountId", contact_id as "contactId"`.execute(tx)
    const [place] = rows
    if (place) await contactSeen(tx, place, place.contactId)
    return place
  })
  return found ? { ...found, token, maxAgeSeconds: sessionMs / 1000 } : null
}

// Asked at every request of the portal.
const sessionOf = compileOnce((db, digest: Buffer) =>
  db
    .selectFrom('portal_session')
    .select([
      'account_id as accountId',
      'contact_id as contactId',
      'session_id as sessionId',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
    ])
    .where('token_hash', '=', digest)
    .where('ended_at', 'is', null),
)

/** Null for a session that is unknown, ended or left alone too long. */
export async function findSession({ db, clock }: Deps, token: string): Promise<FoundSession | null> {
  const [session] = await db.system((tx) => sessionOf(tx, sha256(token)))
  const now = clock.now().getTime()
  if (!session || session.expiresAt.getTime() <= now) return null
  return session.lastUsedAt.getTime() + idleMs > now ? session : null
}

/** Keeps the session from falling asleep, and counts as a sign of life. */
export async function recordSessionUse({ db, clock }: Deps, session: FoundSession): Promise<void> {
  const { accountId, sessionId, contactId, lastUsedAt } = session
  const now = clock.now()
  if (now.getTime() - lastUsedAt.getTime() < noteEveryMs) return
  await db.write(wholeAccount(accountId), async (tx) => {
    await tx
      .updateTable('portal_session')
      .set({ last_used_at: now })
      .where('account_id', '=', accountId)
      .where('session_id', '=', sessionId)
      .execute()
    await contactSeen(tx, { accountId }, contactId)
  })
}

export async function endPortalSession({ db, clock }: Deps, token: string): Promise<void> {
  await db.system((tx) =>
    tx
      .updateTable('portal_session')
      .set({ ended_at: clock.now() })
      .where('token_hash', '=', sha256(token))
      .where('ended_at', 'is', null)
      .execute(),
  )
}
