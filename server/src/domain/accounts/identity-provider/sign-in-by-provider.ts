import { AppError } from '../../../platform/kernel/index.ts'
import type { AccountsService } from '../service.ts'
import { continueSignIn, type SignInOutcome } from '../second-factor/sign-in-steps.ts'
import type { Arrival } from '../session-list/devices.ts'
import { admitByInstallation } from './admit-by-installation.ts'
import { admitPerson } from './admit-person.ts'
import type { Journey } from './journeys.ts'
import type { OidcClient } from './oidc-client.ts'
import type { AccountProvider } from './provider-settings.ts'
import type { Identity } from './read-claims.ts'
import { SignInRefused } from './sign-in-refusal.ts'

/** Where a journey leads: through the provider of an account, or the one of the installation. */
export interface Destination {
  readonly client: OidcClient
  readonly provider: AccountProvider | null
}

/** An account without a provider in force looks like one that does not exist. */
export async function findDestination(
  { providers }: AccountsService,
  accountId: number | null,
): Promise<Destination> {
  if (accountId === null) {
    if (!providers.installation) throw new SignInRefused('NO_PROVIDER')
    return { client: providers.installation, provider: null }
  }
  const provider = await providers.find(accountId)
  if (!provider?.isInForce) throw new SignInRefused('NO_PROVIDER')
  return { client: providers.clientOf(provider), provider }
}

/** Sends a browser away, with what it must bring back. */
export async function beginJourney(
  service: AccountsService,
  { accountId, returnTo }: { readonly accountId: number | null; readonly returnTo: string },
): Promise<{ location: string; journey: string }> {
  return leaveFor(service, { accountId, returnTo, proof: null })
}

/** To the provider, for a sign-in or for a proof. */
export async function leaveFor(
  service: AccountsService,
  { accountId, returnTo, proof }: Pick<Journey, 'accountId' | 'returnTo' | 'proof'>,
): Promise<{ location: string; journey: string }> {
  const { client, provider } = await findDestination(service, accountId)
  const { location, checks } = await client.leave(proof !== null)
  const settingsVersion = provider?.settingsVersion ?? 0
  const journey = { ...checks, returnTo, accountId, settingsVersion, trialId: null, proof }
  return { location, journey: service.providers.journeys.seal(journey) }
}

/** Whom the provider vouches for at the end of a journey. Throws `SignInRefused`. */
export async function returnFrom(
  service: AccountsService,
  { journey, callback }: Pick<Return, 'journey' | 'callback'>,
): Promise<{ provider: AccountProvider | null; identity: Identity }> {
  const { client, provider } = await findDestination(service, journey.accountId)
  if (provider && provider.settingsVersion !== journey.settingsVersion) {
    throw new SignInRefused('STATE_MISMATCH', 'The settings of the provider changed meanwhile.')
  }
  const { identity } = await client.comeBack(callback, journey)
  return { provider, identity }
}

interface Return {
  readonly journey: Journey
  readonly callback: URL
  readonly arrival: Arrival
}

/** Tokens, or the question for a second factor. Throws `SignInRefused`. */
export async function signInByProvider(
  service: AccountsService,
  { journey, callback, arrival }: Return,
): Promise<{ userId: number; outcome: SignInOutcome }> {
  const { provider, identity } = await returnFrom(service, { journey, callback })
  const { origin } = arrival
  const userId = await service.db.system((tx) =>
    provider
      ? admitPerson(tx, { accountId: provider.accountId, identity, roles: provider.roles, origin })
      : admitByInstallation(tx, identity),
  )
  const secondFactor = identity.secondFactor ? ('PROVIDER' as const) : null
  const { provedAt } = identity
  const means = { arrival, secondFactor, confinedTo: journey.accountId, provedAt }
  const outcome = await continueSignIn(service, userId, means).catch(asRefusedAddress)
  if (!outcome) throw new SignInRefused('SUSPENDED')
  return { userId, outcome }
}

/** A browser that comes back from the provider is told on a page, not by a problem document. */
function asRefusedAddress(error: unknown): never {
  if (error instanceof AppError && error.code === 'ADDRESS_NOT_ALLOWED') {
    throw new SignInRefused('ADDRESS_NOT_ALLOWED')
  }
  throw error
}
