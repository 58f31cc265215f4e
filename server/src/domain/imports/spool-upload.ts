import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../platform/kernel/index.ts'

export interface Spooled {
  readonly path: string
  readonly byteCount: number
  readonly sha256: string
  remove(): Promise<void>
}

/** How the text of a body is written; null for what is no text. */
export type UploadEncoding = 'utf-8' | 'windows-1252' | null

/** The body on disk, whole and in UTF-8: the transaction that keeps it must not wait for a slow sender. */
export async function spoolUpload(
  body: Readable,
  maxBytes: number,
  encoding: UploadEncoding = 'utf-8',
): Promise<Spooled> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const file = path.join(folder, 'upload')
  const hash = createHash('sha256')
  let byteCount = 0
  async function* checkChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const decoder = encoding === null ? null : new TextDecoder(encoding, { fatal: true })
    for await (const chunk of chunks) {
      byteCount += chunk.length
      if (byteCount > maxBytes) throw new AppError('BODY_TOO_LARGE', { maxKiB: Math.floor(maxBytes / 1024) })
      const text = decoder && decode(() => decoder.decode(chunk, { stream: true }))
      hash.update(chunk)
      yield encoding === 'windows-1252' ? Buffer.from(text ?? '') : chunk
    }
    if (decoder) decode(() => decoder.decode())
  }
  try {
    await pipeline(body, checkChunks, createWriteStream(file))
  } catch (error) {
    await remove()
    throw isConnectionLost(error) ? new AppError('UPLOAD_INCOMPLETE', {}, { cause: error }) : error
  }
  return { path: file, byteCount, sha256: hash.digest('hex'), remove }
}

function decode(work: () => string): string {
  try {
    return work()
  } catch {
    throw new AppError('IMPORT_ENCODING_INVALID')
  }
}

function isConnectionLost(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}
