import { StringDecoder } from 'node:string_decoder'
import { AppError } from '../../platform/kernel/index.ts'
import type { GivenRow } from './check-row.ts'
import type { RowFault } from './import.ts'
import type { ReadRow } from './read-row.ts'

const maxRowLength = 64 * 1024
const maxAttributes = 200
const columns = {
  type: 'legalIdentifier.code',
  value: 'legalIdentifier.value',
  code: 'code',
  name: 'unmanaged.name',
  countryCode: 'unmanaged.countryCode',
  owner: 'owner',
}

/** Every line an object in the shape of the body that adds one company; rows are lines, blank ones count. */
export async function* ndjsonRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadRow> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let row = 0
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      row += 1
      checkLength(line, row)
      if (line.trim() !== '') yield { row, bytes, ...rowOf(line) }
    }
    checkLength(rest, row + 1)
  }
  rest += decoder.end()
  if (rest.trim() !== '') yield { row: row + 1, bytes, ...rowOf(rest) }
}

/** Wherever the pieces of the file were cut, a line that long ends it. */
function checkLength(line: string, row: number): void {
  if (line.length > maxRowLength) throw new AppError('IMPORT_FILE_MALFORMED', { row })
}

function rowOf(line: string): Pick<ReadRow, 'given' | 'faults'> {
  let value: unknown
  try {
    // A byte order mark is part of the first line, and no part of its object.
    value = JSON.parse(line.replace(/^\ufeff/, ''))
  } catch {
    return notAnObject
  }
  if (!isObject(value)) return notAnObject
  const reader = new FieldReader()
  const given = readGiven(reader, value)
  return reader.faults.length > 0 ? { faults: reader.faults } : { given }
}

const notAnObject = {
  faults: [{ column: null, code: 'IMPORT_ROW_JSON', params: {} }],
} as const satisfies Pick<ReadRow, 'faults'>

type Fields = Record<string, unknown>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads what is of its type and remembers what is not. */
class FieldReader {
  readonly faults: RowFault[] = []

  object(value: unknown, at: string, known: readonly string[]): Fields {
    if (value === undefined) return {}
    if (!isObject(value)) return this.#wrong(at, 'object', {})
    for (const field of Object.keys(value)) {
      if (known.includes(field)) continue
      const params = { field: field.slice(0, 60) }
      this.faults.push({ column: at || null, code: 'IMPORT_FIELD_UNKNOWN', params })
      break
    }
    return value
  }

  text(value: unknown, at: string): string | null {
    if (value === undefined) return null
    return typeof value === 'string' ? value : this.#wrong(at, 'string', null)
  }

  list(value: unknown, at: string): readonly unknown[] {
    if (value === undefined) return []
    const isList = Array.isArray(value) && value.length <= maxAttributes
    return isList ? (value as unknown[]) : this.#wrong(at, 'array', [])
  }

  #wrong<T>(column: string, type: string, instead: T): T {
    this.faults.push({ column, code: 'IMPORT_VALUE_TYPE', params: { type } })
    return instead
  }
}

function readGiven(reader: FieldReader, value: Fields): GivenRow {
  const body = reader.object(value, '', ['legalIdentifier', 'code', 'unmanaged', 'attributes', 'owner'])
  const identifier = reader.object(body['legalIdentifier'], 'legalIdentifier', [
    'code',
    'value',
    'countryCode',
    'register',
  ])
  const unmanaged = reader.object(body['unmanaged'], 'unmanaged', ['name', 'countryCode'])
  return {
    type: reader.text(identifier['code'], columns.type)?.trim() ?? '',
    value: reader.text(identifier['value'], columns.value)?.trim() ?? '',
    identifierCountry: reader.text(identifier['countryCode'], 'legalIdentifier.countryCode')?.trim() || null,
    register: reader.text(identifier['register'] ?? undefined, 'legalIdentifier.register')?.trim() || null,
    code: reader.text(body['code'], columns.code)?.trim() || null,
    name: reader.text(unmanaged['name'], columns.name)?.trim() || null,
    countryCode: reader.text(unmanaged['countryCode'], columns.countryCode)?.trim() || null,
    owner: reader.text(body['owner'], columns.owner)?.trim() || null,
    attributes: reader.list(body['attributes'], 'attributes').map((one, index) => {
      const at = `attributes.${index}`
      const fields = reader.object(one, at, ['label', 'values'])
      const label = reader.text(fields['label'], `${at}.label`) ?? ''
      const values = reader.list(fields['values'], `${at}.values`)
      return { column: at, input: { label: label.slice(0, 200), values } }
    }),
    columns,
  }
}
