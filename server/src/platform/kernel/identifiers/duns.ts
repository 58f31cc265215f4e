import { acceptIdentifier, normaliseIdentifier, refuseIdentifier, type IdentifierVerdict } from './verdict.ts'

const neverIssued = new Set(['000000000', '999999999'])

/** Nine digits, often written 12-345-6789; it has had no check digit since about 2006. */
export function checkDuns(text: string): IdentifierVerdict {
  const duns = normaliseIdentifier(text)
  return /^\d{9}$/.test(duns) && !neverIssued.has(duns) ? acceptIdentifier(duns) : refuseIdentifier('FORMAT')
}
