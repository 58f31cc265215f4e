import type { CsvValue } from './csv.ts'
import type { TableColumn } from './table-exports.ts'

/** A column, and where its cells come from. */
export interface TableField<Row> extends TableColumn {
  readonly value: (row: Row) => CsvValue
}

/** A field of rows of this kind: its name in the API, its cells, its headings in English and French, its type. */
export const fieldOf =
  <Row>() =>
  (
    name: string,
    value: (row: Row) => CsvValue,
    [en, fr]: readonly [string, string],
    type: TableColumn['type'] = 'text',
  ): TableField<Row> => ({ name, value, heading: { en, fr }, type })

/** Columns of a file that has the names of the API alone. */
export const namedColumns = (names: readonly string[]): TableColumn[] =>
  names.map((name) => ({ name, type: 'text', heading: { en: name, fr: name } }))
