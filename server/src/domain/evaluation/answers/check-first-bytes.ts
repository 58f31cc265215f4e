import { contradictsName, firstBytes } from '@vigie/inspect'
import { AppError } from '../../../platform/kernel/index.ts'

interface ArrivingFile {
  readonly fileName: string
  /** Of the whole file, where its sender said so; what arrives may be its beginning only. */
  readonly size?: number
}

/**
 * Lets a file pass on its way to the store, and breaks off once its first bytes contradict its name: the store then
 * keeps nothing of it. The sender learns it at once instead of from the inspection, which looks at the whole later.
 */
export async function* checkFirstBytes(
  chunks: AsyncIterable<Buffer>,
  { fileName, size }: ArrivingFile,
): AsyncGenerator<Buffer, void> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (head !== null) {
      head = Buffer.concat([head, chunk.subarray(0, firstBytes - head.length)])
      if (head.length === firstBytes) {
        refuseContradiction(fileName, head)
        head = null
      }
    }
    yield chunk
  }
  const isWhole = head !== null && head.length > 0 && (size === undefined || size === head.length)
  if (head !== null && isWhole) refuseContradiction(fileName, head)
}

function refuseContradiction(fileName: string, head: Buffer): void {
  if (contradictsName(fileName, head)) throw new AppError('UPLOAD_CONTENT_MISMATCH')
}
