type Cell = string | number

/** A word that a spreadsheet would take for a formula is marked as text. */
function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return `"${text.replaceAll('"', '""')}"`
}

/** With the mark by which spreadsheets know UTF-8. */
export function csvOf(rows: readonly (readonly Cell[])[]): Blob {
  const lines = rows.map((row) => row.map(cellText).join(';'))
  return new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' })
}
