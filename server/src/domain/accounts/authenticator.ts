import { hash } from 'node:crypto'
import { currentMs, type Db, type Notices, type ReadTx } from '../../platform/db/index.ts'
import type { Principal } from '../../platform/http/index.ts'
import { AppError, type Clock } from '../../platform/kernel/index.ts'
import { verifyOwnToken, type TokenDeps, type VerifiedClaims } from './access-token.ts'
import { BoundedCache } from './bounded-cache.ts'
import { findExternalPrincipal, externalTokenId } from './external-principal.ts'
import type { ExternalTokens, SignedToken } from './external-tokens.ts'
import { neverAsked, personPrincipal, rightsByAccount } from './principals.ts'
import { sessionMark } from './sessions.ts'
import { isRevoked, proofOfSession, findClientAccess, findUserAccess, type Access } from './access.queries.ts'
import { everybody, standingChannel } from './standing.ts'
import { leewaySeconds, readTokenHead } from './token-rules.ts'

export interface Authenticator {
  authenticate(token: string): Promise<Principal>
  /** Whether the token was found good here before, within the life of most tokens. */
  recognises(token: string): boolean
  /**
   * Forgets what is remembered here, after a revocation or a change of rights in this process: what bears the mark
   * (the id of a token, or the mark of a session or person), or everything.
   */
  forget(mark?: string): void
  /** From now on forgets what other processes change too, at once; until it is stopped. */
  follow(): { stop(): Promise<void> }
}

type Verified = { own: VerifiedClaims } | { external: SignedToken }

interface Remembered {
  /** When it was asked for. */
  readonly since: number
  readonly pending: Promise<Principal>
  /**
   * Whether a change may be of this token: of itself, its session or whoever holds it. So it may while the token is
   * still being verified or looked up, which may have read too early.
   */
  readonly concerns: (marks: ReadonlySet<string>) => boolean
}

const maxTokens = 10_000
const verifiedMs = 60_000
const recognisedMs = 60 * 60_000
// Changes made in another process are announced and act at once. While nobody can say that announcements arrive, what is
// remembered is trusted for less than a second (`currentMs`), and with them no longer than this.
const standingMs = 4_000

type VerifyDeps = TokenDeps & { readonly tokens: ExternalTokens }

export function createAuthenticator(deps: VerifyDeps & { db: Db; clock: Clock }): Authenticator {
  const { db, clock } = deps
  const verified = new BoundedCache<Verified>(clock, { maxEntries: maxTokens, maxAgeMs: verifiedMs })
  const principals = new BoundedCache<Remembered>(clock, { maxEntries: maxTokens, maxAgeMs: standingMs })
  const recognised = new BoundedCache<true>(clock, { maxEntries: maxTokens, maxAgeMs: recognisedMs })
  const resolve = principalResolver(deps, verified)
  let notices: Notices | null = null
  const isTrusted = ({ since }: Remembered) =>
    clock.now().getTime() - since < currentMs || notices?.isCurrent() === true
  const remember = (token: string, key: string): Remembered => {
    const since = clock.now().getTime()
    const entry = { ...createRemembered((noteMarks) => resolve(token, key, noteMarks)), since }
    principals.set(key, entry)
    entry.pending.then(
      () => recognised.set(key, true),
      (error: unknown) => {
        if (principals.get(key) === entry) principals.delete(key)
        // A database that is away says nothing of the token.
        if (error instanceof AppError && error.status === 401) recognised.delete(key)
      },
    )
    return entry
  }
  return {
    async authenticate(token) {
      const key = cacheKey(token)
      const known = principals.get(key)
      const { pending } = known && isTrusted(known) ? known : remember(token, key)
      const principal = await pending
      if (principal.expiresAt.getTime() + leewaySeconds * 1000 <= clock.now().getTime()) {
        recognised.delete(key)
        throw new AppError('AUTH_TOKEN_EXPIRED')
      }
      return principal
    },
    recognises: (token) => recognised.get(cacheKey(token)) === true,
    forget(mark) {
      if (mark !== undefined) return forgetMarks(principals, [mark])
      verified.clear()
      principals.clear()
    },
    follow() {
      notices = db.listen(standingChannel, {
        onNotice: (marks) =>
          marks === everybody ? principals.clear() : forgetMarks(principals, marks.split(' ')),
        onGap: () => principals.clear(),
      })
      return notices
    },
  }
}

