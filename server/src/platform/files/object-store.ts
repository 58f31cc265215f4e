import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

export interface StoredObject {
  size: number
  /** Lower-case hexadecimal. */
  sha256: string
  crc32: number
}

export interface PutOptions {
  maxBytes: number
  contentType?: string
  /** Aborting while bytes still arrive destroys the body and rejects with the signal's reason. */
  signal?: AbortSignal
  /** What is stored instead of the bytes that come: limit and measures are of the latter. */
  encode?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
}

/** Both ends are inclusive, as in HTTP. */
export interface ByteRange {
  start: number
  end?: number
}

export interface ListedObject {
  key: string
  modifiedAt: Date
}

export interface PresignOptions {
  expiresInSeconds: number
  filename: string
  contentType: string
}

export interface ObjectStore {
  /**
   * Resolves only once the bytes are durable. A fault of the body itself is rejected unchanged; too many
   * bytes reject with ObjectTooLarge. Whatever the fault, no part of the object becomes visible, and what
   * was not read stays in the body: the caller, who may still owe an answer on it, drains or destroys it.
   */
  put(key: string, body: Readable, options: PutOptions): Promise<StoredObject>
  /** Rejects with ObjectNotFound or RangeNotSatisfiable before any byte. The caller reads or destroys the stream. */
  get(key: string, range?: ByteRange): Promise<Readable>
  head(key: string): Promise<{ size: number } | null>
  /** Deleting what is not there succeeds. */
  delete(key: string): Promise<void>
  /** Every object last written before `olderThan` (all of them without it), in no particular order. */
  list(options: { olderThan?: Date }): AsyncIterable<ListedObject>
  /** Null when the store cannot hand out addresses of its own. */
  presignGet(key: string, options: PresignOptions): Promise<string | null>
  /**
   * Rejects with StoreFull or StoreUnavailable when the store could not take an object now. With `writes` it is tried in
   * earnest, as at a start.
   */
  check(options?: { writes?: boolean }): Promise<void>
  close(): Promise<void>
}

const keyPattern =
  /^([1-9][0-9]{0,15})\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

export function newObjectKey(accountId: number): string {
  const key = `${accountId}/${randomUUID()}`
  parseObjectKey(key)
  return key
}

export function isObjectKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Every driver goes through here first: a key it did not make can never become a path or an address. */
export function parseObjectKey(key: string): { account: string; uuid: string } {
  const [, account, uuid] = keyPattern.exec(key) ?? []
  if (account === undefined || uuid === undefined) throw new ObjectKeyInvalid()
  return { account, uuid }
}

export function assertRange(key: string, range: ByteRange): void {
  const { start, end = start } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeNotSatisfiable(key)
  }
} /** Base of every fault of a store, so that callers can tell them from faults of their own streams. */
export abstract class ObjectStoreError extends Error {
  override get name(): string {
    return this.constructor.name
  }
}

export class ObjectNotFound extends ObjectStoreError {
  constructor(key: string) {
    super(`The store has no object ${key}.`)
  }
}

export class ObjectTooLarge extends ObjectStoreError {
  readonly maxBytes: number
  constructor(maxBytes: number) {
    super(`The object exceeds ${maxBytes} bytes.`)
    this.maxBytes = maxBytes
  }
}

export class ObjectKeyInvalid extends ObjectStoreError {
  constructor() {
    super('The object key is not one this service makes.')
  }
}

export class RangeNotSatisfiable extends ObjectStoreError {
  constructor(key: string) {
    super(`Object ${key} has no byte in the range asked for.`)
  }
}

export class StoreFull extends ObjectStoreError {
  constructor(cause: unknown) {
    super('The object store has no room left.', { cause })
  }
}

export class StoreUnavailable extends ObjectStoreError {
  constructor(cause: unknown, sentence = 'The object store does not answer as it should.') {
    super(sentence, { cause })
  }
}

/** Nothing will change until somebody mends a setting or a right; the sentence says which. */
export class StoreMisconfigured extends StoreUnavailable {
  constructor(sentence: string, cause: unknown) {
    super(cause, sentence)
  }
}

export class FileKeyMissing extends ObjectStoreError {
  constructor(keyId: string) {
    super(`The key ${keyId}, which seals files, is not known here or is not the one they were sealed with.`)
  }
}
