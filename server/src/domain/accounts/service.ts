import type { Db } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import type { TokenIdentity } from './access-token.ts'
import { createAddressRefusals, type NoteRefusal } from './address-refusals.ts'
import { createAuthenticator, type Authenticator } from './authenticator.ts'
import { createCookieJar, type CookieJar } from './cookies.ts'
import type { ExternalIssuerConfig } from './external-claims.ts'
import { createExternalIssuer } from './external-issuer.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { createOidcSignIn, type OidcSignIn, type OidcSignInConfig } from './oidc-sign-in.ts'
import type { SecurityLog } from './security-log.ts'
import { createPasswordLinks, type PasswordLinks } from './set-password.ts'
import { createThrottle, type Throttle, type ThrottleOptions } from './throttle.ts'

export interface AccountsOptions {
  readonly db: Db
  readonly clock: Clock
  /** 32 bytes that only this installation has; kept outside the database. */
  readonly secretKey: Uint8Array
  /** Where clients reach us, without a trailing slash; also the name of our issuer. */
  readonly publicUrl: string
  readonly audience?: string
  readonly externalIssuers?: readonly ExternalIssuerConfig[]
  readonly oidcSignIn?: OidcSignInConfig | null
  readonly signInThrottle?: ThrottleOptions
  readonly log: SecurityLog
}

/** What the routes and commands of this folder share. */
export interface AccountsService {
  readonly db: Db
  readonly clock: Clock
  readonly publicUrl: string
  readonly identity: TokenIdentity
  readonly keyring: Keyring
  readonly authenticator: Authenticator
  readonly links: PasswordLinks
  readonly throttle: Throttle
  readonly cookies: CookieJar
  readonly oidc: OidcSignIn | null
  readonly log: SecurityLog
  readonly noteRefusal: NoteRefusal
}

export const oidcCallbackPath = '/auth/oidc/callback'
export const defaultAudience = 'vigie'
const signInThrottle: ThrottleOptions = { burst: 10, refillMs: 60_000 }

export function createAccounts(options: AccountsOptions): AccountsService {
  const { db, clock, secretKey, publicUrl, log } = options
  const identity = { issuer: publicUrl, audience: options.audience ?? defaultAudience }
  const keyring = createKeyring({ db, clock, secretKey })
  const externalIssuers = (options.externalIssuers ?? []).map((config) => createExternalIssuer(config, clock))
  const redirectUri = `${publicUrl}${oidcCallbackPath}`
  return {
    db,
    clock,
    publicUrl,
    identity,
    keyring,
    authenticator: createAuthenticator({ db, clock, keyring, identity, externalIssuers }),
    links: createPasswordLinks(secretKey, clock),
    throttle: createThrottle(clock, options.signInThrottle ?? signInThrottle),
    cookies: createCookieJar(publicUrl),
    oidc: options.oidcSignIn ? createOidcSignIn(options.oidcSignIn, { clock, secretKey, redirectUri }) : null,
    log,
    noteRefusal: createAddressRefusals({ db, clock, log }),
  }
}
