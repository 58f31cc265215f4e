import {
  AppError,
  checkDuns,
  checkSiret,
  checkVat,
  type IdentifierVerdict,
} from '../../platform/kernel/index.ts'

/** The three ways into the portfolio, by the specification's codes. */
export const identifierCodes = ['CIT001', 'CIT002', 'CIT003'] as const
export type IdentifierCode = (typeof identifierCodes)[number]

export interface LegalIdentifier {
  readonly code: IdentifierCode
  /** Checked and in its stored form: capitals, no separators. */
  readonly value: string
}

const kinds: Record<IdentifierCode, { label: string; check: (text: string) => IdentifierVerdict }> = {
  CIT001: { label: 'SIRET', check: checkSiret },
  CIT002: { label: 'VAT number', check: checkVat },
  CIT003: { label: 'DUNS', check: checkDuns },
}

export function identifierLabel(code: IdentifierCode): string {
  return kinds[code].label
}

export function parseLegalIdentifier(given: { code: IdentifierCode; value: string }): LegalIdentifier {
  const { label, check } = kinds[given.code]
  return {
    code: given.code,
    value: requireValidIdentifier(label, check(given.value), { pointer: '/legalIdentifier/value' }),
  }
}

/** Where it was given: in a body, or in the query string. */
type Place = { readonly pointer: string } | { readonly parameter: string }

/** The identifier in its stored form; throws what is wrong with the one at this place. */
export function requireValidIdentifier(type: string, verdict: IdentifierVerdict, place: Place): string {
  if (verdict.ok) return verdict.value
  const members = { members: { ...place } }
  switch (verdict.fault) {
    case 'COUNTRY':
      throw new AppError('VAT_COUNTRY_UNSUPPORTED', {}, members)
    case 'CHECKSUM':
      throw new AppError('IDENTIFIER_CHECKSUM_INVALID', { type }, members)
    case 'FORMAT':
      throw new AppError('IDENTIFIER_FORMAT_INVALID', { type }, members)
  }
}
