import { createReadStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Definition } from '../attributes/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { headBytes, headerRecord } from './csv-rows.ts'
import { mappingFields, resolveHeadings, resolveSheet } from './headings.ts'
import type { ImportFormat, ImportLimits } from './import.ts'
import { parseMapping } from './mapping.ts'
import type { Spooled } from './spool-upload.ts'
import { openSheet, sheetAsCsv } from './workbook-csv.ts'

export interface UploadAsked {
  readonly format: ImportFormat
  /** JSON, from headings to fields. */
  readonly mapping: string | undefined
  readonly definitions: readonly Definition[]
  readonly limits: Pick<ImportLimits, 'maxRows' | 'maxBytes'>
}

/**
 * Turns what people send into the one file that is kept: CSV in UTF-8, its columns called as the API calls them. Sheets
 * are read here, while their sender waits, so that a file nobody can read is refused at once.
 */
export async function prepareUpload(file: Spooled, asked: UploadAsked): Promise<Spooled> {
  const { format, definitions } = asked
  const mapping = parseMapping(asked.mapping, mappingFields(definitions))
  if (format === 'NDJSON' || file.byteCount === 0) return file
  if (format === 'XLSX') return prepareSheet(file, asked)
  const { cells, bytes, delimiter } = headerRecord(await readFileHead(file.path))
  const headings = resolveHeadings(cells, definitions, mapping)
  // What needs no change is kept as it came.
  if (headings.every(({ heading, kept }) => kept === heading)) return file
  const header = headings.map(({ kept }) => `"${kept.replaceAll('"', '""')}"`).join(delimiter)
  async function* rewritten(): AsyncGenerator<string | Buffer> {
    yield `${header}\n`
    for await (const chunk of createReadStream(file.path, { start: bytes })) yield chunk as Buffer
  }
  return replaceContent(file, rewritten())
}

async function prepareSheet(file: Spooled, { mapping, definitions, limits }: UploadAsked): Promise<Spooled> {
  const sheet = await openSheet(file.path)
  try {
    const headings = resolveSheet(
      sheet.headings,
      definitions,
      parseMapping(mapping, mappingFields(definitions)),
    )
    return await replaceContent(file, limitBytes(sheetAsCsv(sheet, headings, limits), limits.maxBytes))
  } finally {
    sheet.close()
  }
}

/** Ends a sheet that is too much as text. */
export async function* limitBytes(lines: AsyncIterable<string>, maxBytes: number): AsyncGenerator<string> {
  let bytes = 0
  for await (const line of lines) {
    bytes += Buffer.byteLength(line)
    if (bytes > maxBytes) throw new AppError('IMPORT_WORKBOOK_TOO_LARGE')
    yield line
  }
}

async function replaceContent(file: Spooled, content: AsyncIterable<string | Buffer>): Promise<Spooled> {
  const next = `${file.path}.next`
  await pipeline(Readable.from(content), createWriteStream(next))
  await rename(next, file.path)
  const { size } = await stat(file.path)
  return { ...file, byteCount: size }
}

/** The beginning of a file that holds any header. */
export async function readFileHead(path: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of createReadStream(path, { end: headBytes - 1 })) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
