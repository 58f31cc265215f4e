import type { HeadBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { StoreFull, StoreMisconfigured, StoreUnavailable, type ObjectStoreError } from './object-store.ts'
import { asS3StoreError } from './s3-faults.ts'

interface Sdk {
  HeadBucketCommand: typeof HeadBucketCommand
  ListObjectsV2Command: typeof ListObjectsV2Command
  PutObjectCommand: typeof PutObjectCommand
}

export interface Bucket {
  readonly sdk: Sdk
  readonly client: S3Client
  readonly bucket: string
  readonly prefix: string
  readonly region: string
  readonly endpoint: string | null
}

const timeoutMs = 5_000
/** Written over at every start, and never taken for a file. */
const mark = 'vigie-start'
const markText = 'Written by Vigie at each start, to learn whether it may.\n'

/** Whether the store could take an object now; says in plain words what the operator has to mend. */
export async function checkBucket(to: Bucket, { writes = false } = {}): Promise<void> {
  const abortSignal = AbortSignal.timeout(timeoutMs)
  const { bucket: Bucket, prefix } = to
  try {
    await to.client.send(new to.sdk.HeadBucketCommand({ Bucket }), { abortSignal })
    if (!writes) return
    const command = new to.sdk.PutObjectCommand({ Bucket, Key: `${prefix}${mark}`, Body: markText })
    await to.client.send(command, { abortSignal })
  } catch (error) {
    throw explain(to, nameOf(error) === 'NotFound' || isWordless(error) ? await askAgain(to, error) : error)
  }
}

interface S3Answer {
  name?: string
  code?: string
  Region?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

const nameOf = (error: unknown) => (error as S3Answer).name ?? ''
const statusOf = (error: unknown) => (error as S3Answer).$metadata?.httpStatusCode ?? 0

/** An answer to HEAD has no body, and with it no word about what is wrong. */
function isWordless(error: unknown): boolean {
  return [301, 400, 403].includes(statusOf(error))
}

async function askAgain(to: Bucket, first: unknown): Promise<unknown> {
  const command = new to.sdk.ListObjectsV2Command({ Bucket: to.bucket, Prefix: to.prefix, MaxKeys: 1 })
  const abortSignal = AbortSignal.timeout(timeoutMs)
  return await to.client.send(command, { abortSignal }).then(
    () => first,
    (error: unknown) => error,
  )
}

function explain(to: Bucket, error: unknown): ObjectStoreError {
  const sentence = misconfiguration(to, error)
  if (sentence !== null) return new StoreMisconfigured(sentence, error)
  const known = asS3StoreError(error)
  if (known instanceof StoreFull) return known
  const why = (error as S3Answer).code ?? (statusOf(error) || nameOf(error))
  return new StoreUnavailable(
    error,
    `The store ${placeOf(to)} does not answer as it should (${why}). Files can be neither stored nor read until it does.`,
  )
}

const placeOf = ({ endpoint, region }: Bucket) =>
  endpoint === null ? `of Amazon S3 in ${region}` : `at ${endpoint}`

function misconfiguration(to: Bucket, error: unknown): string | null {
  const { bucket } = to
  const name = nameOf(error)
  const place = placeOf(to)
  if (name === 'NoSuchBucket' || name === 'NotFound')
    return `The bucket ${bucket} of S3_BUCKET does not exist in the store ${place}. Create it: Vigie makes no buckets.`
  if (isElsewhere(name, error)) return regionSentence(to, error)
  if (name === 'InvalidAccessKeyId')
    return `The store ${place} does not know the access key of S3_ACCESS_KEY_ID.`
  if (name === 'SignatureDoesNotMatch')
    return `The store ${place} refuses our signature: S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.`
  if (name === 'RequestTimeTooSkewed')
    return `The clocks of this machine and of the store ${place} are too far apart. Set the clock of this machine.`
  if (name === 'CredentialsProviderError')
    return `There are no credentials for the store ${place}. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  if (statusOf(error) === 403)
    return (
      `The store ${place} refuses access to the bucket ${bucket} of S3_BUCKET. Its credentials need the rights to ` +
      'list the bucket and to read, write and delete its objects.'
    )
  return null
}

const elsewhere = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
])

const isElsewhere = (name: string, error: unknown) => elsewhere.has(name) || statusOf(error) === 301

function regionSentence({ bucket, region }: Bucket, error: unknown): string {
  const { Region, $response } = error as S3Answer
  const told = Region ?? $response?.headers?.['x-amz-bucket-region']
  return (
    `The bucket ${bucket} of S3_BUCKET is not in the region ${region} of S3_REGION` +
    (told === undefined ? '.' : `, but in ${told}.`)
  )
}
