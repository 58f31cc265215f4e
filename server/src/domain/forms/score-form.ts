import type { FormColumn, FormField } from './form.schema.ts'

/** Only choices with a score count, and only where a weight says how much. */
export function isScored(field: FormField | FormColumn): boolean {
  return field.weight !== undefined && (field.choices ?? []).some(({ score }) => typeof score === 'number')
}

/**
 * 100 × Σ weight·score ÷ Σ weight, to two decimals. "Not applicable" leaves both sums; a question left open
 * counts as its worst answer. Null when nothing could be scored.
 */
export function scoreForm(
  fields: readonly FormField[],
  formdata: readonly { readonly key: string; readonly value: string }[],
): number | null {
  const values = new Map(formdata.map(({ key, value }) => [key, value]))
  let earned = 0
  let possible = 0
  for (const field of fields.filter(isScored)) {
    const chosen = field.choices?.find(({ code }) => code === values.get(field.key))
    if (chosen?.score === null) continue
    const weight = field.weight ?? 0
    possible += weight
    earned += weight * (chosen?.score ?? worst(field))
  }
  return possible === 0 ? null : Math.round((earned / possible) * 10_000) / 100
}

function worst({ choices = [] }: FormField): number {
  return Math.min(...choices.flatMap(({ score }) => score ?? []))
}
