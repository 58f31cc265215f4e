import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { AppError, type Clock, type Scope } from '../kernel/index.ts'

export type Position = readonly (string | number | null)[]

/** What the list was asked for: a cursor of one list must not continue another. */
export type Filters = Readonly<Record<string, unknown>>

export interface Cursors {
  seal(scope: Pick<Scope, 'accountId'>, filters: Filters, position: Position): string
  open(scope: Pick<Scope, 'accountId'>, filters: Filters, cursor: string): Position
}

const lifeSeconds = 24 * 3600
const ivBytes = 12
const tagBytes = 16

/** Opaque and bound: encrypted, one day long, good for one account and one set of filters. */
export function createCursors(secret: Buffer, clock: Clock): Cursors {
  const key = createHash('sha256').update('page cursor').update(secret).digest()
  const now = () => Math.floor(clock.now().getTime() / 1000)
  return {
    seal(scope, filters, position) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(binding(scope, filters))
      const text = JSON.stringify([now() + lifeSeconds, ...position])
      return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    open(scope, filters, cursor) {
      const [expiry, ...position] = decrypt(key, binding(scope, filters), cursor)
      if (typeof expiry !== 'number' || expiry < now()) throw new AppError('PAGE_TOKEN_INVALID')
      return position
    },
  }
}

function decrypt(key: Buffer, aad: Buffer, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  // Longer than any position we make: not ours, and not worth decrypting.
  if (bytes.length <= ivBytes + tagBytes || bytes.length > 4096) throw new AppError('PAGE_TOKEN_INVALID')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(aad).setAuthTag(bytes.subarray(-tagBytes))
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
    return JSON.parse(text.toString()) as Position
  } catch {
    throw new AppError('PAGE_TOKEN_INVALID')
  }
}

function binding(scope: Pick<Scope, 'accountId'>, filters: Filters): Buffer {
  const ordered = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([scope.accountId, ordered]))
    .digest()
}
