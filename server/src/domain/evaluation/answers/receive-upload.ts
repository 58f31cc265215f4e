import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import {
  checkDeclared,
  checkFileName,
  fileKinds,
  kindOfName,
  newObjectKey,
  type ObjectStore,
} from '../../../platform/files/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'
import { fieldProblem } from './answer-content.ts'
import { maxFilesOfAnswer } from './change-draft.ts'
import { uploadFault } from './upload-faults.ts'
import type { StoredFile } from './write-evidences.ts'

export interface UploadRules {
  readonly store: ObjectStore
  readonly maxBytes: number
  /** Media types this document takes; what the service takes at all when empty. */
  readonly accepted: readonly string[]
}

export interface Received {
  readonly fields: Readonly<Record<string, string>>
  readonly files: readonly StoredFile[]
  /** Tells this body from another under the same Idempotency-Key. */
  readonly fingerprint: string
  /** For a request that came to nothing. What it fails to remove, the sweep does. */
  discard(): Promise<void>
}

const maxFieldBytes = 256 * 1024
const maxFields = 10
// A sender that is still sending does not read: it gets its answer when the rest has been let through, within reason.
const drainBytes = 64 * 1024 * 1024
const drainMs = 5_000

/** Reads a multipart body: files go to the store one after another as they come, never into memory. */
export async function receiveUpload(request: FastifyRequest, rules: UploadRules): Promise<Received> {
  const fields: Record<string, string> = {}
  const files: StoredFile[] = []
  const discard = async () => {
    await Promise.allSettled(files.map(({ key }) => rules.store.delete(key)))
  }
  try {
    for await (const part of request.parts(partOptions(rules))) {
      if (part.type === 'file') files.push(await storePart(request, part, rules))
      else takeField(fields, part)
    }
  } catch (error) {
    await discard()
    await drain(request.raw)
    throw uploadFault(error, rules.maxBytes)
  }
  return { fields, files, fingerprint: fingerprintOf(fields, files), discard }
}

function partOptions({ maxBytes }: UploadRules) {
  return {
    // One byte more than may be, so that the store sees that there is too much.
    limits: {
      fileSize: maxBytes + 1,
      files: maxFilesOfAnswer,
      fields: maxFields,
      fieldSize: maxFieldBytes,
      fieldNameSize: 100,
      parts: maxFilesOfAnswer + maxFields,
      headerPairs: 20,
    },
    throwFileSizeLimit: false,
    preservePath: true,
  }
}

async function storePart(
  { scope }: FastifyRequest,
  part: MultipartFile,
  { store, maxBytes, accepted }: UploadRules,
): Promise<StoredFile> {
  if (part.fieldname !== 'file') throw fieldProblem(`/${pointerPart(part.fieldname)}`, 'FIELD_UNKNOWN')
  // A part that declares nothing counts as plain text: that says nothing either.
  const declared = part.mimetype === 'text/plain' ? undefined : part.mimetype
  const fileName = acceptedName(part.filename ?? '', accepted, declared)
  const key = newObjectKey(scope.accountId)
  const stored = await store.put(key, part.file, { maxBytes })
  if (stored.size > 0) return { key, fileName, ...stored }
  await store.delete(key).catch(() => {})
  throw new AppError('UPLOAD_EMPTY')
}

/** The name as it may be kept, of a file this document takes. */
export function acceptedName(name: string, accepted: readonly string[], type?: string): string {
  const checked = checkFileName(name)
  if (checked.kind === 'INVALID') throw new AppError(checked.code)
  const kind = kindOfName(checked.name)
  const declared = kind && checkDeclared(kind, type)
  const taken = fileKinds.filter(({ contentType }) => accepted.length === 0 || accepted.includes(contentType))
  if (!kind || !taken.includes(kind) || declared === 'NOT_ACCEPTED') {
    throw new AppError('UPLOAD_TYPE_REFUSED', { types: taken.map(({ extension }) => extension).join(', ') })
  }
  if (declared === 'OTHER_KIND') throw new AppError('UPLOAD_CONTENT_MISMATCH')
  return checked.name
}

function takeField(fields: Record<string, string>, part: MultipartValue): void {
  const pointer = `/${pointerPart(part.fieldname)}`
  if (part.fieldname === 'file') throw fieldProblem(pointer, 'FIELD_TYPE')
  if (part.fieldnameTruncated || Object.hasOwn(fields, part.fieldname))
    throw fieldProblem(pointer, 'FIELD_FORMAT')
  if (part.valueTruncated) throw fieldProblem(pointer, 'FIELD_TOO_LONG')
  // A part that says it is JSON comes parsed.
  fields[part.fieldname] = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
}

function pointerPart(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}

function fingerprintOf(fields: Record<string, string>, files: readonly StoredFile[]): string {
  const told = [
    Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    files.map(({ fileName, sha256 }) => [fileName, sha256]),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}

export async function drain(raw: IncomingMessage): Promise<void> {
  raw.unpipe()
  if (raw.readableEnded || raw.destroyed) return
  let left = drainBytes
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, drainMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    raw.on('end', done).on('close', done).on('error', done)
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    })
    raw.resume()
  })
  if (!raw.readableEnded) raw.pause()
}
