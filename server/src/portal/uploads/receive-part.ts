import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { drain, uploadFault } from '../../domain/evaluation/index.ts'
import { newObjectKey, type StoredObject } from '../../platform/files/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { requireStillWelcome, visitorIn } from '../visitor.ts'
import { finishUpload } from './finish-upload.ts'
import { readChecksum, readOffset, type Checksum } from './tus.ts'
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
    const checksum = readChecksum(request)
    const upload = await deps.db.read(visitor, (tx) => findUpload(tx, visitor, path))
    requireOffset(upload, start)
    if (start === upload.size) return upload
    const part = { ...(await storePart(deps, request, upload.size - start)), start }
    await checkPart(deps, request, part, checksum)
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

type StoredPart = StoredObject & { readonly key: string; readonly sha1: string }

async function storePart(
  { store }: PortalDeps,
  request: FastifyRequest,
  maxBytes: number,
): Promise<StoredPart> {
  const visitor = visitorIn(request)
  if (request.body === undefined) throw new AppError('UPLOAD_EMPTY')
  const key = newObjectKey(visitor.accountId)
  const sha1 = createHash('sha1')
  const body = Readable.from(
    arriving(request, (chunk) => sha1.update(chunk)),
    { objectMode: false },
  )
  try {
    return { key, ...(await store.put(key, body, { maxBytes })), sha1: sha1.digest('base64') }
  } catch (error) {
    throw uploadFault(error, maxBytes)
  }
}

/** What came before the connection broke is as good as any: the sender goes on from there. */
async function* arriving(
  request: FastifyRequest,
  see: (chunk: Buffer) => unknown,
): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of request.body as AsyncIterable<Buffer>) {
      see(chunk)
      yield chunk
    }
  } catch (error) {
    if (!isBroken(request)) throw error
  }
}

const isBroken = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

async function checkPart(
  { store }: PortalDeps,
  request: FastifyRequest,
  { key, size, sha1, sha256 }: StoredPart,
  checksum: Checksum | null,
): Promise<void> {
  const found = checksum?.algorithm === 'sha1' ? sha1 : Buffer.from(sha256, 'hex').toString('base64')
  const fault =
    size === 0
      ? new AppError('UPLOAD_EMPTY')
      : isBroken(request) && (size < worthKeeping || checksum !== null)
        ? new AppError('UPLOAD_INCOMPLETE')
        : checksum !== null && checksum.digest !== found
          ? new AppError('UPLOAD_CHECKSUM_MISMATCH')
          : null
  if (fault === null) return
  await store.delete(key).catch(() => undefined)
  throw fault
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
