import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ListFile } from '@vigie/watchlists'

const pieceBytes = 1024 * 1024

/** A file by itself, or those of a folder in the order of their names; hidden ones are left out. */
export async function listFilesAt(path: string): Promise<ListFile[]> {
  const found = await stat(path)
  if (!found.isDirectory()) return [listFile(path)]
  const entries = await readdir(path, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  return names.toSorted().map((name) => listFile(join(path, name)))
}

export function listFile(path: string, name = basename(path)): ListFile {
  return { name, open: () => createReadStream(path, { highWaterMark: pieceBytes }) }
}

/** By which an interrupted import knows its files again. */
export async function digestFiles(files: readonly ListFile[]): Promise<Buffer> {
  const whole = createHash('sha256')
  for (const file of files) {
    const own = createHash('sha256')
    for await (const piece of file.open()) own.update(piece)
    whole.update(own.digest())
  }
  return whole.digest()
}
