export type IdentifierFault = 'FORMAT' | 'CHECKSUM' | 'COUNTRY'

/** A good identifier comes back in its stored form: capitals, no separators. */
export type IdentifierVerdict =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly fault: IdentifierFault }

const longestWritten = 64
// \s covers the no-break spaces; the rest are dots, slashes, the dashes of word processors and zero-width marks.
const separators = /[\s.·/\\\-\u00ad\u200b-\u200d\u2010-\u2015\u2060\u2212]/g

export const acceptIdentifier = (value: string): IdentifierVerdict => ({ ok: true, value })
export const refuseIdentifier = (fault: IdentifierFault): IdentifierVerdict => ({ ok: false, fault })

/** Removes separators and raises ASCII letters only: full case mapping would turn "ß" or "ı" into ASCII. */
export function normaliseIdentifier(text: string): string {
  if (text.length > longestWritten) return ''
  return text.replace(separators, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())
}
