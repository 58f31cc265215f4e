import { setImmediate } from 'node:timers/promises'
import type { Archive } from './open-archive.ts'
import { parseXml } from './parse-xml.ts'
import { WorkbookRefusal, type ReadLimits } from './refusal.ts'
import { dayOfSerial } from './serial-days.ts'
import type { WorkbookFacts } from './workbook-facts.ts'
import { readCellText } from './xml-text.ts'

/** Why a cell says nothing that could be used. */
export type CellFault = 'FORMULA_WITHOUT_VALUE' | 'ERROR_VALUE' | 'DATE_IMPOSSIBLE'

export type ReadCell =
  | { readonly kind: 'EMPTY' }
  | { readonly kind: 'TEXT' | 'NUMBER' | 'DATE' | 'BOOLEAN'; readonly text: string }
  | { readonly kind: 'FAULT'; readonly fault: CellFault; readonly text: string }

export interface ReadSheetRow {
  /** As the spreadsheet counts. */
  readonly row: number
  readonly cells: readonly ReadCell[]
}

const empty: ReadCell = { kind: 'EMPTY' }

/** The rows of a sheet as they come, blank ones left out. Merged cells are known only behind them, and refused then. */
export async function* readRows(
  archive: Archive,
  facts: WorkbookFacts,
  limits: ReadLimits,
): AsyncGenerator<ReadSheetRow> {
  const part = await archive.read(facts.sheetPart)
  if (!part) throw new WorkbookRefusal('UNREADABLE', 'the sheet is missing')
  const reader = new SheetReader(facts, limits)
  for await (const _ of parseXml(part, reader)) {
    for (const row of reader.takeRows()) yield row
    // Others have their turn between two chunks.
    await setImmediate()
  }
  if (reader.merged !== null)
    throw new WorkbookRefusal('MERGED_CELLS', 'cells of the sheet are merged', reader.merged)
}

class SheetReader {
  merged: string | null = null
  readonly #facts: WorkbookFacts
  readonly #limits: ReadLimits
  #rows: ReadSheetRow[] = []
  #row = 0
  #cells: ReadCell[] = []
  #rowBytes = 0
  #column = -1
  #type = 'n'
  #isDate = false
  #hasFormula = false
  #hasValue = false
  #text = ''
  #takes: 'VALUE' | 'INLINE' | null = null
  #isSound = false

  constructor(facts: WorkbookFacts, limits: ReadLimits) {
    this.#facts = facts
    this.#limits = limits
  }

  takeRows(): ReadSheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  readonly open = (name: string, attributes: Readonly<Record<string, string>>): void => {
    if (name === 'row') this.#openRow(attributes)
    else if (name === 'c') this.#openCell(attributes)
    else if (name === 'v') [this.#takes, this.#hasValue] = ['VALUE', true]
    else if (name === 't')
      [this.#takes, this.#hasValue] = this.#isSound ? [null, this.#hasValue] : ['INLINE', true]
    else if (name === 'rPh') this.#isSound = true
    else if (name === 'f') this.#hasFormula = true
    else if (name === 'mergeCell') this.merged ??= (attributes['ref'] ?? '').slice(0, 40)
  }

  readonly text = (text: string): void => {
    if (this.#takes === null) return
    this.#text += text
    this.#countBytes(text.length)
  }

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#takes = null
    else if (name === 'rPh') this.#isSound = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row' && this.#cells.some(({ kind }) => kind !== 'EMPTY'))
      this.#rows.push({ row: this.#row, cells: this.#cells })
  }

  #openRow({ r }: Readonly<Record<string, string>>): void {
    const row = r === undefined ? this.#row + 1 : Number(r)
    if (!Number.isInteger(row) || row <= this.#row || row > 1_048_576)
      throw new WorkbookRefusal('UNREADABLE', 'the rows of the sheet are not in their order')
    this.#row = row
    this.#cells = []
    this.#rowBytes = 0
    this.#column = -1
  }

  #openCell({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r)
    if (column <= this.#column)
      throw new WorkbookRefusal('UNREADABLE', 'the cells of a row are not in their order')
    this.#column = column
    this.#type = t
    this.#isDate = this.#facts.dateStyles[Number(s)] ?? false
    ;[this.#hasFormula, this.#hasValue, this.#text] = [false, false, '']
  }

  #closeCell(): void {
    const cell = this.#cellOf()
    if (cell.kind === 'EMPTY') return
    if (this.#column >= this.#limits.maxCellsOfRow) throw this.#tooLong()
    while (this.#cells.length < this.#column) this.#cells.push(empty)
    this.#cells.push(cell)
  }

  #cellOf(): ReadCell {
    const [text, type] = [this.#text, this.#type]
    if (!this.#hasValue || (text === '' && type !== 's'))
      return this.#hasFormula && !this.#hasValue
        ? { kind: 'FAULT', fault: 'FORMULA_WITHOUT_VALUE', text: '' }
        : empty
    if (type === 's') return this.#sharedText(text)
    if (type === 'inlineStr' || type === 'str') return textOf(readCellText(text))
    if (type === 'b') return { kind: 'BOOLEAN', text: text === '1' || text === 'true' ? 'true' : 'false' }
    if (type === 'e') return { kind: 'FAULT', fault: 'ERROR_VALUE', text: text.slice(0, 20) }
    if (type === 'd') return { kind: 'DATE', text: text.replace(/T00:00:00(?:\.0+)?Z?$|Z$/, '') }
    return this.#numberOf(text.trim())
  }

  #sharedText(text: string): ReadCell {
    const found = this.#facts.shared[Number(text)]
    if (found === undefined)
      throw new WorkbookRefusal('UNREADABLE', 'a cell points to a text that is not there')
    this.#countBytes(found.length)
    return textOf(found)
  }

  #numberOf(text: string): ReadCell {
    const value = Number(text)
    if (!Number.isFinite(value)) return textOf(text)
    if (!this.#isDate) return { kind: 'NUMBER', text: plainNumber(value) }
    const day = dayOfSerial(value, this.#facts.counts)
    return day === null
      ? { kind: 'FAULT', fault: 'DATE_IMPOSSIBLE', text: plainNumber(value) }
      : { kind: 'DATE', text: day }
  }

  #countBytes(more: number): void {
    this.#rowBytes += more
    if (this.#rowBytes > this.#limits.maxRowBytes) throw this.#tooLong()
  }

  #tooLong(): WorkbookRefusal {
    return new WorkbookRefusal('TOO_LARGE', 'a row is longer than any table has', String(this.#row))
  }
}

const textOf = (text: string): ReadCell => (text === '' ? empty : { kind: 'TEXT', text })

/** Without an exponent: 7.3282932000074E13 is 73282932000074. */
function plainNumber(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(0) : String(value)
}

/** 0 for A, 26 for AA. */
function columnOf(place: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  if (column === 0) throw new WorkbookRefusal('UNREADABLE', 'a cell has no place')
  return column - 1
}
