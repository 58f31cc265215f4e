import { columnWidths } from './column-widths.ts'
import { styles, type Sheet, type Style } from './sheet.ts'
import { contentBottom, contentWidth, lineHeight, margin, sizes } from './theme.ts'
import { widestWord } from './wrap-text.ts'

export interface CellStyle {
  align?: 'left' | 'right'
  face?: Style['face']
  tone?: Style['tone']
}
export type Cell = string | ({ text: string } & CellStyle)

export interface Column extends CellStyle {
  label?: string
  /** Part of the table's width, all columns together 1; left out, the columns share by their contents. */
  share?: number
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  size?: number
  /** Set after the first cell of a row that goes on on another page. */
  continued: string
}

interface SetCell {
  lines: string[]
  style: Style
  right: boolean
}
interface Plan {
  sheet: Sheet
  table: Table
  widths: number[]
  header: SetCell[] | null
  step: number
}
interface Setting extends Plan {
  element: PDFKit.PDFStructureElement
}

const padX = 6
const padY = (step: number): number => (step < lineHeight(sizes.body) ? 3.5 : 5)
const rowsPerTurn = 25
const leastLines = 3
const leastLinesOver = 2

/** Rows of cells; long cells go on over the page, and each page begins with the header again. */
export async function drawTable(sheet: Sheet, table: Table): Promise<void> {
  const size = table.size ?? sizes.body
  const widths = widthsOf(sheet, table, size)
  const hasHeader = table.columns.some((column) => column.label)
  const labels = table.columns.map((column, i) =>
    setCell(sheet, column.label ?? '', widths[i] ?? 0, headStyle(column)),
  )
  const plan = { sheet, table, widths, header: hasHeader ? labels : null, step: lineHeight(size) }
  const first = table.rows[0] ? setRow(plan, table.rows[0], size) : []
  // Two short rows or the beginning of a long one: a header never stands alone.
  const second = table.rows[1] ? tallest(setRow(plan, table.rows[1], size)) : 0
  const leastBegun = Math.min(tallest(first) + second, leastLines + leastLinesOver)
  sheet.reserve(headerHeight(plan) + heightOf(plan, leastBegun))
  // Made only now: a heading that waited above comes first in reading order too.
  const setting: Setting = { ...plan, element: sheet.child(sheet.root, 'Table') }
  drawHeader(setting, false)
  for (const [i, row] of table.rows.entries()) {
    // A long table must not keep the process from answering others.
    if (i % rowsPerTurn === rowsPerTurn - 1) await new Promise((resolve) => setImmediate(resolve))
    placeRow(setting, i === 0 ? first : setRow(setting, row, size))
  }
  sheet.y += 8
}

function headStyle(column: Column): { align: 'left' | 'right'; style: Style } {
  return { align: column.align ?? 'left', style: { face: 'bold', size: sizes.small, tone: 'accent' } }
}

function widthsOf(sheet: Sheet, table: Table, size: number): number[] {
  if (table.columns.every((column) => column.share !== undefined)) {
    return table.columns.map((column) => (column.share ?? 0) * contentWidth)
  }
  const needs = table.columns.map((column, i) => {
    const inHead = sheet.measure('bold', sizes.small)
    let least = widestWord(column.label ?? '', inHead)
    // A head may wrap once before it takes room from the cells.
    let wanted = Math.max(least, inHead(column.label ?? '') * 0.6)
    for (const row of table.rows) {
      const { text: given, face = column.face ?? 'regular' } = cellOf(row[i])
      const measure = sheet.measure(face, size)
      const text = sheet.printable(given, face)
      least = Math.max(least, widestWord(text, measure))
      for (const line of text.split('\n')) wanted = Math.max(wanted, measure(line))
    }
    // A hair more than measured: sums of widths differ in the last digit.
    return { least: least + 2 * padX + 0.1, wanted: wanted + 2 * padX + 0.1 }
  })
  return columnWidths(needs, contentWidth)
}

function cellOf(cell: Cell | undefined): { text: string } & CellStyle {
  return typeof cell === 'string' || cell === undefined ? { text: cell ?? '' } : cell
}

function setRow({ sheet, table, widths }: Plan, row: Cell[], size: number): SetCell[] {
  return table.columns.map((column, i) => {
    const { text, align = column.align ?? 'left', ...own } = cellOf(row[i])
    const style: Style = {
      face: own.face ?? column.face ?? 'regular',
      size,
      tone: own.tone ?? column.tone ?? 'ink',
    }
    return setCell(sheet, text, widths[i] ?? 0, { align, style })
  })
}

