import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a folder keeps an object. */
export function storedFile(root: string, key: string): string {
  const [, uuid = ''] = key.split('/')
  return join(root, 'objects', uuid.slice(0, 2), uuid.slice(2, 4), key.replace('/', '.'))
}

const windowBytes = 32

/** Whether any file of the folder, temporary or not, holds some piece of these (random) bytes. */
export async function holdsPlain(root: string, content: Buffer): Promise<boolean> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (let at = 0; at + windowBytes <= content.length; at += 10_000) {
      if (bytes.includes(content.subarray(at, at + windowBytes))) return true
    }
  }
  return false
}
