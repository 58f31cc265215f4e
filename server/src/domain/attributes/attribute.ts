export const attributeTypes = [
  'string',
  'boolean',
  'date',
  'decimal',
  'percentage',
  'list_unique',
  'list_multiple',
] as const
export type AttributeType = (typeof attributeTypes)[number]

export const attributeScopes = ['THIRD_PARTY', 'DOSSIER'] as const
export type AttributeScope = (typeof attributeScopes)[number]

/** A value in the shape its type has on the wire; dates are YYYY-MM-DD. */
export type AttributeValue = string | number | boolean | string[]

export interface Definition {
  readonly attributeId: number
  readonly scope: AttributeScope
  readonly code: string
  readonly label: string
  readonly type: AttributeType
  readonly options: readonly string[]
  /** CEL; null for an attribute whose values are entered. */
  readonly expression: string | null
  readonly dependsOn: readonly string[]
  /** What its calculation may take at worst; null for an expression accepted before that was counted. */
  readonly steps: number | null
  readonly required: boolean
  readonly position: number
  readonly archived: boolean
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const maxTextLength = 1_000
export const maxValues = 100
export const maxDigits = 15

export function isList(type: AttributeType): boolean {
  return type === 'list_unique' || type === 'list_multiple'
}

/** Every value as an array: none, one, or the several of a list. */
export function valuesOf(value: AttributeValue | null): (string | number | boolean)[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** Digits written out in full: those before the point and those after it, without leading zeros. */
export function significantDigits(number: number): number {
  const [mantissa = '', exponent = '0'] = Math.abs(number).toExponential().split('e')
  const significant = mantissa.replace('.', '').length
  const whole = Math.max(Number(exponent) + 1, 0)
  return whole + Math.max(significant - 1 - Number(exponent), 0)
}
