import { Readable } from 'node:stream'
import type { Db } from '../../db/index.ts'
import { wholeAccount, type AccountScope } from '../../kernel/index.ts'
import {
  assertRange,
  FileKeyMissing,
  parseObjectKey,
  RangeNotSatisfiable,
  StoreUnavailable,
  type ByteRange,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from '../object-store.ts'
import { FileIntegrityFailure } from '../verified-stream.ts'
import {
  addSealed,
  currentKeyId,
  findSealed,
  removeSealed,
  requireCurrent,
  type SealedFile,
} from './file-keys.queries.ts'
import { decryptSegments, encryptSegments, newFileSecret, secretBytes, spanOf } from './segments.ts'

/** The keys under which the secrets of files are sealed, by their ids. */
export interface FileKeys {
  /** The key that should be current: the first the operator gave, or null where they gave none. */
  preferredId(): Promise<string | null>
  /** A key of the installation that was never used. */
  newId(): string
  knows(keyId: string): Promise<boolean>
  /** Rejects with FileKeyMissing for a key that is not known here. */
  seal(keyId: string, label: string, plain: Uint8Array): Promise<Buffer>
  /** Null when it was sealed with another key or label, or has been altered. */
  unseal(keyId: string, label: string, sealed: Uint8Array): Promise<Buffer | null>
}

interface Parts {
  readonly inner: ObjectStore
  readonly db: Db
  readonly keys: FileKeys
  /** Whether new objects are encrypted; those that are can be read either way. */
  readonly encrypting: boolean
}

const sealAttempts = 3

/**
 * Keeps objects encrypted in another store. The secret of each is in the database, sealed and bound to the object's
 * key; an object without one is plain. A key is put once: two puts of one key at once would leave it unreadable.
 */
export function createEncryptedStore(parts: Parts): ObjectStore {
  const { inner, db, encrypting } = parts
  const find = (key: string) => db.read(accountOf(key), (tx) => findSealed(tx, accountOf(key), key))
  return {
    put: (key, body, options) =>
      encrypting ? putEncrypted(parts, key, body, options) : inner.put(key, body, options),
    get: async (key, range) => {
      const sealed = await find(key)
      return sealed ? getDecrypted(parts, sealed, range) : inner.get(key, range)
    },
    head: async (key) => {
      const [sealed, found] = [await find(key), await inner.head(key)]
      return sealed && found ? { size: sealed.size } : found
    },
    delete: async (key) => {
      const account = accountOf(key)
      await inner.delete(key)
      await db.write(account, (tx) => removeSealed(tx, account, key))
    },
    list: (options) => inner.list(options),
    presignGet: async (key, options) => {
      const isPlain = (await find(key)) === null
      return isPlain && !encrypting ? inner.presignGet(key, options) : null
    },
    check: (options) => inner.check(options),
    close: () => inner.close(),
  }
}

function accountOf(key: string): AccountScope {
  return wholeAccount(Number(parseObjectKey(key).account))
}

/** What a secret is sealed for: moved to another object, it does not open. */
export const labelOf = (objectKey: string) => `file ${objectKey}`

async function putEncrypted(
  { inner, db, keys }: Parts,
  objectKey: string,
  body: Readable,
  options: PutOptions,
): Promise<StoredObject> {
  const account = accountOf(objectKey)
  const secret = newFileSecret()
  // Before the bytes, which would come for nothing if the key were not at hand.
  let sealed = await sealUnderCurrent({ db, keys }, objectKey, secret)
  const encode = (chunks: AsyncIterable<Buffer>) => encryptSegments(chunks, { secret, objectKey })
  const stored = await inner.put(objectKey, body, { ...options, encode })
  try {
    for (let attempt = 1; ; attempt += 1) {
      const file = { objectKey, size: stored.size, ...sealed }
      if (await db.write(account, (tx) => addSealed(tx, account, file))) return stored
      if (attempt === sealAttempts) throw new StoreUnavailable(new Error('the current key keeps changing'))
      sealed = await sealUnderCurrent({ db, keys }, objectKey, secret)
    }
  } catch (error) {
    // Nobody can read it; should this fail too, the sweep finds it.
    await inner.delete(objectKey).catch(() => {})
    throw error
  }
}

async function sealUnderCurrent(
  { db, keys }: Pick<Parts, 'db' | 'keys'>,
  objectKey: string,
  secret: Uint8Array,
): Promise<Pick<SealedFile, 'keyId' | 'sealedSecret'>> {
  const known = await db.system((tx) => currentKeyId(tx))
  const keyId = known ?? (await beginWith({ db, keys }))
  return { keyId, sealedSecret: await keys.seal(keyId, labelOf(objectKey), secret) }
}

async function beginWith({ db, keys }: Pick<Parts, 'db' | 'keys'>): Promise<string> {
  const keyId = (await keys.preferredId()) ?? keys.newId()
  return db.system((tx) => requireCurrent(tx, keyId))
}

export async function openSecret(
  keys: FileKeys,
  { objectKey, keyId, sealedSecret }: SealedFile,
): Promise<Buffer> {
  const secret = await keys.unseal(keyId, labelOf(objectKey), sealedSecret)
  if (secret?.length !== secretBytes) throw new FileKeyMissing(keyId)
  return secret
}

async function getDecrypted(
  { inner, keys }: Parts,
  sealed: SealedFile,
  range?: ByteRange,
): Promise<Readable> {
  const { objectKey, size } = sealed
  if (range) assertRange(objectKey, range)
  if (range && range.start >= size) throw new RangeNotSatisfiable(objectKey)
  const secret = await openSecret(keys, sealed)
  const span = spanOf(size, range ?? { start: 0 })
  const encrypted = span.isWhole ? inner.get(objectKey) : inner.get(objectKey, span.stored)
  const body = await encrypted.catch((error: unknown) => {
    // The range fits what was stored, so the object must have shrunk.
    throw error instanceof RangeNotSatisfiable ? new FileIntegrityFailure(`object ${objectKey}`) : error
  })
  const plain = Readable.from(decryptSegments(body, { secret, objectKey, size }, span), { objectMode: false })
  // A generator that nobody began runs no end of its own.
  return plain.once('close', () => body.destroy())
}
