import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { uploadFault, type StoredFile } from '../../domain/evaluation/index.ts'
import { newObjectKey, ObjectStoreError, type ObjectStore } from '../../platform/files/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { addToDraft, requestOf } from '../drafts.ts'
import { visitorIn } from '../visitor.ts'
import { endUpload, fileOfObject, holdUpload, partsOf, type Part, type Upload } from './uploads.queries.ts'

/**
 * Makes a file of an upload that has arrived whole and puts it into the draft. Whoever comes twice, or again after
 * a fault, finds it there.
 */
export async function finishUpload(
  deps: PortalDeps,
  request: FastifyRequest,
  upload: Upload,
): Promise<Upload> {
  const { db, store } = deps
  const visitor = visitorIn(request)
  const parts = await db.read(visitor, (tx) => partsOf(tx, visitor, upload))
  const file = await joined(store, visitor.accountId, parts)
  const isCopy = parts.every(({ key }) => key !== file.key)
  const discardCopy = () => (isCopy ? store.delete(file.key).catch(() => undefined) : undefined)
  try {
    const done = await db.write(visitor, async (tx) => {
      const held = await holdUpload(tx, visitor, upload)
      if (held.state !== 'OPEN' || held.fileName === null) return held
      const asked = await requestOf(tx, request, held.documentId)
      const responseId = await addToDraft(tx, request, asked, [{ ...file, fileName: held.fileName }])
      const fileId = await fileOfObject(tx, visitor, file.key)
      await endUpload(tx, visitor, held, { state: 'DONE', responseId, fileId })
      return { ...held, state: 'DONE' as const, responseId, fileId, taken: true }
    })
    if ('taken' in done) await discardParts(store, parts, file.key)
    else await discardCopy()
    return done
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await discardCopy()
    throw error
  }
}

/** One part is the file already; several are read one after another into one. */
async function joined(
  store: ObjectStore,
  accountId: number,
  parts: readonly Part[],
): Promise<Omit<StoredFile, 'fileName'>> {
  const [only, second] = parts
  if (!only) throw new AppError('WRITE_CONFLICT')
  if (!second) return only
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
export async function discardParts(store: ObjectStore, parts: readonly Part[], kept: string | null) {
  const keys = parts.map(({ key }) => key).filter((key) => key !== kept)
  await Promise.allSettled(keys.map((key) => store.delete(key)))
}
