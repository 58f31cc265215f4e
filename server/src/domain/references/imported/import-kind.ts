import type { Tx } from '../../../platform/db/index.ts'
import type { Values } from './register-rows.ts'

/** What became of a batch of rows. */
export interface Written {
  readonly added: number
  readonly changed: number
}

/** One kind of file: how it is recognised, what is read of it, and where that goes. */
export interface ImportKind {
  readonly name: string
  /** What the publisher calls the file. */
  readonly title: string
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Rows of the table, under the key that makes them one; none when there is nothing to keep. */
  read(value: (column: string) => string | null): Iterable<[key: string, fields: readonly Field[]]>
  write(tx: Tx, lines: string): Promise<Written>
}

export type Field = string | number | boolean | null

/** Each column's place, found once a file instead of once a row. */
export function reader(wanted: readonly string[]): (values: Values) => (column: string) => string | null {
  const places = new Map(wanted.map((column, place) => [column, place]))
  return (values) => (column) => values[places.get(column) ?? -1] ?? null
}

/**
 * Rows as one text, for a single parameter: PostgreSQL takes it apart far quicker than arrays or JSON, and an
 * empty field is null.
 */
export function lineOf(fields: readonly Field[]): string {
  return fields.map((field) => (typeof field === 'string' ? clean(field) : (field ?? ''))).join('\t')
}

/** Control characters have no business in a register, and two of them separate our fields. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is removed
  return text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').trim()
}
