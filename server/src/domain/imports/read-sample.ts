import { open } from 'node:fs/promises'
import { headBytes, headRows } from './csv-rows.ts'
import type { ImportFormat } from './import.ts'
import { openSheet } from './workbook-csv.ts'

const sampleRows = 5

/** The header of a file and its first rows, as text. */
export async function readSample(
  path: string,
  format: ImportFormat,
): Promise<{ headings: readonly string[]; rows: string[][] }> {
  if (format !== 'XLSX') {
    const [headings = [], ...rows] = headRows(await readHead(path), sampleRows + 1)
    return { headings, rows }
  }
  const sheet = await openSheet(path)
  try {
    const rows: string[][] = []
    for await (const { cells } of sheet.rows) {
      rows.push(cells.map((cell) => ('text' in cell ? cell.text : '')))
      if (rows.length === sampleRows) break
    }
    return { headings: sheet.headings, rows }
  } finally {
    sheet.close()
  }
}

async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const text = buffer.subarray(0, bytesRead).toString('utf8')
    // A row that the piece cuts in two is left out.
    return bytesRead < headBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1)
  } finally {
    await file.close()
  }
}
