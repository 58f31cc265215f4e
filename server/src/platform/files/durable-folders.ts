import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A new name in a folder survives a power cut only once the folder itself is flushed. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for flushing; NTFS journals names by itself.
  if (process.platform === 'win32') return
  const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the folder and its missing parents, each flushed into its parent; gives the path free of links. */
export async function openRoot(path: string): Promise<string> {
  const firstMade = await mkdir(path, { recursive: true, mode: 0o700 })
  if (firstMade !== undefined) {
    const above = dirname(firstMade)
    for (
      let newFolder = path;
      newFolder !== above && newFolder !== dirname(newFolder);
      newFolder = dirname(newFolder)
    ) {
      await syncFolder(dirname(newFolder))
    }
  }
  return await realpath(path)
}

/** One folder below an existing one. Refuses a link, which could lead out of the store. */
export async function ensureFolder(parent: string, name: string): Promise<string> {
  const path = join(parent, name)
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await lstat(path)).isDirectory()) throw new Error(`${name} in the object store is not a folder`)
  // Also when it was there: another writer may have made it and not flushed it yet.
  await syncFolder(parent)
  return path
}

export async function assertNoLink(folder: string): Promise<void> {
  if ((await realpath(folder)) !== folder) throw new Error('a folder of the object store is a link')
}
