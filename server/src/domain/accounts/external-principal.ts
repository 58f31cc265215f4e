import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Principal } from '../../platform/http/index.ts'
import { rightsOf, type Role } from '../../platform/kernel/index.ts'
import { existingAccounts, findUserAccess, isRevoked, type PersonAccess } from './access.queries.ts'
import { externalClaims, readClaim, readWords, type ExternalClaims } from './external-claims.ts'
import type { ExternalTokens, SignedToken, Taker } from './external-tokens.ts'
import { mapRoles } from './identity-provider/map-roles.ts'
import { neverAsked, personPrincipal } from './principals.ts'
import { sha256 } from './secrets.ts'
import { TokenRefused } from './token-refusal.ts'

/** The entry of the revocation list that stands for the token. */
export function externalTokenId({ head, payload, token }: SignedToken): string {
  return `ext:${sha256(`${head.issuer}\n${payload.jti ?? token}`).toString('base64url')}`
}

/** Whom a token of another issuer stands for, with those who take it. Throws `TokenRefused`. */
export async function findExternalPrincipal(
  tx: ReadTx,
  tokens: ExternalTokens,
  signed: SignedToken,
): Promise<Principal> {
  const takers = await tokens.takersOf(tx, signed)
  if (await isRevoked(tx, [externalTokenId(signed)])) throw new TokenRefused('REVOKED')
  let refused: TokenRefused | null = null
  for (const taker of takers) {
    const claims = externalClaims(taker.config, signed.payload, externalTokenId(signed))
    const outcome = await principalOf(tx, taker, { claims, signed })
    if (!(outcome instanceof TokenRefused)) return outcome
    refused ??= outcome
  }
  throw refused ?? new TokenRefused('UNKNOWN_PERSON')
}

interface Presented {
  readonly claims: ExternalClaims
  readonly signed: SignedToken
}

/** The refusal is returned, because another taker may know the caller. */
async function principalOf(
  tx: ReadTx,
  taker: Taker,
  { claims, signed }: Presented,
): Promise<Principal | TokenRefused> {
  if (claims.subject === '') return new TokenRefused('MISSING_CLAIM', taker.provider?.accountId ?? null)
  if (claims.grant) return callerPrincipal(tx, claims, claims.grant)
  const accountId = taker.provider?.accountId ?? null
  const access = await findPerson(tx, taker, claims)
  if (!access) return machinePrincipal(tx, taker, { claims, signed })
  if (!access.active) return new TokenRefused('SUSPENDED', accountId)
  if (isOver(access, claims)) return new TokenRefused('REVOKED', accountId)
  if (accountId !== null && !access.roles.has(accountId)) return new TokenRefused('UNKNOWN_PERSON', accountId)
  const mayEnter = (id: number) => claims.allowedAccounts?.includes(id) ?? true
  const proof = { ...claims.proof, closedAccounts: [], confinedTo: accountId }
  const common = { jti: claims.jti, expiresAt: claims.expiresAt, session: null }
  return personPrincipal(access, mayEnter, proof, common)
}

/** Ending a person's tokens ends those of other issuers too; one that does not say how old it is counts as older. */
function isOver({ tokensEndedAt }: PersonAccess, { issuedAt }: ExternalClaims): boolean {
  if (tokensEndedAt === null) return false
  return issuedAt === null || issuedAt.getTime() <= tokensEndedAt.getTime()
}

/** By what the issuer calls them; by a proved address only while the issuer calls nobody there something else. */
async function findPerson(tx: ReadTx, taker: Taker, claims: ExternalClaims): Promise<PersonAccess | null> {
  const accountId = taker.provider?.accountId ?? null
  const linked = await tx
    .selectFrom('person_identity')
    .select('user_id')
    .where('provider_account_id', accountId === null ? 'is' : '=', accountId)
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .executeTakeFirst()
  if (linked) return findUserAccess(tx, linked.user_id)
  if (claims.email === null) return null
  const { rows } = await sql<{ userId: number }>`
    select u.user_id as "userId" from app_user u
    where u.email = ${claims.email}
      and (u.directory_account_id is null or u.directory_account_id = ${accountId}::bigint)
      and not exists (select from person_identity i where i.user_id = u.user_id and i.issuer = ${claims.issuer}
        and i.provider_account_id is not distinct from ${accountId}::bigint)
    order by u.directory_account_id nulls last limit 1`.execute(tx)
  const [known] = rows
  return known ? findUserAccess(tx, known.userId) : null
}

/** A caller known only to its own issuer, with the accounts and roles that the operator lets claims give. */
async function callerPrincipal(
  tx: ReadTx,
  claims: ExternalClaims,
  grant: { readonly accounts: readonly number[]; readonly roles: readonly Role[] },
): Promise<Principal | TokenRefused> {
  const wanted = grant.accounts.filter((id) => claims.allowedAccounts?.includes(id) ?? true)
  const { ids, admits, standing } = await existingAccounts(tx, wanted)
  if (ids.length === 0) return new TokenRefused('NO_ACCOUNT')
  const rights = rightsOf(grant.roles)
  const key = `external:${sha256(`${claims.issuer}\n${claims.subject}`).toString('base64url')}`
  const accounts = new Map(ids.map((id) => [id, rights] as const))
  const who = { kind: 'API_CLIENT', id: externalCallerId, name: claims.name, key } as const
  // Claims name roles and accounts, not units.
  const units = new Map(ids.map((id) => [id, 'ALL'] as const))
  const { jti, expiresAt } = claims
  return { ...who, accounts, units, admits, standing, ...neverAsked, jti, expiresAt }
}

/** A service of the account, which its provider knows and we do not: with mapped roles only, never the default one. */
async function machinePrincipal(
  tx: ReadTx,
  { provider }: Taker,
  { claims, signed }: Presented,
): Promise<Principal | TokenRefused> {
  const accountId = provider?.accountId ?? null
  if (!provider?.tokens.machines || accountId === null) return new TokenRefused('UNKNOWN_PERSON', accountId)
  const values = readWords(readClaim(signed.payload, provider.oidc.claims.roles))
  const roles = mapRoles({ mapping: provider.roles.mapping, defaultRole: null }, values)
  if (roles.length === 0) return new TokenRefused('NO_ROLE', accountId)
  return callerPrincipal(tx, claims, { accounts: [accountId], roles })
}

// A caller known only to its own issuer has no row here; ids of rows start at 1.
const externalCallerId = 0
