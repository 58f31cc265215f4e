import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreFull, StoreMisconfigured, StoreUnavailable, type ObjectStore } from './object-store.ts'
import { s3Store } from './s3-store.ts'

interface Refusal {
  status: number
  code: string
  more?: string
  /** What is refused; everything without it. */
  method?: string
}

// Says what stores say: to HEAD the status alone, to anything else the reason too.
let refusal: Refusal | null
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (refusal === null || (refusal.method ?? request.method) !== request.method)
      return response.writeHead(200).end()
    const { status, code, more = '' } = refusal
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message>${more}</Error>`
    return response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? undefined : body)
  })
})
let endpoint: string
let store: ObjectStore

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  store = await open(endpoint)
})
afterAll(async () => {
  await store.close()
  server.closeAllConnections()
  server.close()
})

function open(at: string): Promise<ObjectStore> {
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  return s3Store({
    endpoint: at,
    region: 'eu-west-1',
    bucket: 'pieces',
    forcePathStyle: true,
    ...credentials,
  })
}

const findFault = (of = store) =>
  of.check({ writes: true }).then(
    () => null,
    (error: Error) => error,
  )

test('A store that takes what it is given has no fault', async () => {
  refusal = null
  expect(await findFault()).toBeNull()
})

test.each<[Refusal, string]>([
  [
    { status: 404, code: 'NoSuchBucket' },
    'The bucket pieces of S3_BUCKET does not exist in the store at http',
  ],
  [
    { status: 301, code: 'PermanentRedirect' },
    'The bucket pieces of S3_BUCKET is not in the region eu-west-1 of S3_REGION.',
  ],
  [
    { status: 400, code: 'AuthorizationHeaderMalformed', more: '<Region>eu-west-3</Region>' },
    'The bucket pieces of S3_BUCKET is not in the region eu-west-1 of S3_REGION, but in eu-west-3.',
  ],
  [{ status: 403, code: 'InvalidAccessKeyId' }, 'does not know the access key of S3_ACCESS_KEY_ID.'],
  [
    { status: 403, code: 'SignatureDoesNotMatch' },
    'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID.',
  ],
  [{ status: 403, code: 'RequestTimeTooSkewed' }, 'The clocks of this machine and of the store at http'],
  [{ status: 403, code: 'AccessDenied' }, 'refuses access to the bucket pieces of S3_BUCKET.'],
  [
    { status: 403, code: 'AccessDenied', method: 'PUT' },
    'list the bucket and to read, write and delete its objects.',
  ],
])('A refusal %o is told in plain words', async (given, sentence) => {
  refusal = given
  const fault = await findFault()
  expect(fault).toBeInstanceOf(StoreMisconfigured)
  expect(fault?.message).toContain(sentence)
  expect(fault?.message).not.toContain('secret')
})

test('A store that fails may come back, and one that is full says so', async () => {
  refusal = { status: 503, code: 'ServiceUnavailable' }
  const fault = await findFault()
  expect(fault).toBeInstanceOf(StoreUnavailable)
  expect(fault).not.toBeInstanceOf(StoreMisconfigured)
  expect(fault?.message).toMatch(/^The store at http:\S+ does not answer as it should \(503\)\./)
  refusal = { status: 507, code: 'XMinioStorageFull', method: 'PUT' }
  expect(await findFault()).toBeInstanceOf(StoreFull)
})

test('A store that nobody serves is named', async () => {
  const gone = createServer()
  await once(gone.listen(0, '127.0.0.1'), 'listening')
  const at = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((resolve) => gone.close(resolve))
  const lost = await open(at)
  const fault = await findFault(lost)
  expect(fault).not.toBeInstanceOf(StoreMisconfigured)
  expect(fault?.message).toContain(`The store at ${at} does not answer as it should (ECONNREFUSED).`)
  await lost.close()
})
