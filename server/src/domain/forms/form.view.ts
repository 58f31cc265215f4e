import type { Language } from '../../platform/kernel/index.ts'
import type { FieldWire, FormColumn, FormField } from './form.schema.ts'

/** What a form asks, in one language. How answers are scored is for the catalogue's own pages. */
export function formView(fields: readonly FormField[], language: Language): FieldWire[] | null {
  if (fields.length === 0) return null
  return fields.map((field) => ({
    ...cellView(field, language),
    columns: field.columns?.map((column) => cellView(column, language)) ?? null,
    minRows: field.minRows ?? null,
    maxRows: field.maxRows ?? null,
  }))
}

function cellView(cell: FormField | FormColumn, language: Language) {
  return {
    key: cell.key,
    type: cell.type,
    label: cell.label[language],
    help: cell.help?.[language] ?? null,
    section: cell.section?.[language] ?? null,
    required: cell.required,
    requiredUnless: cell.requiredUnless ?? null,
    personal: cell.personal ?? false,
    maxLength: cell.maxLength ?? null,
    min: cell.min ?? null,
    max: cell.max ?? null,
    integer: cell.integer ?? false,
    mustBeTrue: cell.mustBeTrue ?? false,
    choices: cell.choices?.map(({ code, label }) => ({ code, label: label[language] })) ?? null,
  }
}
