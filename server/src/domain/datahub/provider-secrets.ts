import { deriveKey, seal, unseal } from '../accounts/index.ts'
import type { Provider } from './providers.ts'

interface Place {
  readonly accountId: number
  readonly provider: Provider
}

/** What we show to a provider, and what it shows to us; as the database keeps them. */
export interface ProviderSecrets {
  /** Bound to where it is sent: under another address it cannot be opened. */
  closeAuth(place: Place & { origin: string }, value: string): Buffer
  openAuth(place: Place & { origin: string }, sealed: Buffer): string | null
  closePush(place: Place, secret: string): Buffer
  openPush(place: Place, sealed: Buffer): string | null
}

export function createProviderSecrets(secretKey: Uint8Array): ProviderSecrets {
  const auth = deriveKey(secretKey, 'data hub credentials')
  const push = deriveKey(secretKey, 'data hub push secrets')
  const label = ({ accountId, provider }: Place, origin = '') => `${accountId}:${provider}:${origin}`
  return {
    closeAuth: (place, value) => seal(auth, label(place, place.origin), Buffer.from(value)),
    openAuth: (place, sealed) => unseal(auth, label(place, place.origin), sealed)?.toString() ?? null,
    closePush: (place, secret) => seal(push, label(place), Buffer.from(secret)),
    openPush: (place, sealed) => unseal(push, label(place), sealed)?.toString() ?? null,
  }
}
