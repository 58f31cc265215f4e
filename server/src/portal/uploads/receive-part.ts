import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { checkFirstBytes } from '@vigie/inspect'
import type { FastifyRequest } from 'fastify'
import { drain, uploadFault } from '../../domain/evaluation/index.ts'
import { newObjectKey, type StoredObject } from '../../platform/files/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { requireStillWelcome, visitorIn } from '../visitor.ts'
import { finishUpload } from './finish-upload.ts'
import { readChecksum, readOffset } from './tus.ts'
import {
  addPart,
  findUpload,
  holdUpload,
  requireOffset,
  type Part,
  type Upload,
  type UploadPath,
} from './uploads.queries.ts'

/** Of a part that broke off: less than this is sooner sent again than kept as an object of its own. */
const worthKeeping = 256 * 1024

/**
 * Keeps the bytes that continue an upload. They are in the store for good before they are counted, so what the
 * sender was told has arrived survives whatever happens to us. Bytes that make the upload whole are counted in the
 * very transaction that puts the file into the draft: an upload that says it is whole is there.
 */
export async function receivePart(
  deps: PortalDeps,
  request: FastifyRequest,
  path: UploadPath,
): Promise<Upload> {
  const visitor = visitorIn(request)
  try {
    const start = readOffset(request)
    const upload = await deps.db.read(visitor, (tx) => findUpload(tx, visitor, path))
    requireOffset(upload, start)
    if (start === upload.size) return upload
    const part = { ...(await storePart(deps, request, { ...upload, start })), start }
    const isLast = start + part.size === upload.size
    return isLast
      ? await finishUpload(deps, request, upload, part)
      : await countPart(deps, request, path, part)
  } catch (error) {
    // A sender that is still sending does not read its answer.
    await drain(request.raw)
    throw error
  }
}

async function storePart(
  { store }: PortalDeps,
  request: FastifyRequest,
  { fileName, size, start }: Pick<Upload, 'fileName' | 'size'> & { readonly start: number },
): Promise<StoredObject & { readonly key: string }> {
  const maxBytes = size - start
  if (request.body === undefined) throw new AppError('UPLOAD_EMPTY')
  const checksum = readChecksum(request)
  const digest = checksum && createHash(checksum.algorithm)
  const key = newObjectKey(visitorIn(request).accountId)
  const chunks = arriving(request, digest)
  const isBeginning = start === 0 && fileName !== null
  const checked = isBeginning ? checkFirstBytes(chunks, { fileName, size }) : chunks
  const body = Readable.from(checked, { objectMode: false })
  let stored: StoredObject
  try {
    stored = await store.put(key, body, { maxBytes })
  } catch (error) {
    // Lets go of the request, which may still have to be read to its end.
    body.destroy()
    throw uploadFault(error, maxBytes)
  }
  const isWhole = checksum === null || digest?.digest('base64') === checksum.digest
  const fault = faultOf(request, stored.size, { isWhole, isChecked: checksum !== null })
  if (fault === null) return { ...stored, key }
  await store.delete(key).catch(() => undefined)
  throw new AppError(fault)
}

/** What came before the connection broke is as good as any: the sender goes on from there. */
async function* arriving({ body, raw }: FastifyRequest, digest: Hash | null): AsyncGenerator<Buffer, void> {
  try {
    // Whoever stops early still owes the sender an answer, on this very connection.
    for await (const chunk of (body as Readable).iterator({ destroyOnReturn: false })) {
      digest?.update(chunk as Buffer)
      yield chunk as Buffer
    }
  } catch (error) {
    if (!isBroken(raw)) throw error
  }
}

const isBroken = ({ destroyed, complete }: IncomingMessage): boolean => destroyed && !complete

function faultOf({ raw }: FastifyRequest, size: number, found: { isWhole: boolean; isChecked: boolean }) {
  if (size === 0) return 'UPLOAD_EMPTY'
  if (isBroken(raw) && (size < worthKeeping || found.isChecked)) return 'UPLOAD_INCOMPLETE'
  return found.isWhole ? null : 'UPLOAD_CHECKSUM_MISMATCH'
}

async function countPart(
  { db, store }: PortalDeps,
  request: FastifyRequest,
  path: UploadPath,
  part: Part,
): Promise<Upload> {
  const visitor = visitorIn(request)
  try {
    return await db.write(visitor, async (tx) => {
      await requireStillWelcome(tx, request.scope, visitor)
      const held = await holdUpload(tx, visitor, path)
      requireOffset(held, part.start)
      return addPart(tx, visitor, held, part)
    })
  } catch (error) {
    // After any other fault the part may have been counted; if it was not, the sweep finds its bytes.
    if (error instanceof AppError && error.status < 500) await store.delete(part.key).catch(() => undefined)
    throw error
  }
}
