import { parse, type Parser } from 'csv-parse'
import { RegisterFileError } from './register-file-error.ts'
import { rowsAtOnce, type RegisterFile, type Rows, type Text, type Values } from './register-rows.ts'

export async function csvFile(text: Text): Promise<RegisterFile> {
  const delimiter = await delimiterOf(text)
  const columns = await headerOf(text, delimiter)
  return { columns, rows: (wanted, from) => rowsOf(text, { columns, delimiter }, wanted, from) }
}

/** The publishers use two: the sign there is more of in the first line is the one. */
async function delimiterOf(text: Text): Promise<',' | ';'> {
  let head = ''
  for await (const chunk of await text.stream()) {
    head += String(chunk)
    if (head.includes('\n') || head.length > 100_000) break
  }
  const [line = ''] = head.split('\n', 1)
  return line.split(';').length > line.split(',').length ? ';' : ','
}

async function headerOf(text: Text, delimiter: string): Promise<string[]> {
  for await (const record of await parsed(text, delimiter)) return record as string[]
  throw new RegisterFileError('The file is empty.')
}

async function parsed(text: Text, delimiter: string): Promise<Parser> {
  const [stream, parser] = [await text.stream(), parse({ delimiter, bom: true })]
  stream.on('error', (error) => parser.destroy(error))
  // Leaving the loop early destroys the parser, and nobody else would let go of the file.
  parser.on('close', () => stream.destroy())
  return stream.pipe(parser)
}

async function* rowsOf(
  text: Text,
  { columns, delimiter }: { columns: readonly string[]; delimiter: string },
  wanted: readonly string[],
  from: number,
): AsyncGenerator<Rows> {
  const places = wanted.map((column) => columns.indexOf(column))
  const parser = await parsed(text, delimiter)
  let values: Values[] = []
  let position = -1
  for await (const record of parser as AsyncIterable<string[]>) {
    position += 1
    if (position === 0 || position <= from) continue
    values.push(places.map((place) => record[place] || null))
    if (values.length < rowsAtOnce) continue
    yield { values, position, share: Math.min(1, parser.info.bytes / text.bytes) }
    values = []
  }
  if (values.length > 0) yield { values, position, share: 1 }
}
