import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import type { RegisterSource } from './dictionary.ts'
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
  /** The register whose companies it brings. */
  readonly source?: RegisterSource
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** Rows of the table, under the key that makes them one; none when there is nothing to keep. */
  read(value: (column: string) => string | null): Iterable<[key: string, fields: readonly Field[]]>
  hasRows(tx: Tx): Promise<boolean>
  /** `isFirst`: nothing was there before, so nothing needs comparing. */
  write(tx: Tx, lines: string, isFirst: boolean): Promise<Written>
}

export type Field = string | number | boolean | null

/** Each column's place, found once a file instead of once a row. */
export function reader(wanted: readonly string[]): (values: Values) => (column: string) => string | null {
  const places = new Map(wanted.map((column, place) => [column, place]))
  return (values) => (column) => values[places.get(column) ?? -1] ?? null
}

/** A row as PostgreSQL writes one in a text, without line ends: many of them travel as a single parameter. */
export function lineOf(fields: readonly Field[]): string {
  return `(${fields.map((field) => (typeof field === 'string' ? quoteCell(field) : (field ?? ''))).join(',')})`
}

function quoteCell(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text
  const plain = clean(text)
  return `"${/["\\]/.test(plain) ? plain.replaceAll(/["\\]/g, String.raw`\$&`) : plain}"`
}

/** Control characters have no business in a register, and one of them separates our rows. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is removed
  return text.replaceAll(/[\u0000-\u001F\u007F]+/g, ' ').trim()
}

export async function isFilled(tx: Tx, from: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from ${from}) as is`.execute(tx)
  return rows[0]?.is ?? false
}
