import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'
import { piecesOf, type ByteSource } from '../byte-source.ts'
import { bomb, mismatch, type InspectionLimits } from '../verdict.ts'
import type { PdfFindings } from './pdf-findings.ts'
import { PdfLexer } from './pdf-lexer.ts'
import type { StreamTask } from './pdf-stream-task.ts'

/** What one PDF may still cost; shared by all its streams. */
export interface Budget {
  objectBytes: number
  countedBytes: number
}

export interface PdfReading {
  source: ByteSource
  findings: PdfFindings
  limits: InspectionLimits
  budget: Budget
}

export async function runTask(reading: PdfReading, task: StreamTask): Promise<void> {
  if (task.kind === 'SIZE') return await countStream(reading, task.at)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of inflated(reading.source, task.at)) {
      reading.budget.objectBytes -= chunk.length
      if (reading.budget.objectBytes < 0) throw bomb('the packed objects of the PDF are too large')
      chunks.push(chunk)
    }
  } catch (error) {
    // Readers use what they could unpack of a damaged stream; we cannot see as much as they do.
    if ((error as NodeJS.ErrnoException).code?.startsWith('Z_'))
      throw mismatch('packed objects of the PDF are damaged')
    throw error
  }
  await readObjects(reading, Buffer.concat(chunks), task)
}

/** Compressed data end by themselves, whatever length the file gives them. */
async function* inflated(source: ByteSource, at: number): AsyncGenerator<Buffer> {
  const first = await source.read(at, 1)
  const start = first[0] === 0x0a ? at + 1 : at
  const unpack = createInflate({ chunkSize: 64 * 1024 })
  const packed = Readable.from(bytesFrom(source, start), { objectMode: false })
  packed.on('error', (error) => unpack.destroy(error))
  packed.pipe(unpack)
  try {
    for await (const chunk of unpack) yield chunk as Buffer
  } finally {
    packed.destroy()
    unpack.destroy()
  }
}

/** Small pieces first: most packed streams end within the first one. */
async function* bytesFrom(source: ByteSource, start: number): AsyncGenerator<Buffer> {
  const small = 16 * 1024
  yield await source.read(start, small)
  for await (const { bytes } of piecesOf(source, start + small)) yield bytes
}

async function countStream({ source, limits, budget }: PdfReading, at: number): Promise<void> {
  let size = 0
  try {
    for await (const chunk of inflated(source, at)) {
      size += chunk.length
      budget.countedBytes -= chunk.length
      if (size > limits.maxStreamBytes || budget.countedBytes < 0) {
        throw bomb('a stream of the PDF unpacks to an excessive size')
      }
    }
  } catch (error) {
    // A damaged picture harms nobody.
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error
  }
}

/** Each object is read from its own start to its own end, as a reader does: what lies between hides nothing. */
async function readObjects(
  { findings }: PdfReading,
  content: Buffer,
  { count, first }: { count: number; first: number },
): Promise<void> {
  if (first > content.length) throw mismatch('packed objects of the PDF are damaged')
  const header = content
    .toString('latin1', 0, first)
    .trim()
    .split(/[\s\0]+/)
    .map(Number)
  if (count * 2 > header.length || header.some((number) => !Number.isSafeInteger(number))) {
    throw mismatch('packed objects of the PDF are damaged')
  }
  let [room, sinceBreak] = [content.length + count * pieceBytes, 0]
  for (let i = 0; i < count; i += 1) {
    const start = first + (header[i * 2 + 1] ?? 0)
    findings.startObject(header[i * 2] ?? 0, start)
    const taken = readOne(findings, content.subarray(start))
    findings.endObject()
    room -= taken
    if (room < 0) throw bomb('the packed objects of the PDF repeat one another')
    sinceBreak += taken
    if (sinceBreak < pauseBytes) continue
    sinceBreak = 0
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Read in one go, then others have their turn. */
const pauseBytes = 256 * 1024
const pieceBytes = 256

/** Gives how many bytes it took. */
function readOne(findings: PdfFindings, bytes: Buffer): number {
  let depth = 0
  let ended = false
  const lexer = new PdfLexer({
    token(token, at) {
      if (ended) return
      if (token === '<<' || token === '[') depth += 1
      if (token === '>>' || token === ']') depth -= 1
      findings.token(token, at)
      ended = depth <= 0
    },
    comment: (text) => findings.comment(text),
    streamEnd: () => {},
  })
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    lexer.feed(bytes.subarray(at, at + pieceBytes))
    if (ended) return at + pieceBytes
  }
  lexer.end()
  return bytes.length
}
