import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openWorkbook, type ReadCell } from '@vigie/spreadsheet'

export interface SheetTable {
  readonly headings: string[]
  /** By heading; empty cells are left out. */
  readonly rows: Record<string, ReadCell>[]
}

/** A workbook as a table: its first row names the columns. */
export async function readSheet(bytes: Buffer): Promise<SheetTable> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-sheet-'))
  try {
    const file = path.join(folder, 'book.xlsx')
    await writeFile(file, bytes)
    const book = await openWorkbook(file)
    const rows: (readonly ReadCell[])[] = []
    for await (const { cells } of book.rows()) rows.push(cells)
    book.close()
    const [first = [], ...rest] = rows
    const headings = first.map((cell) => textOf(cell) ?? '')
    return { headings, rows: rest.map((cells) => byHeading(headings, cells)) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const textOf = (cell: ReadCell | undefined): string | undefined =>
  cell !== undefined && 'text' in cell ? cell.text : undefined

const byHeading = (headings: string[], cells: readonly ReadCell[]) =>
  Object.fromEntries(
    cells.flatMap((cell, nth) => (cell.kind === 'EMPTY' ? [] : [[headings[nth] ?? '', cell]])),
  )
