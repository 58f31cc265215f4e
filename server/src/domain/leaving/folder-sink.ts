import { createHash } from 'node:crypto'
import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { ObjectNotFound, type ObjectStore } from '../../platform/files/index.ts'
import type { ExportSink, Measured } from './write-export.ts'

/** An export as a folder of plain files, for whoever has the machine. */
export async function createFolderSink(folder: string, store: ObjectStore): Promise<ExportSink> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // What was there before would look as if it belonged to the export.
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder.`)
  const write = (name: string, chunks: AsyncIterable<Buffer>) => writeFile(path.join(folder, name), chunks)
  return {
    write,
    copy: async (name, objectKey) => {
      const body = await store.get(objectKey).catch((error: unknown) => {
        if (error instanceof ObjectNotFound) return null
        throw error
      })
      return body && write(name, body as AsyncIterable<Buffer>)
    },
  }
}

async function writeFile(target: string, chunks: AsyncIterable<Buffer>): Promise<Measured> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  const file = await open(target, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      await file.appendFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex') }
}
