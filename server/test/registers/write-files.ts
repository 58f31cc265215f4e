import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, parquetWrite } from 'hyparquet-writer'
import type { StockRow } from './sirene-stock.ts'

function cell(value: string | null | undefined, delimiter: string): string {
  const text = value ?? ''
  return text.includes('"') || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text
}

export function* csvLines(
  columns: readonly string[],
  rows: Iterable<StockRow>,
  delimiter = ',',
): Generator<string> {
  yield `${columns.join(delimiter)}\n`
  for (const row of rows) yield `${columns.map((column) => cell(row[column], delimiter)).join(delimiter)}\n`
}

export async function writeCsv(path: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(chunks(lines)), createWriteStream(path))
}

/** A zip archive with one compressed entry, written as a stream: sizes are told at the end, as publishers do. */
export async function writeZip(path: string, name: string, lines: Iterable<string>): Promise<void> {
  const out = createWriteStream(path)
  let [crc, size, packed] = [0, 0, 0]
  const entry = Buffer.from(name)
  const header = Buffer.alloc(26)
  header.writeUInt16LE(20, 0)
  header.writeUInt16LE(0x0808, 2)
  header.writeUInt16LE(8, 4)
  header.writeUInt16LE(entry.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), header, entry])
  out.write(local)
  const deflate = createDeflateRaw({ level: 1 })
  const source = Readable.from(chunks(lines)).on('data', (chunk: Buffer) => {
    crc = crc32(chunk, crc)
    size += chunk.length
  })
  for await (const part of source.pipe(deflate) as AsyncIterable<Buffer>) {
    packed += part.length
    if (!out.write(part)) await once(out, 'drain')
  }
  const sums = Buffer.alloc(12)
  for (const [i, value] of [crc, packed, size].entries()) sums.writeUInt32LE(value, i * 4)
  const descriptor = Buffer.concat([Buffer.from('PK\u0007\u0008', 'latin1'), sums])
  const central = Buffer.alloc(46)
  central.write('PK\u0001\u0002', 'latin1')
  central.writeUInt16LE(20, 4)
  header.copy(central, 6, 0, 10)
  sums.copy(central, 16)
  central.writeUInt16LE(entry.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + entry.length, 12)
  end.writeUInt32LE(local.length + packed + descriptor.length, 16)
  out.end(Buffer.concat([descriptor, central, entry, end]))
  await once(out, 'close')
}

function* chunks(lines: Iterable<string>): Generator<Buffer> {
  let text = ''
  for (const line of lines) {
    text += line
    if (text.length < 100_000) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

type Shape = Pick<SchemaElement, 'type' | 'converted_type'>

/** The types the publisher's Parquet files have, by the names of the columns. */
function shapeOf(column: string): { shape: Shape; read: (text: string) => unknown } {
  if (/^date(Creation|Debut)/.test(column)) {
    return { shape: { type: 'INT32', converted_type: 'DATE' }, read: (text) => new Date(`${text}T00:00:00Z`) }
  }
  if (column.startsWith('dateDernierTraitement')) {
    const shape: Shape = { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' }
    return { shape, read: (text) => new Date(`${text}Z`) }
  }
  if (/^(annee|nombrePeriodes|categorieJuridique)/.test(column))
    return { shape: { type: 'INT64' }, read: BigInt }
  if (/^(etablissementSiege|unitePurgee)/.test(column)) {
    return { shape: { type: 'BOOLEAN' }, read: (text) => text === 'true' }
  }
  return { shape: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, read: (text) => text }
}

/** The same rows in several row groups. */
export async function writeParquet(path: string, columns: readonly string[], rows: readonly StockRow[]) {
  const writer = new ByteWriter()
  const columnData = columns.map((name) => {
    const { read } = shapeOf(name)
    return {
      name,
      data: rows.map((row) => {
        const text = row[name] ?? null
        return text === null ? null : read(text)
      }),
    }
  })
  const elements = columns.map((name): SchemaElement => ({
    name,
    repetition_type: 'OPTIONAL',
    ...shapeOf(name).shape,
  }))
  const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...elements]
  await parquetWrite({ writer, columnData, schema, rowGroupSize: 2_000 })
  await writeFile(path, Buffer.from(writer.getBuffer()))
}
