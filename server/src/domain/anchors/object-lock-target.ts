import { createHash } from 'node:crypto'
import type * as S3 from '@aws-sdk/client-s3'
import { parseCheckpoint, type ChainKey } from '../../platform/journal/index.ts'
import { anchorFault, type AnchorTarget, type Delivery } from './anchor.ts'
import { pickExtent, type Extent } from './sample.ts'

export interface ObjectLockOptions {
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly accessKeyId: string | null
  readonly secretAccessKey: string | null
  readonly forcePathStyle: boolean
  readonly retentionDays: number
}

/** Lines that a store gave back, and how many objects it has in all. */
export interface ReadBack {
  readonly lines: readonly string[]
  readonly objects: number
}

export interface ObjectLockTarget extends AnchorTarget {
  readBack(of: ChainKey, extent: Extent): Promise<ReadBack>
  close(): void
}

interface Connection {
  readonly sdk: typeof S3
  readonly client: S3.S3Client
  readonly bucket: string
  readonly prefix: string
}

const dayMs = 86_400_000
const readAtOnce = 8

/** A store that lets nobody, its own administrator included, delete or replace an object before its time. */
export function objectLockTarget(options: ObjectLockOptions): ObjectLockTarget {
  let opening: Promise<Connection> | null = null
  // The SDK takes a tenth of a second and tens of megabytes to load: only who uses it pays.
  const connect = () => (opening ??= open(options))
  return {
    name: 'OBJECT_LOCK',
    rhythm: 'each',
    deliver: async ({ line, chain }, { scope, now, signal }) => {
      const until = new Date(now.getTime() + options.retentionDays * dayMs)
      const of = { accountId: scope.accountId, chain }
      return put(await connect(), { of, line, until }, signal)
    },
    readBack: async (of, extent) => readAll(await connect(), of, extent),
    close: () => void opening?.then(({ client }) => client.destroy()).catch(() => undefined),
  }
}

async function open(options: ObjectLockOptions): Promise<Connection> {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle, bucket } = options
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    forcePathStyle,
    ...(endpoint !== null && { endpoint }),
    ...(accessKeyId !== null &&
      secretAccessKey !== null && { credentials: { accessKeyId, secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  })
  return {
    sdk,
    client,
    bucket,
    prefix: options.prefix === '' ? '' : `${options.prefix.replace(/\/+$/, '')}/`,
  }
}

const folderOf = ({ prefix }: Connection, { accountId, chain }: ChainKey) =>
  `${prefix}${chain === 'EVENTS' ? '' : 'administration/'}account-${accountId}/`

/** With the hash: a history written anew gets objects of its own, and the old ones contradict it. */
function objectKeyOf(to: Connection, of: ChainKey, line: string): string {
  const { seq, hash } = parseCheckpoint(line) ?? { seq: 0, hash: Buffer.alloc(0) }
  const digits = String(seq).padStart(15, '0')
  return `${folderOf(to, of)}${digits}-${hash.toString('hex').slice(0, 16)}.json`
}

async function put(
  to: Connection,
  { of, line, until }: { of: ChainKey; line: string; until: Date },
  abortSignal: AbortSignal,
): Promise<Delivery> {
  const { sdk, client, bucket: Bucket } = to
  const Key = objectKeyOf(to, of, line)
  const command = new sdk.PutObjectCommand({
    Bucket,
    Key,
    Body: line,
    ContentType: 'application/json',
    ContentMD5: createHash('md5').update(line).digest('base64'),
    ChecksumSHA256: createHash('sha256').update(line).digest('base64'),
    ObjectLockMode: 'COMPLIANCE',
    ObjectLockRetainUntilDate: until,
    // What is there already is what an attempt before this one put; it is looked at below.
    IfNoneMatch: '*',
  })
  try {
    await client.send(command, { abortSignal }).catch((error: unknown) => {
      if (statusOf(error) !== 412) throw error
    })
    // A store that does not know of locks may take the headers and forget them.
    const got = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal })
    if (!vouchesForSame((await got.Body?.transformToString()) ?? '', line)) {
      return { state: 'failed', fault: 'CONTENT_DIFFERS' }
    }
    if (got.ObjectLockMode !== 'COMPLIANCE') return { state: 'failed', fault: 'NOT_LOCKED' }
    return { state: 'delivered', reference: got.VersionId ? `${Key}?versionId=${got.VersionId}` : Key }
  } catch (error) {
    abortSignal.throwIfAborted()
    return { state: 'failed', fault: anchorFault(error) }
  }
}

/** Signed twice, as after a restored backup, it is another line and the same event. */
function vouchesForSame(one: string, other: string): boolean {
  const [first, second] = [parseCheckpoint(one), parseCheckpoint(other)]
  return first !== null && second !== null && first.seq === second.seq && first.hash.equals(second.hash)
}

/**
 * Every version of an object, not the one on top: a lock keeps the old ones from being deleted, but not from being
 * covered by a newer one or by a mark of deletion.
 */
async function readAll(to: Connection, of: ChainKey, extent: Extent): Promise<ReadBack> {
  const { sdk, client, bucket: Bucket } = to
  const found: { Key: string; VersionId: string | undefined; seq: number; at: Date }[] = []
  const page = {
    KeyMarker: undefined as string | undefined,
    VersionIdMarker: undefined as string | undefined,
  }
  do {
    const answer = await client.send(
      new sdk.ListObjectVersionsCommand({ Bucket, Prefix: folderOf(to, of), ...page }),
    )
    for (const { Key, VersionId, LastModified } of answer.Versions ?? []) {
      const seq = Number(/\/(\d{15})-[0-9a-f]{16}\.json$/.exec(Key ?? '')?.[1])
      if (Key !== undefined && LastModified && seq > 0) found.push({ Key, VersionId, seq, at: LastModified })
    }
    page.KeyMarker = answer.IsTruncated ? answer.NextKeyMarker : undefined
    page.VersionIdMarker = answer.IsTruncated ? answer.NextVersionIdMarker : undefined
  } while (page.KeyMarker !== undefined)
  const wanted = pickExtent(found, extent)
  const lines: string[] = []
  for (let index = 0; index < wanted.length; index += readAtOnce) {
    const batch = wanted.slice(index, index + readAtOnce).map(async ({ Key, VersionId }) => {
      const got = await client.send(new sdk.GetObjectCommand({ Bucket, Key, VersionId }))
      return (await got.Body?.transformToString()) ?? ''
    })
    lines.push(...(await Promise.all(batch)))
  }
  return { lines, objects: found.length }
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
}
