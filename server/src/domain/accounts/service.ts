import type { Db } from '../../platform/db/index.ts'
import type { Clock, SecurityLog } from '../../platform/kernel/index.ts'
import type { AllowedHost } from '../../platform/outgoing/index.ts'
import type { TokenIdentity } from './access-token.ts'
import { createAddressRefusals, type NoteRefusal } from './address-refusals.ts'
import { signInLimits, type SignInGuard, type SignInLimits } from './admit-sign-in.ts'
import { createBudgetKeys } from './attempt-budgets.ts'
import { createAuthenticator, type Authenticator } from './authenticator.ts'
import { createClientBudget, type ClientBudget } from './client-budget.ts'
import { createCookieJar, type CookieJar } from './cookies.ts'
import type { ExternalIssuerConfig } from './external-claims.ts'
import { createExternalTokens } from './external-tokens.ts'
import {
  createIdentityProviders,
  type IdentityProviders,
  type OidcSignInConfig,
} from './identity-provider/identity-providers.ts'
import { createKeyring, type Keyring } from './keyring.ts'
import { createFailedSignIns, type FailedSignIns } from './record-sign-in.ts'
import { createFactorTools, type FactorTools } from './second-factor/factor-tools.ts'

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
  /** Hosts, of the operator's own network or the machine itself, that accounts may name as their provider. */
  readonly providerHosts?: readonly AllowedHost[]
  readonly signInLimits?: SignInLimits
  readonly log: SecurityLog
}

/** What the routes and commands of this folder share. */
export interface AccountsService extends SignInGuard {
  readonly publicUrl: string
  readonly identity: TokenIdentity
  readonly keyring: Keyring
  readonly authenticator: Authenticator
  readonly clientBudget: ClientBudget
  readonly cookies: CookieJar
  readonly providers: IdentityProviders
  readonly factorTools: FactorTools
  readonly failures: FailedSignIns
  readonly noteRefusal: NoteRefusal
}

export const oidcCallbackPath = '/auth/oidc/callback'
export const defaultAudience = 'vigie'

export function createAccounts(options: AccountsOptions): AccountsService {
  const { db, clock, secretKey, publicUrl, log } = options
  const identity = { issuer: publicUrl, audience: options.audience ?? defaultAudience }
  const budgetKeys = createBudgetKeys(secretKey)
  const keyring = createKeyring({ db, clock, secretKey })
  const { externalIssuers = [], oidcSignIn = null, providerHosts = [] } = options
  const redirectUri = `${publicUrl}${oidcCallbackPath}`
  const providers = createIdentityProviders({ db, clock, secretKey, redirectUri, oidcSignIn, providerHosts })
  const tokens = createExternalTokens({ db, clock, log, providers, issuers: externalIssuers })
  return {
    db,
    clock,
    publicUrl,
    identity,
    keyring,
    authenticator: createAuthenticator({ db, clock, keyring, identity, tokens }),
    budgetKeys,
    signInLimits: options.signInLimits ?? signInLimits,
    clientBudget: createClientBudget({ db, clock, budgetKeys }),
    cookies: createCookieJar(publicUrl),
    factorTools: createFactorTools(secretKey, publicUrl),
    providers,
    failures: createFailedSignIns({ db, clock, onFault: () => log('JOURNAL_FAILED', {}) }),
    log,
    noteRefusal: createAddressRefusals({ db, clock, budgetKeys, log }),
  }
}
