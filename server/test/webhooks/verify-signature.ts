import { webcrypto } from 'node:crypto'
import type { Received } from './receiver.ts'

/** Written from the text of Standard Webhooks, apart from the product: true when one of the signatures holds. */
export async function isSigned({ headers, body }: Received, secret: string): Promise<boolean> {
  const raw = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (character) => character.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const id = String(headers['webhook-id'])
  const seconds = String(headers['webhook-timestamp'])
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`)
  for (const versioned of String(headers['webhook-signature']).split(' ')) {
    const [version, text = ''] = versioned.split(',')
    const signature = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    if (version === 'v1' && (await webcrypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}
