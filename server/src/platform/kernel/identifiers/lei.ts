import { mod97 } from './arithmetic.ts'
import { acceptIdentifier, normaliseIdentifier, refuseIdentifier, type IdentifierVerdict } from './verdict.ts'

/** ISO 17442: eighteen characters and two check digits. */
export function checkLei(text: string): IdentifierVerdict {
  const lei = normaliseIdentifier(text)
  if (!/^[0-9A-Z]{18}\d{2}$/.test(lei)) return refuseIdentifier('FORMAT')
  // The key is 98 minus a remainder: 00, 01 and 99 satisfy the congruence but are never issued.
  const key = Number(lei.slice(18))
  return mod97(lei) === 1 && key >= 2 && key <= 98 ? acceptIdentifier(lei) : refuseIdentifier('CHECKSUM')
}
