import { randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Download } from './api.ts'
import type { FeedPosition, FeedStore } from './feed.ts'

/** What a program on Node can do with files besides. */

/** A file on disk, to be put into `FormData` or sent as a body: it is read while it is sent, and again if need be. */
export async function openFile(path: string, type = ''): Promise<File> {
  return new File([await openAsBlob(path)], basename(path), { type })
}

/** Writes a download to a file as it comes. The file appears under its name only when it is whole. */
export async function saveDownload({ response }: Download, path: string): Promise<void> {
  const parts = besides(path)
  try {
    const source = response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([])
    await pipeline(source, createWriteStream(parts))
    await rename(parts, path)
  } catch (error) {
    await rm(parts, { force: true })
    throw error
  }
}

/** Keeps the position of a feed in a file, whole even if the machine stops while it is written. */
export function fileStore(path: string): FeedStore {
  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return text === null ? null : (JSON.parse(text) as FeedPosition)
    },
    async save(position) {
      const part = besides(path)
      const file = await open(part, 'w')
      try {
        await file.writeFile(JSON.stringify(position))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
    },
  }
}

const besides = (path: string) => join(dirname(path), `.${basename(path)}.${randomUUID()}`)
