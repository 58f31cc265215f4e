export type Delimiter = ',' | ';' | '\t'

const delimiters: readonly Delimiter[] = [',', ';', '\t']

/** Spreadsheets of this part of the world write either of two encodings. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The sign there is most of in the first line. */
export function delimiterOf(text: string): Delimiter {
  const [line = ''] = text.split('\n', 1)
  const count = (sign: string) => line.split(sign).length
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** One row after the other; a quoted cell may hold the sign, quotes and line ends. */
export function* rowsOf(text: string, delimiter: Delimiter): Generator<string[]> {
  const cell = new RegExp(`"((?:[^"]|"")*)"?([^${delimiter}\\r\\n]*)|([^${delimiter}\\r\\n]*)`, 'y')
  let row: string[] = []
  let place = 0
  while (place <= text.length) {
    cell.lastIndex = place
    const [whole = '', quoted, after = '', bare = ''] = cell.exec(text) ?? []
    row.push(quoted === undefined ? bare : quoted.replaceAll('""', '"') + after)
    place += whole.length
    if (text[place] === delimiter) {
      place += 1
      continue
    }
    if (place < text.length || row.length > 1 || row[0] !== '') yield row
    row = []
    place += text.startsWith('\r\n', place) ? 2 : 1
  }
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const csvLine = (cells: readonly string[]): string => cells.map(quoted).join(',')

// By the rule of the service's own tables (`platform/http/csv.ts` of the server): an apostrophe before whatever a
// spreadsheet would run, also behind the separators of other countries.
const formulaStart =
  /^(?=(?:[^\S\t\r\n]|["'])*[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t\r\n])|(?<=[;,\t\r\n])(?=(?:[^\S\t\r\n]|["'])*(?:[=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\t]|$))/g

/** A line for a spreadsheet; `csvLine` is for the service, which takes cells as they are. */
export const spreadsheetLine = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll(formulaStart, "'").replaceAll('"', '""')}"`).join(',')
