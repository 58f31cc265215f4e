import { createHash } from 'node:crypto'
import type { Language } from '../../platform/kernel/index.ts'
import type { FormColumn, FormField } from './form.schema.ts'

/** An answer as it is stored and sent; dates are DD/MM/YYYY, booleans "true" or "false". */
export interface FormEntry {
  readonly type: 'string' | 'date' | 'iban' | 'boolean' | 'number'
  readonly key: string
  readonly title: string
  readonly order: number
  readonly value: string
}

/** Where an answer belongs: a field of its own, or one cell of a table. */
export interface Place {
  readonly field: FormField
  /** What rules the value: the field itself, or the column of the cell. */
  readonly cell: FormField | FormColumn
  readonly row: number | null
}

const cellKey = /^([A-Za-z0-9]+)\.(0|[1-9]\d{0,2})\.([A-Za-z0-9]+)$/

/** Cells of a table are written `<field>.<row>.<column>`, rows counted from 0: `workers.0.surname`. */
export function locateField(fields: readonly FormField[], key: string): Place | null {
  const [, table, row, column] = cellKey.exec(key) ?? []
  if (table === undefined) {
    const field = fields.find((it) => it.key === key && it.type !== 'table')
    return field ? { field, cell: field, row: null } : null
  }
  const field = fields.find((it) => it.key === table && it.type === 'table')
  const cell = field?.columns?.find((it) => it.key === column)
  return field && cell ? { field, cell, row: Number(row) } : null
}

export function fieldTitle({ field, cell, row }: Place, language: Language): string {
  if (row === null) return field.label[language]
  const line = language === 'fr' ? `, ligne ${row + 1} : ` : `, row ${row + 1}: `
  return `${field.label[language]}${line}${cell.label[language]}`
}

/** The five types of the wire: a choice travels as the code of what was chosen. */
export function wireType(cell: FormField | FormColumn): FormEntry['type'] {
  return cell.type === 'choice' || cell.type === 'table' ? 'string' : cell.type
}

/** The same answers with their titles in another language; what the form no longer asks keeps its own. */
export function formTitles(
  fields: readonly FormField[],
  formdata: readonly FormEntry[],
  language: Language,
): FormEntry[] {
  return formdata.map((entry) => {
    const place = locateField(fields, entry.key)
    return place ? { ...entry, title: fieldTitle(place, language) } : entry
  })
}

/** The answer in words: the label of a choice, yes or no; anything else as it was written. */
export function answerText(fields: readonly FormField[], entry: FormEntry, language: Language): string {
  const chosen = locateField(fields, entry.key)?.cell.choices?.find(({ code }) => code === entry.value)
  if (chosen) return chosen.label[language]
  if (entry.type !== 'boolean') return entry.value
  const [yes, no] = language === 'fr' ? ['Oui', 'Non'] : ['Yes', 'No']
  return entry.value === 'true' ? yes : no
}

/** SHA-256, in hex, of the answers alone: titles follow the reader's language and are left out. */
export function formHash(formdata: readonly FormEntry[]): string {
  const canonical = formdata.map(({ key, type, value }) => [key, type, value])
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex')
}
