import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { checkDeclared, checkFirstBytes, fileKinds, kindOfName, NameContradicted } from '@vigie/inspect'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../../platform/db/index.ts'
import {
  checkFileName,
  newObjectKey,
  ObjectStoreError,
  ObjectTooLarge,
  StoreFull,
  type ObjectStore,
} from '../../../platform/files/index.ts'
import { write, type WriteRoute } from '../../../platform/http/index.ts'
import { AppError, requireDay } from '../../../platform/kernel/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { fieldProblem, maxFilesOfAnswer } from './answer-content.ts'
import type { AnswerBody } from './answer.schema.ts'
import type { StoredFile } from './evidences.ts'

interface UploadDeps extends Pick<UploadRules, 'store' | 'maxBytes'> {}

export interface ResponsesDeps extends UploadDeps {
  readonly db: Db
}

export const multipartType = 'multipart/form-data'

/** Most that one body may hold, all its files together. */
export function uploadBytes({ maxBytes }: UploadDeps): number {
  return maxFilesOfAnswer * maxBytes + 1024 * 1024
}

const noUpload: Received = { fields: {}, files: [], fingerprint: '', discard: async () => {} }

/** What was sent, in either form, with its fields checked against the route's schema. */
export async function readUploadedAnswer(
  request: FastifyRequest<{ Body: AnswerBody | undefined }>,
  deps: UploadDeps,
  type: DocumentType,
): Promise<{ body: AnswerBody; received: Received }> {
  const received = await receiveFiles(request, deps, type)
  try {
    const body = request.isMultipart() ? checkUploadFields(request, received.fields) : (request.body ?? {})
    if (body.file !== undefined) throw fieldProblem('/file', 'FIELD_UNKNOWN')
    requireDay({ pointer: '/effectiveDate' }, body.effectiveDate)
    return { body, received }
  } catch (error) {
    await received.discard()
    throw error
  }
}

export async function receiveFiles(
  request: FastifyRequest,
  deps: UploadDeps,
  { acceptedFileTypes: accepted }: Pick<DocumentType, 'acceptedFileTypes'>,
): Promise<Received> {
  return request.isMultipart() ? receiveUpload(request, { ...deps, accepted }) : noUpload
}

/** Fields arrive as text: what JSON would have said of them is read first, then the same schema rules. */
function checkUploadFields(request: FastifyRequest, fields: Readonly<Record<string, string>>): AnswerBody {
  const { formdata, draft, ...rest } = fields
  const body: Record<string, unknown> = { ...rest }
  if (formdata !== undefined) body['formdata'] = parseJsonPart(formdata)
  if (draft !== undefined) body['draft'] = draft === 'true' ? true : draft === 'false' ? false : draft
  const validate = request.getValidationFunction('body')
  if (!validate?.(body)) throw Object.assign(new Error('body'), { validation: validate?.errors ?? [] })
  return body
}

function parseJsonPart(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('JSON_MALFORMED')
  }
}

interface UploadRules {
  readonly store: ObjectStore
  readonly maxBytes: number
  /** Media types this document takes; what the service takes at all when empty. */
  readonly accepted: readonly string[]
}

interface Received {
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
async function receiveUpload(request: FastifyRequest, rules: UploadRules): Promise<Received> {
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
  const fileName = checkAcceptedName(part.filename ?? '', accepted, declared)
  const key = newObjectKey(scope.accountId)
  const arriving = part.file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  const body = Readable.from(checkFirstBytes(arriving, { fileName }), { objectMode: false })
  const stored = await store.put(key, body, { maxBytes }).catch((error: unknown) => {
    // Lets go of the part, which may still have to be read to its end.
    body.destroy()
    throw error
  })
  if (stored.size > 0) return { key, fileName, ...stored }
  await store.delete(key).catch(() => {})
  throw new AppError('UPLOAD_EMPTY')
}

/** The name as it may be kept, of a file this document takes. */
export function checkAcceptedName(name: string, accepted: readonly string[], type?: string): string {
  const checked = checkFileName(name)
  if (checked.kind === 'INVALID') throw new AppError(checked.code)
  const kind = kindOfName(checked.name)
  const declared = kind && checkDeclared(kind, type)
  const allowedKinds = fileKinds.filter(
    ({ contentType }) => accepted.length === 0 || accepted.includes(contentType),
  )
  if (!kind || !allowedKinds.includes(kind) || declared === 'NOT_ACCEPTED') {
    throw new AppError('UPLOAD_TYPE_REFUSED', {
      types: allowedKinds.map(({ extension }) => extension).join(', '),
    })
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
  const descriptions = [
    Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    files.map(({ fileName, sha256 }) => [fileName, sha256]),
  ]
  return createHash('sha256').update(JSON.stringify(descriptions)).digest('hex')
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

const cutShort = /unexpected end|terminated early|premature|aborted|closed before/i

/** Whatever went wrong while a body was read into the store, as one of the catalogue's problems. */
export function uploadFault(error: unknown, maxBytes: number): AppError {
  if (error instanceof AppError) return error
  if (error instanceof NameContradicted) return new AppError('UPLOAD_CONTENT_MISMATCH')
  if (error instanceof ObjectTooLarge) {
    return new AppError('UPLOAD_TOO_LARGE', { maxMiB: Math.floor(maxBytes / 1024 / 1024) })
  }
  if (error instanceof StoreFull) return new AppError('STORAGE_FULL', {}, { cause: error })
  if (error instanceof ObjectStoreError) {
    return new AppError('SERVICE_NOT_READY', { part: 'files' }, { cause: error })
  }
  return bodyFault(error)
}

function bodyFault(error: unknown): AppError {
  const { code, message } = error as { code?: unknown; message?: unknown }
  switch (code) {
    case 'FST_FILES_LIMIT':
    case 'FST_PARTS_LIMIT':
      return fieldProblem('/file', 'FIELD_TOO_MANY')
    case 'FST_FIELDS_LIMIT':
      return fieldProblem('', 'FIELD_TOO_MANY')
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return new AppError('JSON_MALFORMED')
    case 'FST_MP_PREMATURE_CLOSE':
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return new AppError('UPLOAD_INCOMPLETE', {}, { cause: error })
    default: {
      const incomplete = typeof message === 'string' && cutShort.test(message)
      // The parser knows no other faults than those of what it reads.
      return new AppError(incomplete ? 'UPLOAD_INCOMPLETE' : 'REQUEST_MALFORMED', {}, { cause: error })
    }
  }
}

/**
 * A write whose files are in the store already. They are removed when it is certain that nothing names them:
 * after a refusal, or when the answer was given before. After any other fault the commit may have happened, and
 * what it did not name is left to the sweep.
 */
export async function writeUpload<Answer>(
  { db, received }: { readonly db: Db; readonly received: Received },
  request: FastifyRequest,
  reply: FastifyReply,
  route: Omit<WriteRoute<undefined, Answer>, 'fingerprint' | 'prepare'>,
): Promise<FastifyReply> {
  let worked = false
  try {
    const answer = await write(db, request, reply, {
      ...route,
      fingerprint: received.fingerprint,
      work: (tx) => {
        worked = true
        return route.work(tx, undefined)
      },
    })
    if (!worked) await received.discard()
    return answer
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await received.discard()
    throw error
  }
}
