import type { TFunction } from 'i18next'
import type { Answer } from '../../api/index.ts'
import type { useFormat } from '../../ui/format.ts'

export type AttributeRecord = Answer<'listThirdPartyAttributes'>['content'][number]
export type AttributeValue = AttributeRecord['value']

/** What a field needs to know of an attribute: a definition of the settings, or an attribute of a record. */
export type AttributeShape = Pick<
  AttributeRecord,
  'label' | 'type' | 'options' | 'calculated' | 'required'
> & { failure?: AttributeRecord['failure'] }

/** As the API takes a value: none clears it. */
export function valuesOf(value: AttributeValue): (string | number | boolean)[] {
  if (value === null) return []
  return Array.isArray(value) ? value : [value]
}

interface AttributeTexts {
  format: ReturnType<typeof useFormat>
  t: TFunction
}

/** The value in the reader's words; null when there is none. */
export function valueText(
  type: AttributeShape['type'],
  value: AttributeValue,
  { format, t }: AttributeTexts,
): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no')
  if (typeof value === 'number')
    return type === 'percentage' ? `${format.number(value)}\u00a0%` : format.number(value)
  return type === 'date' ? format.date(value) : value
}

/** A number as people type it: with blanks between the thousands, a comma or a point. */
export function parseNumber(typed: string): number | null {
  const plain = typed.replace(/[\s\u00a0\u202f%€]/g, '').replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

const wholeDate = /^\d{4}-\d\d-\d\d$/

export type Read =
  | { value: AttributeValue }
  | { fault: 'attributesEdit.notANumber' | 'attributesEdit.notADate' }

/** What was typed, as a value of the type. */
export function readTyped(type: AttributeShape['type'], typed: string): Read {
  const text = typed.trim()
  if (text === '') return { value: null }
  if (type === 'decimal' || type === 'percentage') {
    const value = parseNumber(text)
    return value === null ? { fault: 'attributesEdit.notANumber' } : { value }
  }
  if (type === 'date' && !wholeDate.test(text)) return { fault: 'attributesEdit.notADate' }
  return { value: text }
}
