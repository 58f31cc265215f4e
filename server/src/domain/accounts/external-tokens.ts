import type { JWTPayload } from 'jose'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import type { Clock, SecurityLog } from '../../platform/kernel/index.ts'
import { BoundedCache } from './bounded-cache.ts'
import { readAccounts, type ExternalIssuerConfig } from './external-claims.ts'
import { createExternalIssuer, type ExternalIssuer } from './external-issuer.ts'
import { providersOfIssuer } from './identity-provider/identity-provider.queries.ts'
import type { IdentityProviders } from './identity-provider/identity-providers.ts'
import { toProvider, type AccountProvider } from './identity-provider/provider-settings.ts'
import { createIssuerFetch, hostOfIssuer, requireSafeIssuer } from './outside-fetch.ts'
import { answerTo, TokenRefused, type TokenCause } from './token-refusal.ts'
import type { TokenHead } from './token-rules.ts'

/** A token that its issuer signed. Whose it is, and where it is good, is another question. */
export interface SignedToken {
  readonly head: TokenHead
  readonly payload: JWTPayload
  readonly token: string
}

/** Somebody who takes tokens of an issuer: the installation, or one account. */
export interface Taker {
  readonly config: ExternalIssuerConfig
  /** Null for the installation. */
  readonly provider: AccountProvider | null
}

export interface ExternalTokens {
  /** Throws `TokenRefused`. */
  verify(token: string, head: TokenHead): Promise<SignedToken>
  /** Those who take this very token, as the settings are now. Throws `TokenRefused`. */
  takersOf(tx: ReadTx, signed: SignedToken): Promise<Taker[]>
  /** Writes the cause to the log, and returns what the caller is told instead. */
  refuse(error: unknown, issuer: string): unknown
}

interface TokensDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: SecurityLog
  readonly providers: IdentityProviders
  readonly issuers: readonly ExternalIssuerConfig[]
}

const defaultTypes = ['at+jwt', 'JWT']
const symmetric = /^(HS|none$)/i

export function createExternalTokens({ db, clock, log, providers, issuers }: TokensDeps): ExternalTokens {
  for (const config of issuers) requireSafeConfig(config)
  const keys = new BoundedCache<ExternalIssuer>(clock, { maxEntries: 1_000, maxAgeMs: 24 * 60 * 60_000 })
  const keysOf = (issuer: string): ExternalIssuer => {
    const known = keys.get(issuer)
    if (known) return known
    const own = issuers.find((config) => config.issuer === issuer)
    const fetch = own ? createIssuerFetch([hostOfIssuer(issuer), ...providers.allowedHosts]) : providers.fetch
    const made = createExternalIssuer(issuer, { clock, fetch, jwksUri: own?.jwksUri })
    keys.set(issuer, made)
    return made
  }
  const takersOf = async (tx: ReadTx, head: TokenHead, payload: JWTPayload): Promise<Taker[]> => {
    const all = await allTakers(tx, { issuers, providers }, head.issuer)
    return requireTakers(all, head, payload)
  }
  return {
    async verify(token, head) {
      // What the token says of its audience is not believed yet; it only spares the issuer the question.
      const takers = await db.system((tx) => takersOf(tx, head, head.payload))
      const algorithms = new Set(takers.flatMap(({ config }) => config.algorithms))
      return { head, token, payload: await keysOf(head.issuer).verify(token, [...algorithms]) }
    },
    takersOf: (tx, { head, payload }) => takersOf(tx, head, payload),
    refuse(error, issuer) {
      if (!(error instanceof TokenRefused)) return error
      const { why: cause, accountId } = error
      // An issuer nobody named is a stranger's text; of the others the host says enough.
      const host = cause === 'UNKNOWN_ISSUER' ? null : new URL(issuer).host
      log('TOKEN_REFUSED', { cause, issuer: host, accountId })
      return answerTo(error)
    },
  }
}

function requireSafeConfig({ issuer, algorithms }: ExternalIssuerConfig): void {
  if (algorithms.length === 0 || algorithms.some((name) => symmetric.test(name))) {
    throw new Error(`The issuer ${issuer} must be given asymmetric signature algorithms.`)
  }
  requireSafeIssuer(issuer)
}

async function allTakers(
  tx: ReadTx,
  { issuers, providers }: Pick<TokensDeps, 'issuers' | 'providers'>,
  issuer: string,
): Promise<Taker[]> {
  const own = issuers.filter((config) => config.issuer === issuer)
  const stored = await providersOfIssuer(tx, issuer)
  return [
    ...own.map((config) => ({ config, provider: null })),
    ...stored.map((row) => {
      const provider = toProvider(row, providers.secrets)
      return { config: configOf(provider), provider }
    }),
  ]
}

function configOf({ accountId, oidc, tokens }: AccountProvider): ExternalIssuerConfig {
  const { subject, email, name, trustUnverifiedEmail, secondFactor } = oidc.claims
  return {
    issuer: oidc.issuer,
    audience: tokens.audience ?? '',
    algorithms: tokens.algorithms,
    tokenTypes: tokens.types,
    trustUnverifiedEmail,
    secondFactor,
    accounts: [accountId],
    accountClaim: tokens.accountClaim,
    claimMapping: { subject, email, name },
  }
}

/** Of several faults the one that is furthest along says most. */
const order: readonly TokenCause[] = ['WRONG_AUDIENCE', 'WRONG_TYPE', 'WRONG_ALGORITHM', 'NO_ACCOUNT']

function requireTakers(all: readonly Taker[], head: TokenHead, payload: JWTPayload): Taker[] {
  if (all.length === 0) throw new TokenRefused('UNKNOWN_ISSUER')
  const faults: { cause: TokenCause; accountId: number | null }[] = []
  const takers = all.filter((taker) => {
    const cause = faultOf(taker.config, head, payload)
    if (cause !== null) faults.push({ cause, accountId: taker.provider?.accountId ?? null })
    return cause === null
  })
  if (takers.length > 0) return takers
  const [worst] = faults.toSorted((a, b) => order.indexOf(b.cause) - order.indexOf(a.cause))
  throw new TokenRefused(worst?.cause ?? 'WRONG_AUDIENCE', worst?.accountId ?? null)
}

function faultOf(config: ExternalIssuerConfig, head: TokenHead, payload: JWTPayload): TokenCause | null {
  const audiences: unknown[] = [payload.aud].flat()
  if (!audiences.includes(config.audience)) return 'WRONG_AUDIENCE'
  const types = (config.tokenTypes ?? defaultTypes).map((type) => type.toLowerCase())
  // Without a type it is taken for a plain JWT, which is what leaving it out says.
  if (!types.includes(head.type ?? 'jwt')) return 'WRONG_TYPE'
  if (!config.algorithms.includes(head.algorithm)) return 'WRONG_ALGORITHM'
  if (!config.accountClaim) return null
  const named = readAccounts(payload, config.accountClaim)
  return config.accounts?.some((id) => named.includes(id)) ? null : 'NO_ACCOUNT'
}
