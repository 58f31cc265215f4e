import { rowsIn } from './copy-text.ts'
import { readAhead } from './lanes.ts'
import type { CopiedFiles } from './manifest.ts'
import type { BackupTarget } from './target.ts'

/** A file as the store holds it. */
export interface CopiedFile {
  readonly key: string
  readonly size: number
  /** Of the bytes as they are stored, hexadecimal. */
  readonly sha256: string
  readonly pieces: readonly string[]
}

/** One that the database names and the store does not have. */
export interface MissingFile {
  readonly key: string
  readonly size: null
}

export type ListedFile = CopiedFile | MissingFile

export function fileLine(file: ListedFile): Buffer {
  const fields = file.size === null ? ['-', '-', ''] : [String(file.size), file.sha256, file.pieces.join(',')]
  return Buffer.from(`${[file.key, ...fields].join('\t')}\n`)
}

function parseLine(line: string): ListedFile {
  const [key = '', size = '', sha256 = '', pieces = ''] = line.split('\t')
  if (size === '-') return { key, size: null }
  return { key, size: Number(size), sha256, pieces: pieces === '' ? [] : pieces.split(',') }
}

/** Sorted by key, as they were listed. */
export async function* readFileList(
  target: BackupTarget,
  { chunks }: Pick<CopiedFiles, 'chunks'>,
): AsyncGenerator<ListedFile> {
  for await (const content of readAhead(chunks, (name) => target.get(name))) {
    for (const line of rowsIn(content)) yield parseLine(line)
  }
}
