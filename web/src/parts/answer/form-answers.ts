import type { Evidence, FormColumn, FormField } from './answer-types.ts'

/** What was typed, by key; a cell of a table has the key `<field>.<row>.<column>`. */
export type Values = Readonly<Record<string, string>>

type Entry = NonNullable<Evidence['formdata']>[number]
type Cell = FormField | FormColumn

export const cellKey = (table: string, row: number, column: string) => `${table}.${row}.${column}`

/** The wire writes days as DD/MM/YYYY, the browser's date field as YYYY-MM-DD. */
export function dayToInput(wire: string): string {
  return wire.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$2-$1')
}

function dayToWire(typed: string): string {
  return typed.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

function cellOf(fields: readonly FormField[], key: string): Cell | undefined {
  const [field, , column] = key.split('.')
  const found = fields.find((one) => one.key === field)
  return column === undefined ? found : found?.columns?.find((one) => one.key === column)
}

export function valuesOf(fields: readonly FormField[], entries: readonly Entry[]): Values {
  return Object.fromEntries(
    entries.map(({ key, value }) => [key, cellOf(fields, key)?.type === 'date' ? dayToInput(value) : value]),
  )
}

/** As the API takes them; what is empty is left out. */
export function formdataOf(fields: readonly FormField[], values: Values): { key: string; value: string }[] {
  return Object.entries(values)
    .filter(([, value]) => value.trim() !== '')
    .map(([key, value]) => ({ key, value: cellOf(fields, key)?.type === 'date' ? dayToWire(value) : value }))
}

export function rowsOf({ key }: Pick<FormField, 'key'>, values: Values): number {
  const used = Object.keys(values)
    .filter((one) => one.startsWith(`${key}.`))
    .map((one) => Number(one.split('.')[1]))
  return used.length === 0 ? 0 : Math.max(...used) + 1
}

/** The same answers without one row of a table; the rows below move up. */
export function withoutRow(table: string, row: number, values: Values): Values {
  const kept = Object.entries(values).flatMap(([key, value]) => {
    const [field = '', place, column = ''] = key.split('.')
    if (field !== table || place === undefined) return [[key, value] as const]
    const index = Number(place)
    if (index === row) return []
    return [[index > row ? cellKey(field, index - 1, column) : key, value] as const]
  })
  return Object.fromEntries(kept)
}

/** Keys of what must be answered and is not; the server looks at everything else. */
export function missingKeys(fields: readonly FormField[], values: Values): string[] {
  const given = (key: string) => (values[key] ?? '').trim() !== ''
  return fields.flatMap((field) => {
    if (field.type !== 'table') {
      const outstanding =
        field.required || (field.requiredUnless !== null && !given(field.requiredUnless)) || field.mustBeTrue
      const answered = field.mustBeTrue ? values[field.key] === 'true' : given(field.key)
      return outstanding && !answered ? [field.key] : []
    }
    const rows = rowsOf(field, values)
    const columns = (field.columns ?? []).filter(({ required }) => required)
    const cells = Array.from({ length: rows }, (_, row) =>
      columns.map((column) => cellKey(field.key, row, column.key)).filter((key) => !given(key)),
    ).flat()
    const tooFew = rows < (field.minRows ?? (field.required ? 1 : 0))
    return tooFew ? [field.key, ...cells] : cells
  })
}
