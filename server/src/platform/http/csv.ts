export type CsvValue = string | number | boolean | null

/** How a file of values separated by a sign is written. */
export interface CsvDialect {
  readonly separator: ',' | ';' | '\t'
  readonly decimal: '.' | ','
}

/** By RFC 4180. */
export const plainCsv: CsvDialect = { separator: ',', decimal: '.' }

// The signs a formula begins with, also in the wide and small forms that spreadsheets take for the same.
const formulaSigns = '=+\\-@\\uff1d\\uff0b\\uff0d\\uff20\\ufe66\\ufe62\\ufe63\\ufe6b'
// What may stand between the beginning of a cell and such a sign without hiding it.
const skipped = '(?:[^\\S\\t\\r\\n]|["\'])*'
/**
 * The beginning of what a spreadsheet would run. A spreadsheet that expects another separator than the comma cuts
 * the text at that separator, quotes or not: so each place behind one counts as the beginning of a cell.
 */
const cellStart = new RegExp(
  `^(?=${skipped}[${formulaSigns}\\t\\r\\n])|(?<=[;,\\t\\r\\n])(?=${skipped}(?:[${formulaSigns}\\t]|$))`,
  'g',
)

/**
 * One field. All text stands in quotes, and an apostrophe stands before whatever a spreadsheet would take for a
 * formula; numbers are written as they are, negative ones too.
 */
export function csvField(value: CsvValue, { separator, decimal }: CsvDialect = plainCsv): string {
  if (value === null) return ''
  if (typeof value === 'number' && decimal === ',') {
    const text = String(value).replace('.', ',')
    return separator === ',' && text.includes(',') ? `"${text}"` : text
  }
  if (typeof value !== 'string') return String(value)
  return `"${value.replace(cellStart, "'").replaceAll('"', '""')}"`
}

export function csvLine(values: readonly CsvValue[], dialect: CsvDialect = plainCsv): string {
  return `${values.map((value) => csvField(value, dialect)).join(dialect.separator)}\r\n`
}
