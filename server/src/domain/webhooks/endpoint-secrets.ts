import { deriveKey, seal, unseal } from '../accounts/index.ts'

interface EndpointKey {
  readonly accountId: number
  readonly endpointId: number
}

/** Secrets as the database keeps them: sealed, and bound to their endpoint. */
export interface EndpointSecrets {
  close(endpoint: EndpointKey, secret: string): Buffer
  open(endpoint: EndpointKey, sealed: Buffer): string
}

export const endpointPurpose = 'webhook secrets'
export const endpointLabel = ({ accountId, endpointId }: EndpointKey) => `${accountId}:${endpointId}`

export function createEndpointSecrets(secretKey: Uint8Array): EndpointSecrets {
  const key = deriveKey(secretKey, endpointPurpose)
  return {
    close: (endpoint, secret) => seal(key, endpointLabel(endpoint), Buffer.from(secret)),
    open: (endpoint, sealed) => {
      const plain = unseal(key, endpointLabel(endpoint), sealed)
      if (!plain) throw new Error('The secret of a webhook was sealed with another secret key.')
      return plain.toString()
    },
  }
}
