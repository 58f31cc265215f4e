import { serialOf } from './serial-days.ts'
import { maxCellText, maxSheetRows, SheetFull, type CellValue, type ColumnType, type Sheet } from './table.ts'
import { styleNumbers } from './workbook-parts.ts'
import { escapeCell } from './xml-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A, B, … Z, AA, AB, … */
export function columnLetters(place: number): string {
  const rest = Math.floor(place / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (place % 26))
}

const widths: Readonly<Record<ColumnType, number>> = {
  text: 22,
  number: 12,
  boolean: 10,
  date: 12,
  dateTime: 20,
  link: 30,
  note: 90,
}

/** The sheet as XML. `rowCount` tells, once all was written, how many rows there were, the header included. */
export async function* sheetXml(sheet: Sheet, counter: { rowCount: number }): AsyncGenerator<string> {
  const { columns } = sheet
  const letters = columns.map((_, place) => columnLetters(place))
  const cols = columns.map(({ type, heading }, nth) => {
    const width = Math.min(60, Math.max(widths[type], heading.length + 4))
    return `<col min="${nth + 1}" max="${nth + 1}" width="${width}" style="${styleNumbers[type]}" customWidth="1"/>`
  })
  yield `${declaration}<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>`
  if (cols.length > 0) yield `<cols>${cols.join('')}</cols>`
  const header = columns.map(({ heading }, nth) => textCell(`${letters[nth]}1`, styleNumbers.header, heading))
  yield `<sheetData><row r="1">${header.join('')}</row>`
  counter.rowCount = 1
  for await (const batch of sheet.rows) {
    let text = ''
    for (const row of batch) {
      counter.rowCount += 1
      if (counter.rowCount > maxSheetRows + 1) throw new SheetFull()
      text += rowXml(row, counter.rowCount, columns, letters)
    }
    yield text
  }
  const last = `${letters.at(-1) ?? 'A'}${counter.rowCount}`
  yield `</sheetData><autoFilter ref="A1:${last}"/></worksheet>`
}

function rowXml(
  row: readonly CellValue[],
  number: number,
  columns: Sheet['columns'],
  letters: readonly string[],
): string {
  let cells = ''
  for (const [nth, { type }] of columns.entries()) {
    const value = row[nth]
    if (value !== null && value !== undefined && value !== '')
      cells += cellXml(`${letters[nth]}${number}`, type, value)
  }
  return `<row r="${number}">${cells}</row>`
}

function cellXml(place: string, type: ColumnType, value: string | number | boolean): string {
  if (typeof value === 'boolean')
    return `<c r="${place}" s="${styleNumbers.boolean}" t="b"><v>${value ? 1 : 0}</v></c>`
  // More than fifteen digits would be rounded by who opens it.
  const isExact = typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e15
  if (isExact) return `<c r="${place}" s="${styleNumbers.number}"><v>${value}</v></c>`
  const text = String(value)
  if (type === 'date' || type === 'dateTime') {
    const serial = serialOf(text)
    if (serial !== null) return `<c r="${place}" s="${styleNumbers[type]}"><v>${serial}</v></c>`
  }
  if (type === 'link' && isPlainLink(text)) {
    const address = escapeCell(text)
    return `<c r="${place}" s="${styleNumbers.link}" t="str"><f>HYPERLINK(&quot;${address}&quot;)</f><v>${address}</v></c>`
  }
  return textCell(place, type === 'note' ? styleNumbers.note : styleNumbers.text, text)
}

/** The one formula we write: an address of ours without a sign that could end it. */
const isPlainLink = (text: string) => text.length <= 250 && /^https?:\/\/[\w.~:/?#@!$&*+,;=%-]+$/.test(text)

/** Text that says it is text, whatever it begins with. */
function textCell(place: string, style: number, text: string): string {
  const fitting = text.length > maxCellText ? `${text.slice(0, maxCellText - 1)}…` : text
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeCell(fitting)}</t></is></c>`
}
