import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import {
  newObjectKey,
  ObjectNotFound,
  zipPlan,
  zipStream,
  type ObjectStore,
  type StoredObject,
  type ZipEntry,
} from '../../platform/files/index.ts'
import type { ExportSink } from './write-export.ts'

interface Archived extends ZipEntry {
  readonly objectKey: string
}

export interface ArchiveSink extends ExportSink {
  /** Puts the whole archive into the store, under a key of its own. */
  finish(): Promise<StoredObject & { readonly objectKey: string }>
  /** Removes the parts, whose bytes are in the archive by then, or are not wanted any more. */
  dropParts(): Promise<void>
}

interface Options {
  readonly store: ObjectStore
  readonly accountId: number
  readonly modifiedAt: Date
  /** Told of each object before it is put, so that somebody can remove it should this process end. */
  readonly beforePut: (objectKey: string) => Promise<void>
}

/**
 * An export as one ZIP archive in the store. Parts are put there one by one, because an archive begins with sizes that are
 * known only at the end of each; files of the account are read where they are.
 */
export function createArchiveSink({ store, accountId, modifiedAt, beforePut }: Options): ArchiveSink {
  const entries: Archived[] = []
  const parts: string[] = []
  const put = async (body: Readable) => {
    const objectKey = newObjectKey(accountId)
    await beforePut(objectKey)
    return { objectKey, ...(await store.put(objectKey, body, { maxBytes: Number.MAX_SAFE_INTEGER })) }
  }
  return {
    write: async (name, chunks) => {
      const { objectKey, size, sha256, crc32: sum } = await put(Readable.from(chunks, { objectMode: false }))
      parts.push(objectKey)
      entries.push({ name, size, sha256, crc32: sum, modifiedAt, objectKey })
      return { size, sha256 }
    },
    copy: async (name, objectKey) => {
      const measured = await measureObject(store, objectKey)
      if (measured) entries.push({ name, ...measured, modifiedAt, objectKey })
      return measured
    },
    finish: async () => {
      const plan = zipPlan(entries)
      return put(zipStream(plan, (index, range) => store.get(entries[index]!.objectKey, range)))
    },
    dropParts: async () => {
      for (const objectKey of parts) await store.delete(objectKey)
    },
  }
}

async function measureObject(
  store: ObjectStore,
  objectKey: string,
): Promise<{ size: number; sha256: string; crc32: number } | null> {
  const body = await store.get(objectKey).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null
    throw error
  })
  if (!body) return null
  const hash = createHash('sha256')
  let [size, sum] = [0, 0]
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk)
    size += chunk.length
    sum = crc32(chunk, sum)
  }
  return { size, sha256: hash.digest('hex'), crc32: sum }
}
