/** What the cells of a column hold. Days and moments are written as `2026-11-18` and `2026-11-18T09:30:00.000`. */
export type ColumnType = 'text' | 'number' | 'boolean' | 'date' | 'dateTime' | 'link' | 'note'

export interface SheetColumn {
  readonly heading: string
  readonly type: ColumnType
}

export type CellValue = string | number | boolean | null

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Some at a time. */
  readonly rows:
    | AsyncIterable<readonly (readonly CellValue[])[]>
    | Iterable<readonly (readonly CellValue[])[]>
}

/** What a sheet has room for below its header. */
export const maxSheetRows = 1_048_575
/** Of characters, in one cell. */
export const maxCellText = 32_767

/** More rows than a sheet has room for. */
export class SheetFull extends Error {
  constructor() {
    super(`A sheet holds ${maxSheetRows} rows below its header.`)
    this.name = 'SheetFull'
  }
}