/** From a token to whoever holds it; the marks of the token are noted before anything is looked up. */
function principalResolver(deps: VerifyDeps & { readonly db: Db }, verified: BoundedCache<Verified>) {
  const { db, tokens } = deps
  const verify = tokenVerifier(deps)
  return async (token: string, key: string, noteMarks: (marks: string[]) => void): Promise<Principal> => {
    const known = verified.get(key)
    const claims = known ?? (await verify(token))
    if (!known) verified.set(key, claims)
    noteMarks(marksOf(claims))
    if ('own' in claims) return db.system((tx) => ownPrincipal(tx, claims.own))
    const { external } = claims
    return db
      .system((tx) => findExternalPrincipal(tx, tokens, external))
      .catch((error: unknown) => {
        throw tokens.refuse(error, external.head.issuer)
      })
  }
}

function forgetMarks(principals: BoundedCache<Remembered>, given: readonly string[]): void {
  const marks = new Set(given)
  principals.deleteWhere(({ concerns }) => concerns(marks))
}

function createRemembered(
  resolve: (noteMarks: (marks: string[]) => void) => Promise<Principal>,
): Omit<Remembered, 'since'> {
  let marks: string[] = []
  // Null until it is known whose it is.
  let own: string[] | null = null
  const pending = resolve((found) => {
    marks = found
  })
  pending.then(
    ({ key }) => {
      own = [...marks, key]
    },
    () => undefined,
  )
  return { pending, concerns: (changed) => own?.some((mark) => changed.has(mark)) ?? true }
}

function tokenVerifier(deps: VerifyDeps): (token: string) => Promise<Verified> {
  return async (token) => {
    const head = readTokenHead(token)
    if (head.issuer === deps.identity.issuer) return { own: await verifyOwnToken(deps, token, head) }
    const external = await deps.tokens.verify(token, head).catch((error: unknown) => {
      throw deps.tokens.refuse(error, head.issuer)
    })
    return { external }
  }
}

/** Tokens are remembered by their hash; made twice a request, so by the call that costs least. */
function cacheKey(token: string): string {
  return hash('sha256', token, 'base64')
}

function marksOf(claims: Verified): string[] {
  if ('external' in claims) return [externalTokenId(claims.external)]
  const { jti, session } = claims.own
  return session === null ? [jti] : [jti, sessionMark(session)]
}

function ownPrincipal(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  return claims.kind === 'USER' ? ownPerson(tx, claims) : ownClient(tx, claims)
}

async function ownClient(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  const [access, revoked] = await Promise.all([findClientAccess(tx, claims.id), isRevoked(tx, [claims.jti])])
  const { id, name, roles, units, admits, standing } = requireInForce(access, claims, revoked)
  // A client may have asked for less than it has.
  const granted = [...roles].map(
    ([accountId, all]) => [accountId, all.filter((role) => claims.scope.includes(role))] as const,
  )
  const accounts = rightsByAccount(new Map(granted), (accountId) => claims.accounts.includes(accountId))
  const { jti, expiresAt } = claims
  const who = { kind: 'API_CLIENT', id, name, key: `client:${id}` } as const
  return { ...who, accounts, units, admits, standing, ...neverAsked, jti, expiresAt }
}

async function ownPerson(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  const { session } = claims
  // Only people themselves open sessions: a token in somebody's name without one was not made by signing in.
  if (session === null) throw new AppError('AUTH_TOKEN_REVOKED')
  const [found, revoked, proof] = await Promise.all([
    findUserAccess(tx, claims.id),
    isRevoked(tx, marksOf({ own: claims })),
    proofOfSession(tx, session),
  ])
  const access = requireInForce(found, claims, revoked)
  if (!proof) throw new AppError('AUTH_TOKEN_REVOKED')
  const common = { session, jti: claims.jti, expiresAt: claims.expiresAt }
  const { confinedTo } = proof
  const mayEnter = (accountId: number) =>
    claims.accounts.includes(accountId) && (confinedTo === null || accountId === confinedTo)
  return personPrincipal(access, mayEnter, proof, common)
}

function requireInForce<S extends Access>(
  access: S | null,
  { version }: VerifiedClaims,
  revoked: boolean,
): S {
  if (revoked || !access?.active || access.version !== version) throw new AppError('AUTH_TOKEN_REVOKED')
  return access
}
