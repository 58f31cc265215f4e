/** A cell that a spreadsheet would take for a formula is kept from being one. */
const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  // The mark at the start tells spreadsheets that accents are UTF-8.
  const text = `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
