import type { AttributeType } from '../attributes/index.ts'

const truths = new Map([
  ...['true', 'yes', 'oui', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'non', '0'].map((word) => [word, false] as const),
])

/**
 * The text of a cell as the value its attribute takes. What cannot be read that way stays text, and the
 * attribute's own rules refuse it.
 */
export function cellValues(type: AttributeType, text: string): unknown[] {
  switch (type) {
    case 'boolean':
      return [truths.get(text.toLowerCase()) ?? text]
    case 'decimal':
    case 'percentage':
      return [numberOf(text)]
    case 'list_multiple':
      return text
        .split('|')
        .map((option) => option.trim())
        .filter((option) => option !== '')
    default:
      return [text]
  }
}

/** Spreadsheets write 1 234,50 or 1234.5; a comma and a point together could mean either, so they mean nothing. */
function numberOf(text: string): number | string {
  const compact = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/%$/, '')
  return /^[+-]?\d{1,20}([.,]\d{1,20})?$/.test(compact) ? Number(compact.replace(',', '.')) : text
}
