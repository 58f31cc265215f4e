import type { Download } from './api.ts'
import { chunksOf } from './body.ts'

/** Tables of the service: separated by commas or semicolons, text in quotes, the first line names the columns. */

const signs = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b'
const passed = '(?:[^\\S\\t\\r\\n]|["\'])*'
// Exports put an apostrophe before whatever a spreadsheet would run, each of which is taken out again.
const guard = new RegExp(
  `^'(?=${passed}[${signs}\\t\\r\\n])|(?<=[;,\\t\\r\\n])'(?=${passed}(?:[${signs}\\t]|$))`,
  'g',
)

type Table = string | Blob | Download | Response

/** The rows of an export, one after the other, while it is still on its way: `csvRows(await account.download(…))`. */
export async function* csvRows(table: Table): AsyncGenerator<Record<string, string>, void, undefined> {
  const split = rowSplitter()
  let columns: string[] | null = null
  for await (const text of textOf(table)) {
    for (const cells of split(text)) {
      if (columns) yield rowOf(columns, cells)
      else columns = cells
    }
  }
}

/** The same of a text that is there. */
export function parseCsv(text: string): Record<string, string>[] {
  const split = rowSplitter()
  const [columns = [], ...rows] = [...split(text), ...split(null)]
  return rows.map((cells) => rowOf(columns, cells))
}

/** Rows as a text to import. Columns are those of the first row. */
export function csvText(rows: readonly Readonly<Record<string, string | number | boolean | null>>[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((cells) => `${cells.map(quoteCell).join(',')}\r\n`).join('')
}

const quoteCell = (cell: string | number | boolean) =>
  typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : String(cell)

const rowOf = (columns: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(columns.map((column, at) => [column, (cells[at] ?? '').replace(guard, '')]))

async function* textOf(table: Table): AsyncGenerator<string | null> {
  if (typeof table === 'string') {
    yield table
  } else {
    const response =
      table instanceof Response ? table : table instanceof Blob ? new Response(table) : table.response
    const decoder = new TextDecoder()
    for await (const bytes of chunksOf(response.body ?? new Blob([]).stream())) {
      yield decoder.decode(bytes, { stream: true })
    }
    yield decoder.decode()
  }
  yield null
}

const byteOrderMark = '\uFEFF'

/** Takes a text piece by piece and gives the rows that are whole; null is the end. */
function rowSplitter(): (piece: string | null) => Generator<string[]> {
  let separator = ''
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let former = ''
  const endCell = () => {
    cells.push(cell)
    cell = ''
  }
  function* endRow(): Generator<string[]> {
    endCell()
    // The first line decides; one with a single column leaves the comma.
    separator ||= ','
    if (cells.length > 1 || cells[0] !== '') yield cells
    cells = []
  }
  return function* split(piece) {
    for (const letter of piece ?? '') {
      const isDoubled = letter === '"' && former === '"' && !isQuoted
      if (isDoubled) cell += letter
      if (letter === '"') isQuoted = !isQuoted
      else if (isQuoted) cell += letter
      else if (letter === separator || (separator === '' && /[,;\t]/.test(letter))) {
        separator = letter
        endCell()
      } else if (letter === '\r' || (letter === '\n' && former !== '\r')) yield* endRow()
      else if (letter !== '\n' && letter !== byteOrderMark) cell += letter
      former = letter
    }
    if (piece === null) yield* endRow()
  }
}
