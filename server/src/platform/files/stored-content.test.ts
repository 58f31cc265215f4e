import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inspectFile } from '@vigie/inspect'
import { docx, pdf, stream } from '@vigie/inspect/samples'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localStore } from './local-store.ts'
import { newObjectKey, ObjectNotFound, StoreUnavailable, type ObjectStore } from './object-store.ts'
import { storedContent } from './stored-content.ts'

let folder: string
let store: ObjectStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-stored-'))
  store = await localStore({ root: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function put(bytes: Buffer): Promise<string> {
  const key = newObjectKey(7)
  await store.put(key, Readable.from([bytes]), { maxBytes: 100_000_000 })
  return key
}

const large = docx({ parts: [{ name: 'a.xml', data: Buffer.alloc(3_000_000, 'a'), stored: true }] })

test('A stored file is inspected over all its pieces', async () => {
  const judged = async (bytes: Buffer) =>
    inspectFile({ content: await storedContent(store, await put(bytes)), fileName: 'a.pdf' })
  const filler = stream('', Buffer.alloc(2_500_000, 'x'))
  expect(await judged(pdf({ objects: [filler] }))).toMatchObject({ kind: 'CLEAN' })
  expect(await judged(pdf({ objects: [filler, '<< /S /JavaScript >>'] }))).toMatchObject({
    code: 'ACTIVE_CONTENT',
  })
})

test('An object that is missing is a fault of the store, not a verdict', async () => {
  await expect(storedContent(store, newObjectKey(7))).rejects.toBeInstanceOf(ObjectNotFound)
})

test.each([1, 2, 3])('A store that fails at read %i is a fault of the store, not a verdict', async (nth) => {
  const key = await put(large)
  let reads = 0
  const failing: ObjectStore = {
    ...store,
    get: (...args) => {
      reads += 1
      return reads === nth ? Promise.reject(new StoreUnavailable('down')) : store.get(...args)
    },
  }
  const verdict = inspectFile({ content: await storedContent(failing, key), fileName: 'a.docx' })
  await expect(verdict).rejects.toBeInstanceOf(StoreUnavailable)
})

test('A store that gives fewer bytes than it promised is a fault of the store, not a verdict', async () => {
  const key = await put(large)
  const cutting: ObjectStore = {
    ...store,
    get: async (from, range) => store.get(from, { ...range, start: range?.start ?? 0, end: 10 }),
  }
  const verdict = inspectFile({ content: await storedContent(cutting, key), fileName: 'a.docx' })
  await expect(verdict).rejects.toBeInstanceOf(StoreUnavailable)
})
