import type { Db, ReadTx } from '../../platform/db/index.ts'
import type { Principal } from '../../platform/http/index.ts'
import { AppError, rightsOf, type Clock, type Right, type Role } from '../../platform/kernel/index.ts'
import { verifyOwnToken, type TokenDeps, type VerifiedClaims } from './access-token.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { ExternalClaims } from './external-claims.ts'
import type { ExternalIssuer } from './external-issuer.ts'

import { sha256 } from './secrets.ts'
import { sessionMark } from './sessions.ts'
import {
  existingAccounts,
  isRevoked,
  standingOfClient,
  standingOfEmail,
  standingOfUser,
  type Standing,
} from './standing.queries.ts'
import { invalidToken, leewaySeconds, readTokenHead } from './token-rules.ts'

export interface Authenticator {
  authenticate(token: string): Promise<Principal>
  /** Whether the token was found good here before, within the life of most tokens. */
  recognises(token: string): boolean
  /**
   * Forgets what is remembered here, after a revocation or a change of rights in this process: what bears the mark
   * (the id of a token, or the mark of a session), or everything.
   */
  forget(mark?: string): void
}

type Verified = { own: VerifiedClaims } | { external: ExternalClaims }

interface Remembered {
  readonly pending: Promise<Principal>
  /**
   * Whether a revocation may be of this token. So it may while the token is still being verified, and while it is
   * looked up, which may have read the list of revocations too early.
   */
  readonly concerns: (mark: string) => boolean
}

const maxTokens = 10_000
const verifiedMs = 60_000
const recognisedMs = 60 * 60_000
// Changes made in another process must act within five seconds; one is left for the request itself.
const standingMs = 4_000

type VerifyDeps = TokenDeps & { readonly externalIssuers: readonly ExternalIssuer[] }

export function createAuthenticator(deps: VerifyDeps & { db: Db; clock: Clock }): Authenticator {
  const { db, clock } = deps
  const verified = new BoundedCache<Verified>(clock, { maxEntries: maxTokens, maxAgeMs: verifiedMs })
  const principals = new BoundedCache<Remembered>(clock, { maxEntries: maxTokens, maxAgeMs: standingMs })
  const recognised = new BoundedCache<true>(clock, { maxEntries: maxTokens, maxAgeMs: recognisedMs })
  const verify = tokenVerifier(deps)

  const resolve = async (token: string, key: string, noteMarks: (marks: string[]) => void) => {
    let claims = verified.get(key)
    if (!claims) {
      claims = await verify(token)
      verified.set(key, claims)
    }
    const known = claims
    noteMarks(marksOf(known))
    return db.system((tx) =>
      'own' in known ? ownPrincipal(tx, known.own) : externalPrincipal(tx, known.external),
    )
  }
  const remember = (token: string, key: string): Remembered => {
    let marks: string[] | null = null
    const pending = resolve(token, key, (found) => {
      marks = found
    })
    const entry = { pending, concerns: (mark: string) => marks?.includes(mark) ?? true }
    principals.set(key, entry)
    pending.then(
      () => recognised.set(key, true),
      (error: unknown) => {
        principals.delete(key)
        // A database that is away says nothing of the token.
        if (error instanceof AppError && error.status === 401) recognised.delete(key)
      },
    )
    return entry
  }
  return {
    async authenticate(token) {
      const key = keyOf(token)
      const { pending } = principals.get(key) ?? remember(token, key)
      const principal = await pending
      if (principal.expiresAt.getTime() + leewaySeconds * 1000 <= clock.now().getTime()) {
        recognised.delete(key)
        throw new AppError('AUTH_TOKEN_EXPIRED')
      }
      return principal
    },
    recognises: (token) => recognised.get(keyOf(token)) === true,
    forget(mark) {
      if (mark !== undefined) return principals.deleteWhere(({ concerns }) => concerns(mark))
      verified.clear()
      principals.clear()
    },
  }
}

function tokenVerifier(deps: VerifyDeps): (token: string) => Promise<Verified> {
  const issuers = new Map(deps.externalIssuers.map((issuer) => [issuer.issuer, issuer]))
  return async (token) => {
    const head = readTokenHead(token)
    if (head.issuer === deps.identity.issuer) return { own: await verifyOwnToken(deps, token, head) }
    const issuer = issuers.get(head.issuer)
    if (!issuer) throw invalidToken()
    return { external: await issuer.verify(token, head) }
  }
}

function keyOf(token: string): string {
  return sha256(token).toString('base64')
}

function marksOf(claims: Verified): string[] {
  if ('external' in claims) return [claims.external.jti]
  const { jti, session } = claims.own
  return session === null ? [jti] : [jti, sessionMark(session)]
}

async function ownPrincipal(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  const [standing, revoked] = await Promise.all([
    claims.kind === 'USER' ? standingOfUser(tx, claims.id) : standingOfClient(tx, claims.id),
    isRevoked(tx, marksOf({ own: claims })),
  ])
  if (revoked || !standing?.active || standing.version !== claims.version) {
    throw new AppError('AUTH_TOKEN_REVOKED')
  }
  // People's roles differ by account and come from the database; a client may have asked for less than it has.
  const keep = claims.kind === 'USER' ? () => true : (role: Role) => claims.scope.includes(role)
  return {
    kind: claims.kind,
    id: standing.id,
    name: standing.name,
    key: `${claims.kind === 'USER' ? 'user' : 'client'}:${standing.id}`,
    accounts: rightsByAccount(standing, (id) => claims.accounts.includes(id), keep),
    jti: claims.jti,
    expiresAt: claims.expiresAt,
  }
}

async function externalPrincipal(tx: ReadTx, claims: ExternalClaims): Promise<Principal> {
  const allowed = (id: number) => claims.allowedAccounts?.includes(id) ?? true
  const common = { jti: claims.jti, expiresAt: claims.expiresAt }
  if (await isRevoked(tx, [claims.jti])) throw new AppError('AUTH_TOKEN_REVOKED')
  if (claims.grant) {
    const rights = rightsOf(claims.grant.roles)
    const accounts = await existingAccounts(tx, claims.grant.accounts.filter(allowed))
    const key = `external:${sha256(`${claims.issuer}\n${claims.subject}`).toString('base64url')}`
    const granted = new Map(accounts.map((id) => [id, rights] as const))
    return { kind: 'API_CLIENT', id: externalCallerId, name: claims.name, key, accounts: granted, ...common }
  }
  const standing = claims.email === null ? null : await standingOfEmail(tx, claims.email)
  if (!standing) throw invalidToken()
  if (!standing.active) throw new AppError('AUTH_TOKEN_REVOKED')
  const accounts = rightsByAccount(standing, allowed, () => true)
  return {
    kind: 'USER',
    id: standing.id,
    name: standing.name,
    key: `user:${standing.id}`,
    accounts,
    ...common,
  }
}

// A caller known only to its own issuer has no row here; ids of rows start at 1.
const externalCallerId = 0

function rightsByAccount(
  standing: Standing,
  mayEnter: (accountId: number) => boolean,
  keep: (role: Role) => boolean,
): ReadonlyMap<number, ReadonlySet<Right>> {
  const entries = [...standing.roles].filter(([accountId]) => mayEnter(accountId))
  return new Map(entries.map(([accountId, held]) => [accountId, rightsOf(held.filter(keep))]))
}
