import { createHash } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { ObjectTooLarge, type PutOptions, type StoredObject } from './object-store.ts'

export interface MeteredBody {
  /** What is to be stored. */
  chunks: AsyncIterable<Buffer>
  /** What has passed so far: final once `chunks` is exhausted. */
  measured(): StoredObject
  /** Set when the input failed, so that a driver can tell that from a fault of its own. */
  inputFault(): { error: unknown } | undefined
}

/** Measures a body while a driver reads it. A driver that stops reading leaves the rest in the body. */
export function meterBody(body: Readable, options: PutOptions): MeteredBody {
  const { maxBytes, signal, encode = (chunks) => chunks } = options
  const hash = createHash('sha256')
  let size = 0
  let crc = 0
  let fault: { error: unknown } | undefined
  // A body left half read may fail later, when nobody listens any more: that must not end the process.
  body.on('error', () => {})

  async function* read(): AsyncGenerator<Buffer> {
    try {
      if (signal) addAbortSignal(signal, body)
      for await (const piece of body.iterator({ destroyOnReturn: false })) {
        const chunk: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(piece as Uint8Array | string)
        size += chunk.length
        if (size > maxBytes) throw new ObjectTooLarge(maxBytes)
        hash.update(chunk)
        crc = crc32(chunk, crc)
        yield chunk
      }
    } catch (error) {
      fault = { error: signal?.aborted ? signal.reason : error }
      throw error
    }
  }

  return {
    chunks: encode(read()),
    measured: () => ({ size, sha256: hash.copy().digest('hex'), crc32: crc }),
    inputFault: () => fault,
  }
}
