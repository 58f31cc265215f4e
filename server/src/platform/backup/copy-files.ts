import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ObjectNotFound, type ObjectStore } from '../files/index.ts'
import { rowsIn } from './copy-text.ts'
import { ChunkWriter } from './copy-tables.ts'
import { fileLine, readFileList, type CopiedFile, type ListedFile } from './file-list.ts'
import { readAhead } from './lanes.ts'
import type { CopiedFiles } from './manifest.ts'
import type { BackupTarget } from './target.ts'

const pieceBytes = 4 * 1024 * 1024
const filesAtOnce = 6

export interface CopyFilesOptions {
  /** As the store holds them: sealed files stay sealed. */
  readonly store: Pick<ObjectStore, 'get'>
  /** Keys one a line, sorted by bytes. */
  readonly keys: Buffer
  /** Of the copy before, whose files need not be read again: a file never changes. */
  readonly before: Pick<CopiedFiles, 'chunks'>
  readonly signal: AbortSignal
  readonly onProgress: (files: number, bytes: number) => void
}

interface FileResult {
  readonly file: ListedFile
  readonly objects: number
  readonly added: number
}

export interface FilesResult {
  readonly files: CopiedFiles
  readonly objects: number
  readonly added: number
  /** Keys of those that were read for this copy. */
  readonly fresh: ReadonlySet<string>
}

export async function copyFiles(target: BackupTarget, options: CopyFilesOptions): Promise<FilesResult> {
  const writer = new ChunkWriter(target)
  const sum = { count: 0, bytes: 0, missing: 0, objects: 0, added: 0 }
  const fresh = new Set<string>()
  const known = new KnownFiles(readFileList(target, options.before))
  const copyOne = async (key: string): Promise<FileResult> => {
    options.signal.throwIfAborted()
    const former = await known.find(key)
    if (former) return { file: former, objects: 0, added: 0 }
    const result = await copyFile(target, options.store, key)
    if (result.file.size !== null) fresh.add(key)
    return result
  }
  for await (const { file, objects, added } of readAhead(rowsIn(options.keys), copyOne, filesAtOnce)) {
    sum.objects += objects
    sum.added += added
    if (file.size === null) sum.missing += 1
    else {
      sum.count += 1
      sum.bytes += file.size
    }
    await writer.take([fileLine(file)])
    options.onProgress(sum.count, sum.bytes)
  }
  await writer.end()
  const { count, bytes, missing } = sum
  return {
    files: { count, bytes, missing, chunks: writer.names },
    objects: sum.objects + writer.objects,
    added: sum.added + writer.added,
    fresh,
  }
}

/** The list of the copy before, asked in its own order: each is found or passed over, and none is kept. */
class KnownFiles {
  readonly #list: AsyncGenerator<ListedFile>
  #next: ListedFile | null | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(list: AsyncGenerator<ListedFile>) {
    this.#list = list
  }

  /** Asked by several at once, answered one after the other, in the order of their asking. */
  find(key: string): Promise<CopiedFile | null> {
    const answer = this.#turn.then(() => this.#advance(key))
    this.#turn = answer.catch(() => undefined)
    return answer
  }

  async #advance(key: string): Promise<CopiedFile | null> {
    if (this.#next === undefined) await this.#read()
    while (this.#next && this.#next.key < key) await this.#read()
    const found = this.#next
    // One that was missing is looked for again.
    return found && found.key === key && found.size !== null ? found : null
  }

  async #read(): Promise<void> {
    const { value, done } = await this.#list.next()
    this.#next = done ? null : value
  }
}

async function copyFile(
  target: BackupTarget,
  store: CopyFilesOptions['store'],
  key: string,
): Promise<FileResult> {
  const body = await store.get(key).catch((error: unknown) => {
    if (error instanceof ObjectNotFound) return null
    throw error
  })
  if (body === null) return { file: { key, size: null }, objects: 0, added: 0 }
  const digest = createHash('sha256')
  const pieces: string[] = []
  const sum = { size: 0, objects: 0, added: 0 }
  for await (const piece of piecesOf(body)) {
    digest.update(piece)
    sum.size += piece.length
    const { name, added } = await target.put(piece, { compress: false })
    pieces.push(name)
    if (added > 0) sum.objects += 1
    sum.added += added
  }
  const file = { key, size: sum.size, sha256: digest.digest('hex'), pieces }
  return { file, objects: sum.objects, added: sum.added }
}

async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
  let [parts, bytes]: [Buffer[], number] = [[], 0]
  for await (const part of body as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes < pieceBytes) continue
    const whole = Buffer.concat(parts, bytes)
    yield whole.subarray(0, pieceBytes)
    parts = [whole.subarray(pieceBytes)]
    bytes -= pieceBytes
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes)
}
