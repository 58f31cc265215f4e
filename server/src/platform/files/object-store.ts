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
  /** Rejects with StoreFull or StoreUnavailable when the store could not take an object now. */
  check(): Promise<void>
  close(): Promise<void>
}
