import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { uploadFault, type StoredFile } from '../../domain/evaluation/index.ts'
import { newObjectKey, ObjectStoreError, type ObjectStore } from '../../platform/files/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { addToDraft, requestOf } from '../drafts.ts'
import { visitorIn } from '../visitor.ts'
import {
  endUpload,
  fileOfObject,
  findUpload,
  holdUpload,
  partsOf,
  requireOffset,
  type Part,
  type Upload,
} from './uploads.queries.ts'

/**
 * Makes a file of an upload whose last part is in the store and puts it into the draft. Should it fail, the last
 * part never came, and whoever sends it again tries the whole again.
 */
export async function finishUpload(
  { db, store }: PortalDeps,
  request: FastifyRequest,
  upload: Upload,
  last: Part,
): Promise<Upload> {
  const visitor = visitorIn(request)
  const kept = new Set([last.key])
  let mayBeCounted = false
  try {
    const earlier = await db.snapshot(visitor, async (tx) => {
      requireOffset(await findUpload(tx, visitor, upload), last.start)
      return partsOf(tx, visitor, upload)
    })
    const file = await joinParts(store, visitor.accountId, [...earlier, last])
    kept.add(file.key)
    mayBeCounted = true
    const done = await db.write(visitor, async (tx) => {
      const held = await holdUpload(tx, visitor, upload)
      requireOffset(held, last.start)
      if (held.fileName === null) throw new AppError('UPLOAD_NOT_FOUND', { uploadId: held.uploadId })
      const asked = await requestOf(tx, request, held.documentId)
      const responseId = await addToDraft(tx, request, asked, [{ ...file, fileName: held.fileName }])
      const fileId = await fileOfObject(tx, visitor, file.key)
      return endUpload(tx, visitor, held, { state: 'DONE', responseId, fileId })
    })
    await discardObjects(
      store,
      [...earlier, last].map(({ key }) => key).filter((key) => key !== file.key),
    )
    return done
  } catch (error) {
    // A commit whose answer was lost may have counted it; if it did not, the sweep finds the bytes.
    const isRefused = error instanceof AppError && error.status < 500
    if (isRefused || !mayBeCounted) await discardObjects(store, [...kept])
    throw error
  }
}

/** One part is the file already; several are read one after another into one. */
async function joinParts(
  store: ObjectStore,
  accountId: number,
  parts: readonly Part[],
): Promise<Omit<StoredFile, 'fileName'>> {
  const [only, second] = parts
  if (only && !second) return only
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  const key = newObjectKey(accountId)
  try {
    return { key, ...(await store.put(key, Readable.from(bytesOf(store, parts)), { maxBytes: size })) }
  } catch (error) {
    throw error instanceof ObjectStoreError ? uploadFault(error, size) : error
  }
}

async function* bytesOf(store: ObjectStore, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { key } of parts) yield* (await store.get(key)) as AsyncIterable<Buffer>
}

/** What is left over here, the sweep removes. */
export async function discardObjects(store: ObjectStore, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => store.delete(key)))
}
