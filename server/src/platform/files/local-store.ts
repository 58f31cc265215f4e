import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, opendir, rename, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { assertNoLink, ensureFolder, openRoot, syncFolder } from './durable-folders.ts'
import { asStoreError, withLocalFaults, ifThere } from './local-faults.ts'
import { meterBody, type MeteredBody } from './metered-body.ts'
import {
  assertRange,
  isObjectKey,
  ObjectNotFound,
  parseObjectKey,
  RangeNotSatisfiable,
  type ByteRange,
  type ListedObject,
  type ObjectStore,
  type PutOptions,
  type StoredObject,
} from './object-store.ts'

/** Larger reads are faster, since each is a trip to another thread; but every slow reader holds a few of them. */
const readBytes = 128 * 1024
const abandonedAfterMs = 24 * 60 * 60 * 1000

interface Layout {
  temps: string
  objects: string
  /** Folders this process has flushed into their parents: they need it once. */
  ready: Set<string>
}

export async function localStore(options: { root: string }): Promise<ObjectStore> {
  const layout = await withLocalFaults(() => openLayout(options.root))
  return {
    put: (key, body, putOptions) => put(layout, key, body, putOptions),
    get: (key, range) => withLocalFaults(() => get(layout, key, range)),
    head: (key) => withLocalFaults(() => head(layout, key)),
    delete: (key) => withLocalFaults(() => remove(layout, key)),
    list: ({ olderThan }) => list(layout, olderThan),
    presignGet: async (key) => {
      parseObjectKey(key)
      return null
    },
    check: () => withLocalFaults(() => check(layout)),
    close: async () => {},
  }
}

async function openLayout(path: string): Promise<Layout> {
  const root = await openRoot(resolve(path))
  const temps = await ensureFolder(root, 'tmp')
  const objects = await ensureFolder(root, 'objects')
  for await (const { path: left, modifiedAt } of filesIn(temps)) {
    if (modifiedAt.getTime() < Date.now() - abandonedAfterMs) await rm(left, { force: true })
  }
  return { temps, objects, ready: new Set() }
}

type Place = ReturnType<typeof placeOf>

/** Two levels of folders from the random part of the key keep each folder small. */
function placeOf(layout: Layout, key: string) {
  const { account, uuid } = parseObjectKey(key)
  const [outer, inner] = [uuid.slice(0, 2), uuid.slice(2, 4)]
  const folder = join(layout.objects, outer, inner)
  return { outer, inner, folder, file: join(folder, `${account}.${uuid}`) }
}

async function put(layout: Layout, key: string, body: Readable, options: PutOptions): Promise<StoredObject> {
  const place = placeOf(layout, key)
  const metered = meterBody(body, options)
  const temp = join(layout.temps, randomUUID())
  let written = temp
  try {
    await writeDurably(temp, metered)
    await prepareFolder(layout, place)
    await rename(temp, place.file)
    written = place.file
    await syncFolder(place.folder)
    return metered.measured()
  } catch (error) {
    await rm(written, { force: true }).catch(() => {})
    const fault = metered.inputFault()
    throw fault ? fault.error : asStoreError(error)
  }
}

async function prepareFolder(layout: Layout, { folder, outer, inner }: Place): Promise<void> {
  if (!layout.ready.has(folder)) {
    await ensureFolder(await ensureFolder(layout.objects, outer), inner)
    layout.ready.add(folder)
  }
  await assertNoLink(folder)
}

async function writeDurably(path: string, metered: MeteredBody): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await writeFile(handle, metered.chunks)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function get(layout: Layout, key: string, range?: ByteRange): Promise<Readable> {
  const { folder, file } = placeOf(layout, key)
  if (range) assertRange(key, range)
  const handle = await ifThere(async () => {
    await assertNoLink(folder)
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  })
  if (!handle) throw new ObjectNotFound(key)
  try {
    const { size } = await handle.stat()
    if (range && range.start >= size) throw new RangeNotSatisfiable(key)
    return handle.createReadStream({ ...range, highWaterMark: readBytes })
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function head(layout: Layout, key: string): Promise<{ size: number } | null> {
  const { folder, file } = placeOf(layout, key)
  const found = await ifThere(async () => {
    await assertNoLink(folder)
    return await lstat(file)
  })
  return found?.isFile() ? { size: found.size } : null
}

async function remove(layout: Layout, key: string): Promise<void> {
  const { folder, file } = placeOf(layout, key)
  await ifThere(async () => {
    await assertNoLink(folder)
    await unlink(file)
    await syncFolder(folder)
  })
}

async function* list(layout: Layout, olderThan?: Date): AsyncGenerator<ListedObject> {
  try {
    for await (const { path, modifiedAt } of filesIn(layout.objects, 2)) {
      const key = path.slice(dirname(path).length + 1).replace('.', '/')
      if (isObjectKey(key) && (!olderThan || modifiedAt < olderThan)) yield { key, modifiedAt }
    }
  } catch (error) {
    throw asStoreError(error)
  }
}

/** Plain files exactly `depth` folders down. Links are neither followed nor listed. */
async function* filesIn(folder: string, depth = 0): AsyncGenerator<{ path: string; modifiedAt: Date }> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name)
    if (depth > 0 && entry.isDirectory()) yield* filesIn(path, depth - 1)
    if (depth > 0 || !entry.isFile()) continue
    const found = await ifThere(() => lstat(path))
    if (found) yield { path, modifiedAt: found.mtime }
  }
}

async function check(layout: Layout): Promise<void> {
  const probe = join(layout.temps, randomUUID())
  try {
    await writeFile(probe, 'probe', { flag: 'wx', mode: 0o600 })
  } finally {
    await rm(probe, { force: true })
  }
}
