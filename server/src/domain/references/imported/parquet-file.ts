import { open } from 'node:fs/promises'
import { parquetMetadataAsync, parquetReadObjects, parquetSchema, type AsyncBuffer } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { rowsAtOnce, type RegisterFile, type Rows, type Values } from './register-rows.ts'

/** Decoded together: what is in front of them in their group is skipped anew each time, so not too few. */
const rowsDecodedAtOnce = 40 * rowsAtOnce

/** Read some thousand rows at a time, and of the columns wanted only. */
export async function parquetFile(path: string): Promise<RegisterFile> {
  const file = await bufferOf(path)
  const metadata = await parquetMetadataAsync(file)
  const columns = parquetSchema(metadata).children.map(({ element }) => element.name)
  const total = Number(metadata.num_rows)
  return {
    columns,
    async *rows(wanted, from): AsyncGenerator<Rows> {
      const present = wanted.filter((column) => columns.includes(column))
      for (let rowStart = from; rowStart < total; rowStart += rowsDecodedAtOnce) {
        const rowEnd = Math.min(total, rowStart + rowsDecodedAtOnce)
        const range = { rowStart, rowEnd, columns: present }
        const objects = await parquetReadObjects({ file, metadata, compressors, ...range })
        for (let start = 0; start < objects.length; start += rowsAtOnce) {
          const part = objects.slice(start, start + rowsAtOnce)
          const values = part.map((object): Values =>
            wanted.map((column) => scalarText(object[column] as Scalar)),
          )
          const position = rowStart + start + part.length
          yield { values, position, share: position / total }
        }
      }
    },
  }
}

async function bufferOf(path: string): Promise<AsyncBuffer> {
  const handle = await open(path)
  const { size } = await handle.stat()
  await handle.close()
  return {
    byteLength: size,
    async slice(start, end = size) {
      const from = start < 0 ? size + start : start
      const part = Buffer.alloc(end - from)
      const file = await open(path)
      try {
        await file.read(part, 0, part.length, from)
      } finally {
        await file.close()
      }
      return part.buffer.slice(part.byteOffset, part.byteOffset + part.length)
    },
  }
}

type Scalar = string | number | bigint | boolean | Date | null | undefined

function scalarText(value: Scalar): string | null {
  if (value === null || value === undefined || value === '') return null
  return value instanceof Date ? value.toISOString() : String(value)
}
