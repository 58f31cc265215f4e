import type { S3Client } from '@aws-sdk/client-s3'
import { BackupFault } from './backup-fault.ts'
import type { BackupPlace, PlacedObject } from './place.ts'

export interface S3PlaceOptions {
  readonly endpoint: string | null
  readonly region: string
  readonly accessKeyId: string | null
  readonly secretAccessKey: string | null
  readonly forcePathStyle: boolean
}

const attempts = 5
const requestTimeoutMs = 120_000

/** Loaded when asked for: whoever keeps backups in a folder does not wait for it. */
const loadSdk = () => import('@aws-sdk/client-s3')

interface Bucket {
  readonly address: string
  readonly sdk: Awaited<ReturnType<typeof loadSdk>>
  readonly client: S3Client
  readonly bucket: string
  readonly prefix: string
}

/** Of `s3://bucket/folder`. */
export async function s3Place(address: string, options: S3PlaceOptions): Promise<BackupPlace> {
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(address) ?? []
  if (bucket === '') throw new BackupFault(`${address} names no bucket; write s3://bucket/folder.`)
  const sdk = await loadSdk()
  const prefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`
  const to: Bucket = { address, sdk, client: connect(sdk, options), bucket, prefix }
  const target = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  return {
    address,
    put: async (name, bytes) =>
      void (await send(to, () =>
        to.client.send(
          new sdk.PutObjectCommand({ ...target(name), Body: bytes, ContentLength: bytes.length }),
        ),
      )),
    get: async (name) => {
      const found = await send(to, () => to.client.send(new sdk.GetObjectCommand(target(name))))
      const bytes = await send(to, async () => found?.Body?.transformToByteArray() ?? null)
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
    has: async (name) =>
      (await send(to, () => to.client.send(new sdk.HeadObjectCommand(target(name))))) !== null,
    list: (within = '') => listBucket(to, within),
    delete: async (name) =>
      void (await send(to, () => to.client.send(new sdk.DeleteObjectCommand(target(name))))),
    close: () => to.client.destroy(),
  }
}

function connect(sdk: Bucket['sdk'], options: S3PlaceOptions): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = options
  return new sdk.S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(accessKeyId !== null &&
      secretAccessKey !== null && { credentials: { accessKeyId, secretAccessKey } }),
    // Many stores refuse the checksums the SDK adds by default; what we store proves itself.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    },
  })
}

async function* listBucket(to: Bucket, within: string): AsyncGenerator<PlacedObject> {
  const Prefix = to.prefix + (within === '' ? '' : `${within}/`)
  let token: string | undefined
  do {
    const query = { Bucket: to.bucket, Prefix, ...(token !== undefined && { ContinuationToken: token }) }
    const page = await send(to, () => to.client.send(new to.sdk.ListObjectsV2Command(query)))
    for (const { Key = '', Size: size = 0, LastModified: modifiedAt } of page?.Contents ?? []) {
      if (modifiedAt) yield { name: Key.slice(to.prefix.length), size, modifiedAt }
    }
    token = page?.NextContinuationToken
  } while (token !== undefined)
}

/** Null for an object that is not there. */
async function send<T>({ address, bucket }: Bucket, action: () => Promise<T>): Promise<T | null> {
  try {
    return await action()
  } catch (error) {
    const { name } = error as Error
    if (name === 'NoSuchKey' || name === 'NotFound') return null
    if (name === 'NoSuchBucket') {
      throw new BackupFault(`There is no bucket ${bucket}; make it first.`, { cause: error })
    }
    throw new BackupFault(`The store of ${address} does not answer as it should (${name}).`, { cause: error })
  }
}
