import type { Clock } from '../../../platform/kernel/index.ts'
import { deriveKey, seal, unseal } from '../secrets.ts'
import type { Checks } from './oidc-client.ts'

/** What the browser keeps, sealed, between leaving for the provider and coming back. */
export interface Journey extends Checks {
  readonly returnTo: string
  /** Whose provider it leads through; null for the one of the installation. */
  readonly accountId: number | null
  /** Settings changed meanwhile are others: the journey ends. */
  readonly settingsVersion: number
  /** A trial of the settings signs nobody in. */
  readonly trialId: string | null
  /** Not to sign in, but to prove anew who sits at this session. */
  readonly proof: ProofAsked | null
}

export interface ProofAsked {
  readonly family: string
  /** Milliseconds; what was proved before does not count. */
  readonly leftAt: number
}

/** Leads an administrator's browser into a trial; good for nothing else. */
export interface TrialTicket {
  readonly accountId: number
  readonly trialId: string
}

export interface Journeys {
  seal(journey: Journey): string
  open(sealed: string): Journey | null
  sealTicket(ticket: TrialTicket): string
  openTicket(sealed: string): TrialTicket | null
}

export const journeySeconds = 10 * 60

export function createJourneys(clock: Clock, secretKey: Uint8Array): Journeys {
  const key = deriveKey(secretKey, 'oidc sign-in')
  const close = (label: string, value: object) => {
    const until = clock.now().getTime() + journeySeconds * 1000
    return seal(key, label, Buffer.from(JSON.stringify({ ...value, until }))).toString('base64url')
  }
  const open = (label: string, sealed: string): object | null => {
    const plain = unseal(key, label, Buffer.from(sealed, 'base64url'))
    const value = plain && (JSON.parse(plain.toString()) as { until: number })
    return value && value.until > clock.now().getTime() ? value : null
  }
  return {
    seal: (journey) => close('journey', journey),
    open: (sealed) => open('journey', sealed) as Journey | null,
    sealTicket: (ticket) => close('trial', ticket),
    openTicket: (sealed) => open('trial', sealed) as TrialTicket | null,
  }
}
