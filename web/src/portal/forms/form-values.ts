import type { FormData, FormField, PortalAnswer } from '../portal-api.ts'

/** What stands in the form, by key; cells of a table as `<field>.<row>.<column>`. Dates are YYYY-MM-DD here. */
export type Values = Readonly<Record<string, string>>
type Cell = Omit<FormField, 'columns' | 'minRows' | 'maxRows'>

export const cellKey = (table: string, row: number, column: string) => `${table}.${row}.${column}`

/** The field or column that rules a key. */
export function cellOf(fields: readonly FormField[], key: string): Cell | undefined {
  const [table, , column] = key.split('.')
  const field = fields.find((one) => one.key === table)
  return column === undefined ? field : field?.columns?.find((one) => one.key === column)
}

const toWireDate = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
const fromWireDate = (day: string) => day.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1')

function toWire(cell: Cell, value: string): string {
  if (cell.type === 'date') return toWireDate(value)
  // People write 1 250,50; the wire 1250.50.
  return cell.type === 'number' ? value.replace(/\s/g, '').replace(',', '.') : value
}

export function groupedIban(value: string): string {
  return value
    .replace(/[\s.-]/g, '')
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1 ')
}

/** Every question in its order, those left empty too: the server then points at the very one. */
export function entriesOf(fields: readonly FormField[], values: Values, rows: Rows): FormData {
  return fields.flatMap((field) => {
    if (field.type !== 'table') return [{ key: field.key, value: toWire(field, values[field.key] ?? '') }]
    return Array.from({ length: rows[field.key] ?? 0 }, (_, row) =>
      (field.columns ?? []).map((column) => {
        const key = cellKey(field.key, row, column.key)
        return { key, value: toWire(column, values[key] ?? '') }
      }),
    ).flat()
  })
}

export function entryOf(fields: readonly FormField[], key: string, value: string): FormData[number] | null {
  const cell = cellOf(fields, key)
  return cell === undefined ? null : { key, value: toWire(cell, value) }
}

export function valuesOf(fields: readonly FormField[], form: PortalAnswer['form']): Values {
  const known = (form ?? []).flatMap(({ key, value }) => {
    const type = cellOf(fields, key)?.type
    if (type === undefined) return []
    return [[key, type === 'date' ? fromWireDate(value) : type === 'iban' ? groupedIban(value) : value]]
  })
  return Object.fromEntries(known) as Values
}

/** Answers as the wire has them, as the fields show them. */
export function suggestedValues(
  fields: readonly FormField[],
  entries: readonly { readonly key: string; readonly value: string }[],
): Values {
  return valuesOf(
    fields,
    entries.map((entry) => ({ ...entry, type: 'string', title: '', order: 0 })),
  )
}

/** How many rows each table shows. */
export type Rows = Readonly<Record<string, number>>

export function rowsFor(fields: readonly FormField[], values: Values): Rows {
  const tables = fields.filter(({ type }) => type === 'table')
  return Object.fromEntries(
    tables.map(({ key, minRows }) => {
      const used = Object.keys(values)
        .filter((name) => name.startsWith(`${key}.`))
        .map((name) => Number(name.split('.')[1]) + 1)
      return [key, Math.max(...used, minRows ?? 1, 1)]
    }),
  )
}

/** The rows below move up. */
export function withoutRow(values: Values, table: string, gone: number): Values {
  const moved = Object.entries(values).flatMap(([key, value]) => {
    const [name, row, column] = key.split('.')
    if (name !== table || column === undefined) return [[key, value]]
    const at = Number(row)
    if (at === gone) return []
    return [[at > gone ? cellKey(table, at - 1, column) : key, value]]
  })
  return Object.fromEntries(moved) as Values
}

/** How many of the questions that need an answer have one. */
export function answered(fields: readonly FormField[], values: Values): { done: number; all: number } {
  const needed = fields.filter(({ required, type }) => required && type !== 'table')
  return { done: needed.filter(({ key }) => (values[key] ?? '').trim() !== '').length, all: needed.length }
}

/**
 * What a new answer begins with. To be corrected: all that was said. To be renewed: what hardly changes, not the
 * dates and promises of last time.
 */
export function formerValues(
  fields: readonly FormField[],
  status: string,
  former: PortalAnswer | undefined,
): Values {
  if (former === undefined || (status !== 'TO_CORRECT' && status !== 'TO_RENEW')) return {}
  const values = valuesOf(fields, former.form)
  if (status === 'TO_CORRECT') return values
  const lasting = Object.entries(values).filter(([key]) => {
    const type = cellOf(fields, key)?.type
    return type !== 'date' && type !== 'boolean'
  })
  return Object.fromEntries(lasting)
}