function setCell(
  sheet: Sheet,
  text: string,
  width: number,
  { align, style }: { align: 'left' | 'right'; style: Style },
): SetCell {
  return { lines: sheet.lines(text, width - 2 * padX, style), style, right: align === 'right' }
}

const tallest = (cells: SetCell[]): number =>
  cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1)
const heightOf = ({ step }: Plan, lines: number): number => lines * step + 2 * padY(step)
const headerHeight = ({ header }: Plan): number =>
  header ? tallest(header) * lineHeight(sizes.small) + 10 : 0

function drawHeader(setting: Setting, repeated: boolean): void {
  const { sheet, header, element } = setting
  if (!header) return
  const height = headerHeight(setting)
  const box = { x: margin.side, y: sheet.y, width: contentWidth, height }
  sheet.ornament(() => sheet.ground(box, 'tint'))
  const draw = (i: number) =>
    drawCell(setting, { cell: header[i], column: i, step: lineHeight(sizes.small), inset: 5 })
  if (repeated) sheet.ornament(() => header.forEach((_, i) => draw(i)), 'Pagination')
  else {
    const row = sheet.child(element, 'TR')
    for (const i of header.keys()) {
      sheet.content(sheet.child(row, 'TH', { scope: 'Column' }), 'TH', () => draw(i))
    }
  }
  sheet.y += height
}

function placeRow(setting: Setting, cells: SetCell[]): void {
  const { sheet, step } = setting
  const total = tallest(cells)
  const bodyHeight = contentBottom - margin.top - headerHeight(setting)
  const staysWhole = heightOf(setting, total) <= bodyHeight * 0.35
  const row = sheet.child(setting.element, 'TR')
  const hasRowHeads = setting.header === null
  const elements = cells.map((_, i) =>
    hasRowHeads && i === 0 ? sheet.child(row, 'TH', { scope: 'Row' }) : sheet.child(row, 'TD'),
  )
  for (let start = 0; start < total;) {
    const fit = Math.floor((sheet.room - 2 * padY(step)) / step)
    const left = total - start
    const take = left <= fit ? left : Math.min(fit, left - leastLinesOver)
    if (take < left && (staysWhole || take < leastLines)) {
      startNextPage(setting)
      continue
    }
    drawRowPart(setting, { cells, elements, start, take })
    start += take
    if (start < total) startNextPage(setting)
  }
}

function startNextPage(setting: Setting): void {
  setting.sheet.newPage()
  drawHeader(setting, true)
}

interface RowPart {
  cells: SetCell[]
  elements: PDFKit.PDFStructureElement[]
  start: number
  take: number
}

function drawRowPart(setting: Setting, { cells, elements, start, take }: RowPart): void {
  const { sheet, table, step } = setting
  for (const [i, cell] of cells.entries()) {
    const lines = cell.lines.slice(start, start + take)
    const element = elements[i]
    if (element && (lines.length > 0 || start === 0)) {
      const tag = setting.header === null && i === 0 ? 'TH' : 'TD'
      sheet.content(element, tag, () =>
        drawCell(setting, { cell: { ...cell, lines }, column: i, step, inset: padY(step) }),
      )
    } else if (i === 0) {
      const again = `${cell.lines.map((line) => line.trimEnd()).join(' ')} ${table.continued}`
      const repeated = sheet.lines(again, (setting.widths[0] ?? 0) - 2 * padX, cell.style).slice(0, take)
      const soft: Style = { ...cell.style, tone: styles.small.tone }
      const continued = {
        cell: { ...cell, lines: repeated, style: soft },
        column: 0,
        step,
        inset: padY(step),
      }
      sheet.ornament(() => drawCell(setting, continued), 'Pagination')
    }
  }
  sheet.y += heightOf(setting, take)
  sheet.ornament(() => sheet.rule(sheet.y))
}

function drawCell(
  setting: Setting,
  it: { cell: SetCell | undefined; column: number; step: number; inset: number },
): void {
  const { sheet, widths } = setting
  if (!it.cell) return
  const { lines, style, right } = it.cell
  const x = margin.side + widths.slice(0, it.column).reduce((sum, width) => sum + width, 0) + padX
  const width = (widths[it.column] ?? 0) - 2 * padX
  for (const [i, line] of lines.entries()) {
    sheet.line(line, { x, y: sheet.y + it.inset + i * it.step, ...(right && { width }) }, style)
  }
}
