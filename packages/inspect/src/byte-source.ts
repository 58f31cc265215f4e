import { open } from 'node:fs/promises'

/** What a caller hands in: bytes kept anywhere, as long as any part of them can be asked for. */
export interface Content {
  readonly size: number
  /** Exactly `length` bytes from `start`; both lie within `size`. A fault rejects, and ends the inspection. */
  read(start: number, length: number): Promise<Buffer>
}

/** Fewer bytes came than the size promised: the inspection has no verdict on what it did not see. */
export class ContentCutShort extends Error {
  override readonly name = 'ContentCutShort'
  constructor(expected: number, found: number) {
    super(`The content gave ${found} bytes where ${expected} were asked for.`)
  }
}

/** Bytes read at any place, so that no inspection needs a whole file in memory. */
export interface ByteSource {
  size: number
  /** As many bytes as there are from `position`, at most `length`. */
  read(position: number, length: number): Promise<Buffer>
  close(): Promise<void>
}

const blockBytes = 1024 * 1024
const keptBlocks = 4

/** The last few blocks are kept: structures are read in many small steps, a store answers one request at a time. */
function cachedSource(content: Content, close: () => Promise<void>): ByteSource {
  const { size } = content
  const blocks = new Map<number, Buffer>()
  async function block(index: number): Promise<Buffer> {
    const start = index * blockBytes
    const length = Math.min(blockBytes, size - start)
    const found = blocks.get(index) ?? (await content.read(start, length))
    if (found.length !== length) throw new ContentCutShort(length, found.length)
    blocks.delete(index)
    blocks.set(index, found)
    const [oldest] = blocks.keys()
    if (blocks.size > keptBlocks && oldest !== undefined) blocks.delete(oldest)
    return found
  }
  return {
    size,
    close,
    async read(position, length) {
      const end = Math.min(position + length, size)
      if (position < 0 || position >= end) return Buffer.alloc(0)
      const pieces: Buffer[] = []
      for (let at = position; at < end;) {
        const index = Math.floor(at / blockBytes)
        const piece = (await block(index)).subarray(at - index * blockBytes, end - index * blockBytes)
        pieces.push(piece)
        at += piece.length
      }
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
    },
  }
}

export async function openSource(content: Content | { readonly path: string }): Promise<ByteSource> {
  if (!('path' in content)) return cachedSource(content, async () => {})
  const handle = await open(content.path, 'r')
  const { size } = await handle.stat()
  const read = async (start: number, length: number) => {
    const block = Buffer.alloc(length)
    const { bytesRead } = await handle.read(block, 0, length, start)
    return block.subarray(0, bytesRead)
  }
  return cachedSource({ size, read }, () => handle.close())
}

/** Small enough for the texts made of such pieces to be collected quickly. */
export const textPieceBytes = 64 * 1024

/** The bytes from `start` to `end` (exclusive), in pieces of at most one block. */
export async function* piecesOf(
  source: ByteSource,
  start = 0,
  end = source.size,
  pieceBytes = blockBytes,
): AsyncGenerator<{ at: number; bytes: Buffer }> {
  for (let at = start; at < end;) {
    const bytes = await source.read(at, Math.min(pieceBytes - (at % pieceBytes), end - at))
    if (bytes.length === 0) return
    yield { at, bytes }
    at += bytes.length
  }
}
