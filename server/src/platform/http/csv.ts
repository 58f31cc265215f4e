/** What a spreadsheet would run as a formula, or read past. */
const dangerous = /^[=+\-@\t\r\n]/
const needsQuotes = /[",\r\n']/

export type CsvValue = string | number | boolean | null

/** One field by RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvField(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = dangerous.test(value) ? `'${value}` : value
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvField).join(',')}\r\n`
}
