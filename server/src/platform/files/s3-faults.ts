import { Readable } from 'node:stream'
import {
  ObjectNotFound,
  ObjectStoreError,
  RangeNotSatisfiable,
  StoreFull,
  StoreUnavailable,
} from './object-store.ts'

/** How stores that speak S3 say that a quota or a disk is full: Swift 413, MinIO and Ceph 507 or a name. */
const fullStatuses = new Set([413, 507])
const fullNames = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded'])

interface S3Fault {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

export function asS3StoreError(error: unknown, key = ''): ObjectStoreError {
  if (error instanceof ObjectStoreError) return error
  const { name = '', $metadata } = error as S3Fault
  const status = $metadata?.httpStatusCode ?? 0
  if (name === 'NoSuchKey' || (status === 404 && name === 'NotFound')) return new ObjectNotFound(key)
  if (status === 416) return new RangeNotSatisfiable(key)
  if (fullStatuses.has(status) || fullNames.has(name)) return new StoreFull(error)
  return new StoreUnavailable(error)
}

/**
 * The SDK's time-outs end at the response's head. This one covers the body, and only while the reader waits for
 * the store: a slow reader is not the store's fault.
 */
export function guardStall(body: Readable, stallMs: number): Readable {
  const arm = () => setTimeout(() => body.destroy(new Error(`no byte for ${stallMs} ms`)), stallMs)
  async function* read(): AsyncGenerator<Buffer> {
    let timer = arm()
    try {
      for await (const chunk of body) {
        clearTimeout(timer)
        yield chunk as Buffer
        timer = arm()
      }
    } catch (error) {
      throw asS3StoreError(error)
    } finally {
      clearTimeout(timer)
    }
  }
  return Readable.from(read(), { objectMode: false })
}
