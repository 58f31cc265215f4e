import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newObjectKey, StoreFull, StoreUnavailable, type ObjectStore } from './object-store.ts'
import { guardStall } from './s3-faults.ts'
import { s3Store } from './s3-store.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

// Faults no healthy server can be asked for: this one speaks just enough S3 to have them.
let answer: Answer
let requests: string[]
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    requests.push(`${request.method} ${new URL(request.url!, 'http://localhost').search}`)
    answer(request, response)
  })
})
let store: ObjectStore
const key = newObjectKey(7)
const status =
  (code: number): Answer =>
  (_request, response) =>
    response.writeHead(code).end()
const small = () => Readable.from([Buffer.from('x')])
const large = () => Readable.from([Buffer.alloc(9_000_000), Buffer.alloc(9_000_000)])
const limit = { maxBytes: 50_000_000 }

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  store = await s3Store({ endpoint, region: 'us-east-1', bucket: 'b', forcePathStyle: true, ...credentials })
})
beforeEach(() => {
  requests = []
})
afterAll(async () => {
  await store.close()
  server.closeAllConnections()
  server.close()
})

test('A server that fails once is asked again', async () => {
  answer = (request, response) => status(requests.length === 1 ? 500 : 200)(request, response)
  expect(await store.put(key, small(), limit)).toMatchObject({ size: 1 })
  expect(requests).toHaveLength(2)
})

test('A server that always fails is given up after three attempts', async () => {
  answer = status(500)
  await expect(store.put(key, small(), limit)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(requests).toHaveLength(3)
  for (const operation of [
    () => store.get(key),
    () => store.head(key),
    () => store.delete(key),
    () => store.check(),
  ]) {
    await expect(operation()).rejects.toBeInstanceOf(StoreUnavailable)
  }
})

test.each([413, 507])('The status %i means that the store is full', async (code) => {
  answer = status(code)
  await expect(store.put(key, small(), limit)).rejects.toBeInstanceOf(StoreFull)
})

test('An object truncated on its way fails instead of passing for whole', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('only this', () => response.destroy())
  }
  await expect(buffer(await store.get(key))).rejects.toBeInstanceOf(StoreUnavailable)
})

test.each([
  ['a part', 'PUT'],
  ['the final assembly', 'POST ?uploadId'],
])('An upload whose store refuses %s aborts its parts', async (_name, refused) => {
  answer = (request, response) => {
    const last = `${request.method} ${new URL(request.url!, 'http://localhost').search}`
    if (last.startsWith(refused)) return response.writeHead(400).end()
    const created = '<InitiateMultipartUploadResult><UploadId>up1</UploadId></InitiateMultipartUploadResult>'
    return response.writeHead(200, { etag: '"e"' }).end(last.startsWith('POST ?uploads') ? created : '')
  }
  await expect(store.put(key, large(), limit)).rejects.toBeInstanceOf(StoreUnavailable)
  expect(requests.at(-1)).toMatch(/^DELETE \?uploadId=up1/)
})

test('A store that nobody serves is unavailable', async () => {
  const gone = createServer()
  await once(gone.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((resolve) => gone.close(resolve))
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const lost = await s3Store({
    endpoint,
    region: 'us-east-1',
    bucket: 'b',
    forcePathStyle: true,
    ...credentials,
  })
  await expect(lost.check()).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(lost.get(key)).rejects.toBeInstanceOf(StoreUnavailable)
  await lost.close()
})

test('A body that stalls is given up', async () => {
  const body = new PassThrough()
  body.write('begun')
  await expect(buffer(guardStall(body, 50))).rejects.toBeInstanceOf(StoreUnavailable)
  expect(body.destroyed).toBe(true)
})

test('A slow reader is not taken for a stalled store', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const chunks = Array.from({ length: 20 }, () => Buffer.alloc(65_536))
    const guarded = guardStall(Readable.from(chunks), 300)
    const first = (await once(guarded, 'readable').then(() => guarded.read(1))) as Buffer
    // Longer than the limit on purpose: the time passes while the buffers are full and nobody reads.
    await vi.advanceTimersByTimeAsync(700)
    expect(first.length + (await buffer(guarded)).length).toBe(20 * 65_536)
  } finally {
    vi.useRealTimers()
  }
})

test('The SDK is loaded by the S3 store only', async () => {
  const script = `
    import { createRequire } from 'node:module'
    import { localStore, s3Store } from './src/platform/files/index.ts'
    const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@aws-sdk'))
    const before = loaded()
    await s3Store({ region: 'us-east-1', bucket: 'b' })
    console.log(JSON.stringify([typeof localStore, before, loaded()]))`
  const cwd = fileURLToPath(new URL('../../../', import.meta.url))
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd })
  expect(JSON.parse(stdout)).toEqual(['function', false, true])
})
