import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  attachmentDisposition,
  FileIntegrityFailure,
  FileKeyMissing,
  ObjectNotFound,
  ObjectStoreError,
  type ByteRange,
} from '../../../platform/files/index.ts'
import { parseByteRange } from '../../../platform/http/index.ts'
import { AppError } from '../../../platform/kernel/index.ts'

interface Download {
  readonly size: number
  /** Strong, with its quotes; null for what is another at each time and so cannot be resumed. */
  readonly etag: string | null
  readonly contentType: string
  readonly fileName: string
  readonly open: (range?: ByteRange) => Readable | Promise<Readable>
  /** Told once nothing more will be read, however it ended. */
  readonly onClose?: () => void
  /** For the log, should the bytes be wrong. */
  readonly ids: Readonly<Record<string, number>>
}

/** Sends the bytes, or the part asked for, as something to be saved and never to be shown. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> {
  const { onClose = () => undefined } = download
  try {
    const { size, etag } = download
    const range = etag === null ? null : parseByteRange(request.headers, { size, etag })
    const body = request.method === 'HEAD' ? Readable.from([]) : await open(request, download, range)
    body.once('close', onClose)
    return reply
      .code(range === null ? 200 : 206)
      .headers(headersOf(download, range))
      .send(body)
  } catch (error) {
    onClose()
    throw error
  }
}

function headersOf({ size, etag, contentType, fileName }: Download, range: Required<ByteRange> | null) {
  return {
    'content-type': contentType,
    'content-disposition': attachmentDisposition(fileName),
    'content-length': range === null ? size : range.end - range.start + 1,
    'cache-control': 'private, no-store',
    'accept-ranges': etag === null ? 'none' : 'bytes',
    ...(etag !== null && { etag }),
    ...(range !== null && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  }
}

async function open(
  request: FastifyRequest,
  { open: opened, ids }: Download,
  range: Required<ByteRange> | null,
): Promise<Readable> {
  const alarm = (error: unknown) => {
    const fault = integrityFault(error)
    if (fault) request.log.error({ ...ids, err: error, alarm: fault }, 'stored file cannot be handed out')
  }
  try {
    return await openServedBody(await (range === null ? opened() : opened(range)), alarm)
  } catch (error) {
    alarm(error)
    throw asProblem(error)
  }
}

/** What the operator has to hear of. */
function integrityFault(error: unknown): 'FILE_INTEGRITY_FAILURE' | 'FILE_KEY_MISSING' | null {
  if (error instanceof FileIntegrityFailure || error instanceof ObjectNotFound)
    return 'FILE_INTEGRITY_FAILURE'
  return error instanceof FileKeyMissing ? 'FILE_KEY_MISSING' : null
}

function asProblem(error: unknown): unknown {
  const fault = integrityFault(error)
  // Nothing will have changed within the seconds that are customary.
  const headers = fault === 'FILE_KEY_MISSING' ? { 'retry-after': '600' } : {}
  if (fault) return new AppError(fault, {}, { cause: error, headers })
  if (!(error instanceof ObjectStoreError)) return error
  return new AppError('SERVICE_NOT_READY', { part: 'files' }, { cause: error })
}

/** A reader who takes nothing for so long gives up what is held for them. */
const idleMs = 60_000

class ReaderIdle extends Error {
  constructor() {
    super('The reader stopped reading.')
  }
}

/**
 * The same bytes, their first chunk already there: what is wrong before it can still be answered as a problem, what
 * goes wrong later can only cut the connection. `onFault` hears of the latter.
 */
export async function openServedBody(
  source: Readable,
  onFault: (error: unknown) => void,
  waitMs: number = idleMs,
): Promise<Readable> {
  const chunks = source.iterator({ destroyOnReturn: true }) as AsyncIterator<Buffer>
  const first = await chunks.next()
  let idle: NodeJS.Timeout | undefined
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; next.done !== true; next = await chunks.next()) {
        idle = setTimeout(() => body.destroy(new ReaderIdle()), waitMs).unref()
        yield next.value
        clearTimeout(idle)
      }
    } catch (error) {
      onFault(error)
      throw error
    }
  }
  const body: Readable = Readable.from(bytes(), { objectMode: false })
  // A generator that nobody began runs no end of its own.
  body.once('close', () => {
    clearTimeout(idle)
    source.destroy()
  })
  return body
}
