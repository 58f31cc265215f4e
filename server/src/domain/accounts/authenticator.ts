import { hash } from 'node:crypto'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import type { Principal } from '../../platform/http/index.ts'
import { AppError, rightsOf, type Clock, type Right } from '../../platform/kernel/index.ts'
import { verifyOwnToken, type TokenDeps, type VerifiedClaims } from './access-token.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { ExternalClaims } from './external-claims.ts'
import type { ExternalIssuer } from './external-issuer.ts'
import { personAccess, type PersonProof } from './person-access.ts'
import { sha256 } from './secrets.ts'
import { sessionMark } from './sessions.ts'
import {
  existingAccounts,
  isRevoked,
  proofOfSession,
  findClientAccess,
  findEmailAccess,
  findUserAccess,
  type PersonAccess,
  type Access,
} from './access.queries.ts'
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
      const key = cacheKey(token)
      const { pending } = principals.get(key) ?? remember(token, key)
      const principal = await pending
      if (principal.expiresAt.getTime() + leewaySeconds * 1000 <= clock.now().getTime()) {
        recognised.delete(key)
        throw new AppError('AUTH_TOKEN_EXPIRED')
      }
      return principal
    },
    recognises: (token) => recognised.get(cacheKey(token)) === true,
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

/** Tokens are remembered by their hash; made twice a request, so by the call that costs least. */
function cacheKey(token: string): string {
  return hash('sha256', token, 'base64')
}

function marksOf(claims: Verified): string[] {
  if ('external' in claims) return [claims.external.jti]
  const { jti, session } = claims.own
  return session === null ? [jti] : [jti, sessionMark(session)]
}

function ownPrincipal(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  return claims.kind === 'USER' ? ownPerson(tx, claims) : ownClient(tx, claims)
}

async function ownClient(tx: ReadTx, claims: VerifiedClaims): Promise<Principal> {
  const [access, revoked] = await Promise.all([findClientAccess(tx, claims.id), isRevoked(tx, [claims.jti])])
  const { id, name, roles, admits } = requireInForce(access, claims, revoked)
  // A client may have asked for less than it has.
  const granted = [...roles].map(
    ([accountId, all]) => [accountId, all.filter((role) => claims.scope.includes(role))] as const,
  )
  const accounts = rightsByAccount(new Map(granted), (accountId) => claims.accounts.includes(accountId))
  const { jti, expiresAt } = claims
  const who = { kind: 'API_CLIENT', id, name, key: `client:${id}` } as const
  return { ...who, accounts, admits, ...neverAsked, jti, expiresAt }
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
  const mayEnter = (accountId: number) => claims.accounts.includes(accountId)
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

/** People's roles differ by account and come from the database, never from the token. */
function personPrincipal(
  access: PersonAccess,
  mayEnter: (accountId: number) => boolean,
  proof: PersonProof,
  common: Pick<Principal, 'session' | 'jti' | 'expiresAt'>,
): Principal {
  const { id, name, admits } = access
  const { barred, stepUp } = personAccess(access, proof)
  const accounts = rightsByAccount(access.roles, (accountId) => mayEnter(accountId) && !barred.has(accountId))
  const barredHere = new Map([...barred].filter(([accountId]) => mayEnter(accountId)))
  const who = { kind: 'USER', id, name, key: `user:${id}` } as const
  return { ...who, accounts, admits, barred: barredHere, stepUp, ...common }
}

async function externalPrincipal(tx: ReadTx, claims: ExternalClaims): Promise<Principal> {
  const isAllowedAccount = (id: number) => claims.allowedAccounts?.includes(id) ?? true
  const common = { jti: claims.jti, expiresAt: claims.expiresAt, session: null }
  if (await isRevoked(tx, [claims.jti])) throw new AppError('AUTH_TOKEN_REVOKED')
  if (claims.grant) {
    const rights = rightsOf(claims.grant.roles)
    const { ids, admits } = await existingAccounts(tx, claims.grant.accounts.filter(isAllowedAccount))
    const key = `external:${sha256(`${claims.issuer}\n${claims.subject}`).toString('base64url')}`
    const accounts = new Map(ids.map((id) => [id, rights] as const))
    const who = { kind: 'API_CLIENT', id: externalCallerId, name: claims.name, key } as const
    return { ...who, accounts, admits, ...neverAsked, ...common }
  }
  const access = claims.email === null ? null : await findEmailAccess(tx, claims.email)
  if (!access) throw invalidToken()
  if (!access.active) throw new AppError('AUTH_TOKEN_REVOKED')
  return personPrincipal(access, isAllowedAccount, { ...claims.proof, closedAccounts: [] }, common)
}

// A caller known only to its own issuer has no row here; ids of rows start at 1.
const externalCallerId = 0

// Machines answer no questions: what accounts ask of people is not asked of them.
const neverAsked = { session: null, barred: new Map(), stepUp: new Map() } satisfies Partial<Principal>

function rightsByAccount(
  roles: Access['roles'],
  mayEnter: (accountId: number) => boolean,
): ReadonlyMap<number, ReadonlySet<Right>> {
  const entries = [...roles].filter(([accountId]) => mayEnter(accountId))
  return new Map(entries.map(([accountId, granted]) => [accountId, rightsOf(granted)]))
}
