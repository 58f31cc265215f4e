import type { FormColumn, FormField } from '../../src/domain/forms/form.schema.ts'

/** An answer to every question of a form; which choices are made hangs on the number. */
export function filledForm(fields: readonly FormField[], nth: number): { key: string; value: string }[] {
  return fields.flatMap((field) => {
    if (field.type !== 'table') return [{ key: field.key, value: valueFor(field, nth) }]
    const rows = Array.from({ length: Math.max(1, field.minRows ?? 0) }, (_, row) => row)
    return rows.flatMap((row) =>
      (field.columns ?? []).map((column) => ({
        key: `${field.key}.${row}.${column.key}`,
        value: valueFor(column, nth),
      })),
    )
  })
}

function valueFor(cell: FormField | FormColumn, nth: number): string {
  switch (cell.type) {
    case 'date':
      return '15/06/2026'
    case 'iban':
      return 'FR7630006000011234567890189'
    case 'boolean':
      return 'true'
    case 'number':
      return String(cell.min ?? 1)
    case 'choice':
      return cell.choices?.[nth % cell.choices.length]?.code ?? ''
    default:
      return 'answer'.slice(0, cell.maxLength ?? 6)
  }
}
