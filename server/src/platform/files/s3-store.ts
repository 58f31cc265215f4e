import type { S3Client } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { certificates } from '../metrics/index.ts'
import { attachmentDisposition } from './content-disposition.ts'
import { meterBody } from './metered-body.ts'
import {
  assertRange,
  isObjectKey,
  ObjectNotFound,
  parseObjectKey,
  StoreUnavailable,
  type ByteRange,
  type ListedObject,
  type ObjectStore,
  type PresignOptions,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'
import { checkBucket } from './s3-check.ts'
import { asS3StoreError, guardStall } from './s3-faults.ts'

export interface S3StoreOptions {
  endpoint?: string
  region: string
  bucket: string
  /** Folder-like start of every key, with or without its final slash. */
  prefix?: string
  /** Without them the SDK's own chain finds the credentials (environment, profile, instance role). */
  accessKeyId?: string
  secretAccessKey?: string
  forcePathStyle?: boolean
}

const partBytes = 8 * 1024 * 1024
const attempts = 3
const requestTimeoutMs = 60_000
const stallTimeoutMs = 30_000

/** The SDK takes a tenth of a second and tens of megabytes to load: only a start with S3 configured pays. */
async function loadSdk() {
  const [s3, storage, presigner] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-request-presigner'),
  ])
  return { ...s3, Upload: storage.Upload, getSignedUrl: presigner.getSignedUrl }
}

interface Connection {
  sdk: Awaited<ReturnType<typeof loadSdk>>
  client: S3Client
  bucket: string
  prefix: string
  region: string
  endpoint: string | null
}

export async function s3Store(options: S3StoreOptions): Promise<ObjectStore> {
  const sdk = await loadSdk()
  const prefix = options.prefix ? `${options.prefix.replace(/\/+$/, '')}/` : ''
  const { bucket, region, endpoint = null } = options
  const to: Connection = { sdk, client: connect(sdk, options), bucket, prefix, region, endpoint }
  return {
    put: (key, body, putOptions) => put(to, key, body, putOptions),
    get: (key, range) => get(to, key, range),
    head: (key) => head(to, key),
    delete: async (key) => {
      const target = targetOf(to, key)
      await withS3Faults(key, () => to.client.send(new sdk.DeleteObjectCommand(target))).catch(ignoreNotFound)
    },
    list: ({ olderThan }) => list(to, olderThan),
    presignGet: (key, presignOptions) => presign(to, key, presignOptions),
    check: (checkOptions) => checkBucket(to, checkOptions),
    close: async () => to.client.destroy(),
  }
}

function connect(sdk: Connection['sdk'], options: S3StoreOptions): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle = false } = options
  return new sdk.S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== undefined && { endpoint }),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    // Many stores refuse the checksums the SDK adds by default; the service keeps a SHA-256 of its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: 200 },
      httpsAgent: { maxSockets: 200, checkServerIdentity: certificates.checker('store') },
    },
  })
}

function targetOf(to: Connection, key: string) {
  parseObjectKey(key)
  return { Bucket: to.bucket, Key: to.prefix + key }
}

async function put(to: Connection, key: string, body: Readable, options: PutOptions): Promise<StoredObject> {
  const target = targetOf(to, key)
  const metered = meterBody(body, options)
  const upload = new to.sdk.Upload({
    client: to.client,
    params: {
      ...target,
      Body: Readable.from(metered.chunks, { objectMode: false }),
      ContentType: options.contentType ?? 'application/octet-stream',
    },
    partSize: partBytes,
    queueSize: 2,
  })
  try {
    await upload.done()
    return metered.measured()
  } catch (error) {
    // The SDK gives up its parts when one of them fails, but not when the final assembly does.
    if (upload.uploadId !== undefined) {
      const command = new to.sdk.AbortMultipartUploadCommand({ ...target, UploadId: upload.uploadId })
      await to.client.send(command).catch(() => {})
    }
    const fault = metered.inputFault()
    throw fault ? fault.error : asS3StoreError(error, key)
  }
}

async function get(to: Connection, key: string, range?: ByteRange): Promise<Readable> {
  const target = targetOf(to, key)
  if (range) assertRange(key, range)
  const Range = range && `bytes=${range.start}-${range.end ?? ''}`
  const command = new to.sdk.GetObjectCommand({ ...target, ...(Range !== undefined && { Range }) })
  const { Body } = await withS3Faults(key, () => to.client.send(command))
  if (!(Body instanceof Readable)) throw new StoreUnavailable(new Error('the answer has no body'))
  return guardStall(Body, stallTimeoutMs)
}

async function head(to: Connection, key: string): Promise<{ size: number } | null> {
  const command = new to.sdk.HeadObjectCommand(targetOf(to, key))
  const found = await withS3Faults(key, () => to.client.send(command)).catch(ignoreNotFound)
  return found ? { size: found.ContentLength ?? 0 } : null
}

async function* list(to: Connection, olderThan?: Date): AsyncGenerator<ListedObject> {
  const query = { Bucket: to.bucket, Prefix: to.prefix }
  try {
    for await (const page of to.sdk.paginateListObjectsV2({ client: to.client }, query)) {
      for (const { Key = '', LastModified: modifiedAt } of page.Contents ?? []) {
        const key = Key.slice(to.prefix.length)
        if (!modifiedAt || !isObjectKey(key)) continue
        if (!olderThan || modifiedAt < olderThan) yield { key, modifiedAt }
      }
    }
  } catch (error) {
    throw asS3StoreError(error)
  }
}

async function presign(to: Connection, key: string, options: PresignOptions): Promise<string> {
  const command = new to.sdk.GetObjectCommand({
    ...targetOf(to, key),
    ResponseContentDisposition: attachmentDisposition(options.filename),
    ResponseContentType: options.contentType,
  })
  return await withS3Faults(key, () =>
    to.sdk.getSignedUrl(to.client, command, { expiresIn: options.expiresInSeconds }),
  )
}

async function withS3Faults<T>(key: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw asS3StoreError(error, key)
  }
}

function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof ObjectNotFound)) throw error
}
