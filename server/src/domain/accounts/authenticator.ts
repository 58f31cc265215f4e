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
  /** Forgets what is remembered here, after a revocation or a change of rights in this process. */
  forget(): void
}

type Verified = { own: VerifiedClaims } | { external: ExternalClaims }

const maxTokens = 10_000
const verifiedMs = 60_000
// Changes made in another process must act within five seconds; one is left for the request itself.
const standingMs = 4_000

export function createAuthenticator(
  deps: TokenDeps & { db: Db; clock: Clock; externalIssuers: readonly ExternalIssuer[] },
): Authenticator {
  const { db, clock } = deps
  const verified = new BoundedCache<Verified>(clock, { maxEntries: maxTokens, maxAgeMs: verifiedMs })
  const principals = new BoundedCache<Promise<Principal>>(clock, {
    maxEntries: maxTokens,
    maxAgeMs: standingMs,
  })
  const issuers = new Map(deps.externalIssuers.map((issuer) => [issuer.issuer, issuer]))

  const verify = async (token: string): Promise<Verified> => {
    const head = readTokenHead(token)
    if (head.issuer === deps.identity.issuer) return { own: await verifyOwnToken(deps, token, head) }
    const issuer = issuers.get(head.issuer)
    if (!issuer) throw invalidToken()
    return { external: await issuer.verify(token, head) }
  }
  const resolve = async (token: string, key: string): Promise<Principal> => {
    let claims = verified.get(key)
    if (!claims) {
      claims = await verify(token)
      verified.set(key, claims)
    }
    const known = claims
    return db.system((tx) =>
      'own' in known ? ownPrincipal(tx, known.own) : externalPrincipal(tx, known.external),
    )
  }
  return {
    async authenticate(token) {
      const key = sha256(token).toString('base64')
      let pending = principals.get(key)
      if (!pending) {
        pending = resolve(token, key)
        principals.set(key, pending)
        pending.catch(() => principals.delete(key))
      }
      const principal = await pending
      if (principal.expiresAt.getTime() + leewaySeconds * 1000 <= clock.now().getTime()) {
        throw new AppError('AUTH_TOKEN_EXPIRED')
      }
      return principal
    },
    forget() {
      verified.clear()
      principals.clear()
    },
  }
}

async function ownPrincipal(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  const marks = claims.session === null ? [claims.jti] : [claims.jti, sessionMark(claims.session)]
  const [standing, revoked] = await Promise.all([
    claims.kind === 'USER' ? standingOfUser(tx, claims.id) : standingOfClient(tx, claims.id),
    isRevoked(tx, marks),
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
    admits: standing.admits,
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
    const { ids, admits } = await existingAccounts(tx, claims.grant.accounts.filter(allowed))
    const key = `external:${sha256(`${claims.issuer}\n${claims.subject}`).toString('base64url')}`
    const accounts = new Map(ids.map((id) => [id, rights] as const))
    const who = { kind: 'API_CLIENT', id: externalCallerId, name: claims.name, key } as const
    return { ...who, accounts, admits, ...common }
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
    admits: standing.admits,
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
