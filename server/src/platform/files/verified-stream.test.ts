import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localStore } from './local-store.ts'
import {
  newObjectKey,
  ObjectNotFound,
  RangeNotSatisfiable,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts'
import { FileIntegrityFailure, openVerifiedStream } from './verified-stream.ts'

const content = randomBytes(1_000_003)
let folder: string
let store: ObjectStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-verified-'))
  store = await localStore({ root: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function stored(bytes = content): Promise<StoredObject & { key: string; path: string }> {
  const key = newObjectKey(7)
  const put = await store.put(key, Readable.from([bytes]), { maxBytes: 10_000_000 })
  const names = await readdir(folder, { recursive: true })
  const path = names.find((name) => name.endsWith(key.replace('/', '.')))!
  return { ...put, key, path: join(folder, path) }
}

async function flip(path: string, at: number): Promise<void> {
  const handle = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await handle.read(byte, 0, 1, at)
  byte[0]! ^= 1
  await handle.write(byte, 0, 1, at)
  await handle.close()
}

/** What a client has received when the stream ends or fails. */
async function received(stream: Readable): Promise<{ bytes: Buffer; fault: unknown }> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return { bytes: Buffer.concat(chunks), fault: undefined }
  } catch (fault) {
    return { bytes: Buffer.concat(chunks), fault }
  }
}

test.each([content, Buffer.alloc(0), Buffer.from('a')])('A stored object comes back whole', async (bytes) => {
  const { key, ...expected } = await stored(bytes)
  expect((await buffer(await openVerifiedStream(store, key, expected))).equals(bytes)).toBe(true)
})

test.each([0, 500_000, 1_000_002])('An object with byte %i flipped never delivers its end', async (at) => {
  const { key, path, ...expected } = await stored()
  await flip(path, at)
  const { bytes, fault } = await received(await openVerifiedStream(store, key, expected))
  expect(fault).toBeInstanceOf(FileIntegrityFailure)
  expect(bytes.length).toBeLessThan(content.length)
})

test('An object that shrank or grew is not accepted as the one acknowledged', async () => {
  const { key, path, ...expected } = await stored()
  const fault = async (range?: { start: number; end?: number }) =>
    openVerifiedStream(store, key, { ...expected, ...(range && { range }) }).then(
      async (stream) => (await received(stream)).fault,
      (error: unknown) => error,
    )
  await truncate(path, 900_000)
  for (const range of [undefined, { start: 800_000 }, { start: 950_000 }]) {
    expect(await fault(range)).toBeInstanceOf(FileIntegrityFailure)
  }
  expect(await fault({ start: 10, end: 20 })).toBeUndefined()
  await truncate(path, content.length + 1)
  expect(await fault()).toBeInstanceOf(FileIntegrityFailure)
})

test('Ranges give their bytes; one that is the whole is checked as the whole', async () => {
  const { key, path, ...expected } = await stored()
  const read = async (range: { start: number; end?: number }) =>
    received(await openVerifiedStream(store, key, { ...expected, range }))
  expect((await read({ start: 5, end: 9 })).bytes.equals(content.subarray(5, 10))).toBe(true)
  expect((await read({ start: 1_000_000, end: 5_000_000 })).bytes.equals(content.subarray(1_000_000))).toBe(
    true,
  )
  await flip(path, 7)
  expect((await read({ start: 0 })).fault).toBeInstanceOf(FileIntegrityFailure)
  await expect(
    openVerifiedStream(store, key, { ...expected, range: { start: 1_000_003 } }),
  ).rejects.toBeInstanceOf(RangeNotSatisfiable)
})

test('A missing object is reported before any byte', async () => {
  const sha256 = createHash('sha256').digest('hex')
  const missing = openVerifiedStream(store, newObjectKey(7), { size: 0, sha256 })
  await expect(missing).rejects.toBeInstanceOf(ObjectNotFound)
})
