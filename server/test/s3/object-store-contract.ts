import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newObjectKey,
  ObjectKeyInvalid,
  ObjectNotFound,
  ObjectTooLarge,
  RangeNotSatisfiable,
  type ObjectStore,
} from '../../src/platform/files/index.ts'

const MiB = 1024 * 1024
const limit = { maxBytes: 64 * MiB }

/**
 * What any store must do. Registers its tests in the describe block it is called from. The product puts each key once;
 * a store that keeps part of an object elsewhere need not choose between two puts of one key at the same time.
 */
export function objectStoreContract(
  open: () => Promise<ObjectStore>,
  { choosesBetweenPuts = true }: { choosesBetweenPuts?: boolean } = {},
): void {
  let store: ObjectStore
  beforeAll(async () => {
    store = await open()
  }, 180_000)
  afterAll(async () => {
    await store?.close()
  })

  const read = async (key: string, range?: { start: number; end?: number }) =>
    buffer(await store.get(key, range))
  const keysOf = async (accountId: number, olderThan?: Date) => {
    const keys: string[] = []
    for await (const { key } of store.list({ ...(olderThan && { olderThan }) })) {
      if (key.startsWith(`${accountId}/`)) keys.push(key)
    }
    return keys.toSorted()
  }
  const expectNothingAt = async (key: string) => {
    expect(await store.head(key)).toBeNull()
    await expect(store.get(key)).rejects.toBeInstanceOf(ObjectNotFound)
    expect(await keysOf(Number(key.split('/')[0]))).not.toContain(key)
  }

  test.each([
    ['an empty object', 0],
    ['one byte', 1],
    ['an object of exactly one part', 8 * MiB],
    ['an object of several parts', 20 * MiB + 13],
  ])('The content of %s comes back as it went in, measured on the way', async (_name, size) => {
    const key = newObjectKey(7)
    const content = randomBytes(size)
    const stored = await store.put(key, chunked(content), { ...limit, contentType: 'application/pdf' })
    expect(stored).toEqual({ size, sha256: sha256(content), crc32: crc32(content) })
    expect(await store.head(key)).toEqual({ size })
    expect((await read(key)).equals(content)).toBe(true)
  })

  test('Ranges are inclusive at both ends, may be open and may end past the object', async () => {
    const key = await putText('0123456789')
    expect((await read(key, { start: 2, end: 4 })).toString()).toBe('234')
    expect((await read(key, { start: 0, end: 0 })).toString()).toBe('0')
    expect((await read(key, { start: 7 })).toString()).toBe('789')
    expect((await read(key, { start: 8, end: 99 })).toString()).toBe('89')
  })

  test.each([
    { start: 10 },
    { start: 10, end: 12 },
    { start: 5, end: 4 },
    { start: -1 },
    { start: 0.5 },
    { start: Number.NaN },
  ])('The range %o of ten bytes is refused', async (range) => {
    const key = await putText('0123456789')
    await expect(store.get(key, range)).rejects.toBeInstanceOf(RangeNotSatisfiable)
  })

  test('An object that was never put is not found', async () => {
    await expectNothingAt(newObjectKey(8))
  })

  test('Deleting removes an object, and deleting again succeeds', async () => {
    const key = await putText('gone soon')
    await store.delete(key)
    await expectNothingAt(key)
    await store.delete(key)
    await store.delete(newObjectKey(7))
  })

  test('A second put of a key replaces the whole object', async () => {
    const key = await putText('a long first content')
    await store.put(key, Readable.from([Buffer.from('short')]), limit)
    expect((await read(key)).toString()).toBe('short')
  })

  test('The list gives every object, and only those older than requested', async () => {
    const keys = await Promise.all([putText('a', 21), putText('bb', 21)])
    const other = await putText('c', 22)
    expect(await keysOf(21)).toEqual(keys.toSorted())
    expect(await keysOf(22)).toEqual([other])
    expect(await keysOf(21, new Date(Date.now() - 3_600_000))).toEqual([])
    expect(await keysOf(21, new Date(Date.now() + 3_600_000))).toEqual(keys.toSorted())
    for await (const listed of store.list({})) {
      if (listed.key !== keys[1]) continue
      expect(Math.abs(listed.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000)
    }
  })

  test.each([
    ['in one part', 1000],
    ['in several parts', 17 * MiB],
  ])('An object too large %s is refused and leaves nothing', async (_name, maxBytes) => {
    const fits = newObjectKey(7)
    expect(await store.put(fits, chunked(Buffer.alloc(maxBytes)), { maxBytes })).toMatchObject({
      size: maxBytes,
    })
    const key = newObjectKey(7)
    const refused = store.put(key, chunked(Buffer.alloc(maxBytes + 1)), { maxBytes })
    await expect(refused).rejects.toBeInstanceOf(ObjectTooLarge)
    await expectNothingAt(key)
  })

  test('A refused body is left to the caller, who may still have to answer on it', async () => {
    const body = chunked(Buffer.alloc(3 * MiB))
    await expect(store.put(newObjectKey(7), body, { maxBytes: 10 })).rejects.toBeInstanceOf(ObjectTooLarge)
    expect(body.destroyed).toBe(false)
    body.destroy()
  })

  test.each([
    ['before its first byte', 0],
    ['in its first part', 100_000],
    ['after its first part', 9 * MiB],
  ])('A put aborted %s rejects with the reason and leaves nothing', async (_name, sent) => {
    const key = newObjectKey(7)
    const controller = new AbortController()
    const reason = new Error('the client left')
    const { body, stalled } = stallingAfter(sent)
    const fault = faultOf(store.put(key, body, { ...limit, signal: controller.signal }))
    await stalled
    controller.abort(reason)
    expect(await fault).toBe(reason)
    await expectNothingAt(key)
  })

  test('A put with a signal already aborted stores nothing', async () => {
    const key = newObjectKey(7)
    const reason = new Error('too late')
    const options = { ...limit, signal: AbortSignal.abort(reason) }
    await expect(store.put(key, Readable.from([Buffer.from('x')]), options)).rejects.toBe(reason)
    await expectNothingAt(key)
  })

  test.each([100_000, 9 * MiB])(
    'A body that fails after %i bytes rejects with its own fault',
    async (sent) => {
      const key = newObjectKey(7)
      const reset = new Error('connection reset')
      const { body, stalled } = stallingAfter(sent)
      const fault = faultOf(store.put(key, body, limit))
      await stalled
      body.destroy(reset)
      expect(await fault).toBe(reset)
      await expectNothingAt(key)
    },
  )

  test('A body that closes early is not accepted as a whole one', async () => {
    const key = newObjectKey(7)
    const { body, stalled } = stallingAfter(100_000)
    const fault = faultOf(store.put(key, body, limit))
    await stalled
    body.destroy()
    expect(await fault).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    await expectNothingAt(key)
  })

  const uuid = '0b9f1f6e-8f0e-4c9e-9a35-3d0c8f6f2a11'
  test.each([
    '',
    '7',
    `7/${uuid}/`,
    `7/${uuid}\n`,
    `/7/${uuid}`,
    `07/${uuid}`,
    `-7/${uuid}`,
    `7//${uuid}`,
    `7/../7/${uuid}`,
    `7\\${uuid}`,
    `7/${uuid.toUpperCase()}`,
    `7/${uuid}\0`,
    '7/../../../etc/passwd',
  ])('The key %j is refused by every operation', async (key) => {
    const presignOptions = { expiresInSeconds: 60, filename: 'a.pdf', contentType: 'application/pdf' }
    const results = await Promise.allSettled([
      store.put(key, Readable.from([Buffer.from('x')]), limit),
      store.get(key),
      store.head(key),
      store.delete(key),
      store.presignGet(key, presignOptions),
    ])
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: expect.any(ObjectKeyInvalid) })
    }
  })

  test('Concurrent puts do not mix', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => Buffer.alloc(200_000 + index, index))
    const keys = await Promise.all(
      contents.map(async (content) => {
        const key = newObjectKey(9)
        expect(await store.put(key, chunked(content), limit)).toMatchObject({ sha256: sha256(content) })
        return key
      }),
    )
    for (const [index, key] of keys.entries()) expect((await read(key)).equals(contents[index]!)).toBe(true)
  })

  test.runIf(choosesBetweenPuts)('Of two concurrent puts of one key, one wins wholly', async () => {
    const key = newObjectKey(9)
    const contents = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_001, 'b')]
    await Promise.all(contents.map((content) => store.put(key, chunked(content), limit)))
    expect(contents.map(sha256)).toContain(sha256(await read(key)))
  })

  test('A stream abandoned half way does not disturb the next one', async () => {
    const key = newObjectKey(7)
    const content = randomBytes(3 * MiB)
    await store.put(key, chunked(content), limit)
    const stream = await store.get(key)
    for await (const _chunk of stream) break
    expect(stream.destroyed).toBe(true)
    expect((await read(key)).equals(content)).toBe(true)
  })

  test('A store that works passes its check', async () => {
    await expect(store.check()).resolves.toBeUndefined()
  })

  async function putText(text: string, accountId = 7): Promise<string> {
    const key = newObjectKey(accountId)
    await store.put(key, Readable.from([Buffer.from(text)]), limit)
    return key
  }
}

/** Watches from the start, so that a rejection before anybody waits for it is not taken for a forgotten one. */
async function faultOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'no fault',
    (error: unknown) => error,
  )
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function chunked(content: Buffer, size = 65_536): Readable {
  const count = Math.ceil(content.length / size)
  const pieces = Array.from({ length: count }, (_, index) =>
    content.subarray(index * size, (index + 1) * size),
  )
  return Readable.from(pieces, { objectMode: false })
}

/** A body that hands over so many bytes and then hangs; `stalled` resolves once all of them were taken. */
function stallingAfter(bytes: number): { body: Readable; stalled: Promise<void> } {
  const body = new PassThrough()
  const stalled = bytes === 0 ? Promise.resolve() : writeAll(body, Buffer.alloc(bytes))
  return { body, stalled }
}

async function writeAll(body: PassThrough, content: Buffer): Promise<void> {
  await new Promise<void>((resolve) => body.write(content, () => resolve()))
}
