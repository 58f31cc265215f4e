import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { drain, uploadFault } from '../../domain/evaluation/index.ts'
import { newObjectKey, type StoredObject } from '../../platform/files/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { requireStillWelcome, visitorIn } from '../visitor.ts'
import { addPart, findUpload, holdUpload, type Upload, type UploadPath } from './uploads.queries.ts'

export const maxPartBytes = 8 * 1024 * 1024

/**
 * Keeps the bytes that continue an upload. They are in the store for good before they are counted, so what the
 * sender was told has arrived survives whatever happens to us.
 */
export async function receivePart(
  deps: PortalDeps,
  request: FastifyRequest,
  path: UploadPath,
): Promise<Upload> {
  const visitor = visitorIn(request)
  const start = offsetOf(request)
  try {
    const upload = await deps.db.read(visitor, (tx) => findUpload(tx, visitor, path))
    if (upload.state !== 'OPEN') return upload
    requireOffset(upload, start)
    const room = upload.size - start
    if (room === 0) return upload
    const key = newObjectKey(visitor.accountId)
    const stored = await storePart(deps, request, { key, maxBytes: Math.min(room, maxPartBytes) })
    return await countPart(deps, request, path, { ...stored, key, start })
  } catch (error) {
    // A sender that is still sending does not read its answer.
    await drain(request.raw)
    throw error
  }
}

async function storePart(
  { store }: PortalDeps,
  { body }: FastifyRequest,
  { key, maxBytes }: { key: string; maxBytes: number },
): Promise<StoredObject> {
  if (body === undefined) throw new AppError('UPLOAD_EMPTY')
  let stored: StoredObject
  try {
    stored = await store.put(key, body as Readable, { maxBytes })
  } catch (error) {
    throw uploadFault(error, maxBytes)
  }
  if (stored.size > 0) return stored
  await store.delete(key).catch(() => undefined)
  throw new AppError('UPLOAD_EMPTY')
}

async function countPart(
  { db, store }: PortalDeps,
  request: FastifyRequest,
  path: UploadPath,
  part: StoredObject & { key: string; start: number },
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

function offsetOf({ headers }: FastifyRequest): number {
  const header = headers['upload-offset']
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) {
    throw new AppError('HEADER_INVALID', { header: 'upload-offset' })
  }
  return Number(header)
}

function requireOffset({ received }: Upload, start: number): void {
  if (received === start) return
  const headers = { 'upload-offset': String(received) }
  throw new AppError('UPLOAD_OFFSET_MISMATCH', { offset: received }, { headers })
}
