import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { BackupFault } from './backup-fault.ts'
import type { BackupPlace, PlacedObject } from './place.ts'

const draftPrefix = '.draft-'
const draftMs = 86_400_000

/** A folder of this machine or one that is mounted. Nothing of it is readable for others. */
export function folderPlace(address: string): BackupPlace {
  const root = path.resolve(address)
  const fileOf = (name: string) => path.join(root, ...name.split('/'))
  const made = new Set<string>()
  return {
    address: root,
    put: (name, bytes) => withFaults(root, () => put(made, fileOf(name), bytes)),
    get: (name) => withFaults(root, () => readFile(fileOf(name)).catch(ifMissing(null))),
    has: (name) =>
      withFaults(root, () => access(fileOf(name), constants.F_OK).then(() => true, ifMissing(false))),
    list: (folder = '') => listFolder(root, folder),
    delete: (name) => withFaults(root, () => rm(fileOf(name), { force: true })),
    close: () => undefined,
  }
}

async function put(made: Set<string>, file: string, bytes: Buffer): Promise<void> {
  const folder = path.dirname(file)
  if (!made.has(folder)) {
    const first = await mkdir(folder, { recursive: true, mode: 0o700 })
    // A new folder survives a power cut once the one above it is flushed.
    if (first !== undefined) await syncAll(folder, path.dirname(first))
    made.add(folder)
  }
  // Under a name no copy has: what a killed run leaves is passed over, and removed by a listing a day later.
  const draft = path.join(folder, `${draftPrefix}${randomUUID()}`)
  try {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  await sync(folder)
}

async function syncAll(folder: string, above: string): Promise<void> {
  for (let each = folder; each !== above && each !== path.dirname(each); each = path.dirname(each)) {
    await sync(path.dirname(each))
  }
}

async function sync(folder: string): Promise<void> {
  // Windows cannot open a folder for flushing; NTFS journals names by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listFolder(root: string, folder: string): AsyncGenerator<PlacedObject> {
  const entries = await withFaults(root, () =>
    opendir(path.join(root, ...folder.split('/'))).catch(ifMissing(null)),
  )
  if (entries === null) return
  for await (const entry of entries) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      yield* listFolder(root, name)
      continue
    }
    const file = path.join(root, ...name.split('/'))
    const found = await stat(file).catch(ifMissing(null))
    if (!found) continue
    if (!entry.name.startsWith(draftPrefix)) yield { name, size: found.size, modifiedAt: found.mtime }
    else if (Date.now() - found.mtimeMs > draftMs) await rm(file, { force: true })
  }
}

const ifMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return otherwise
    throw error
  }

async function withFaults<T>(root: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new BackupFault(
        `There is no room left in ${root}. What was stored stays; make room and run the backup again.`,
        { cause: error },
      )
    }
    throw new BackupFault(`The folder ${root} cannot be used (${code ?? 'unknown'}).`, { cause: error })
  }
}
