import type { Page, Run } from '../src/index.ts'

type Cell = readonly [x: number, text: string, font?: string]

/** One line of a page: its text at the left margin, or cells at their places; a larger size for titles. */
export type Row = string | { readonly cells: readonly Cell[]; readonly size?: number }

export const title = (text: string, size = 16): Row => ({ cells: [[60, text, 'Sans-Bold']], size })
export const cells = (...given: readonly Cell[]): Row => ({ cells: given })

/** A page as a file would give it: each cell a run with its place. Empty rows leave room. */
export function drawPage(rows: readonly Row[]): Page {
  const runs: Run[] = []
  let y = 50
  for (const row of rows) {
    const { cells: parts, size = 10 } = typeof row === 'string' ? { cells: [[60, row] as Cell] } : row
    for (const [x, text, font = 'Sans'] of parts) {
      runs.push({ text, x, y, width: text.length * size * 0.5, height: size, font })
    }
    y += size * 1.6
  }
  return { width: 595, height: 842, runs }
}
