import {
  AppError,
  checkDuns,
  checkLei,
  checkNational,
  checkSiret,
  checkVat,
  isCountryCode,
  isRegisterOf,
  type IdentifierVerdict,
} from '../../platform/kernel/index.ts'
import type { AddedBy } from '../references/index.ts'

/** The ways into the portfolio: the specification's three codes, and two of ours for the rest of the world. */
export const identifierCodes = ['CIT001', 'CIT002', 'CIT003', 'LEI', 'NATIONAL'] as const
export type IdentifierCode = (typeof identifierCodes)[number]

/** Checked and in its stored form: capitals, no separators. */
export type LegalIdentifier = AddedBy

export interface GivenIdentifier {
  readonly code: IdentifierCode
  readonly value: string
  /** Of a national number. */
  readonly countryCode?: string
  readonly register?: string | null
}

const kinds: Record<
  Exclude<IdentifierCode, 'NATIONAL'>,
  { label: string; check: (text: string) => IdentifierVerdict }
> = {
  CIT001: { label: 'SIRET', check: checkSiret },
  CIT002: { label: 'VAT number', check: checkVat },
  CIT003: { label: 'DUNS', check: checkDuns },
  LEI: { label: 'LEI', check: checkLei },
}
const nationalLabel = 'national number'

export function identifierLabel(code: IdentifierCode): string {
  return code === 'NATIONAL' ? nationalLabel : kinds[code].label
}

export function parseLegalIdentifier(given: GivenIdentifier): LegalIdentifier {
  const { code, value } = given
  if (code === 'NATIONAL') return parseNational(given)
  const foreign = (['countryCode', 'register'] as const).filter((name) => given[name] !== undefined)
  if (foreign.length > 0) {
    const errors = foreign.map((name) => ({
      pointer: `/legalIdentifier/${name}`,
      code: 'FIELD_UNKNOWN',
      message: '',
    }))
    throw new AppError('VALIDATION_FAILED', {}, { errors })
  }
  const { label, check } = kinds[code]
  return { code, value: requireValidIdentifier(label, check(value), { pointer: '/legalIdentifier/value' }) }
}

function parseNational({ value, countryCode, register = null }: GivenIdentifier): LegalIdentifier {
  const at = (name: string) => ({ members: { pointer: `/legalIdentifier/${name}` } })
  if (countryCode === undefined) throw new AppError('IDENTIFIER_COUNTRY_MISSING', {}, at('countryCode'))
  if (!isCountryCode(countryCode)) throw new AppError('COUNTRY_CODE_INVALID', {}, at('countryCode'))
  if (register !== null && !isRegisterOf(register, countryCode)) {
    throw new AppError('IDENTIFIER_REGISTER_INVALID', {}, at('register'))
  }
  const verdict = checkNational({ value, countryCode, register })
  const number = requireValidIdentifier(nationalLabel, verdict, { pointer: '/legalIdentifier/value' })
  return { code: 'NATIONAL', value: number, countryCode, register }
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

export interface IdentifierColumns {
  readonly identifier_code: string | null
  readonly identifier_value: string | null
  readonly identifier_country: string | null
  readonly identifier_register: string | null
}

export const identifierColumnNames = [
  'identifier_code',
  'identifier_value',
  'identifier_country',
  'identifier_register',
] as const

/** Null for a company that is known by its name alone. */
export function readIdentifier(row: IdentifierColumns): LegalIdentifier | null {
  const { identifier_code: code, identifier_value: value } = row
  if (code === null || value === null) return null
  if (code !== 'NATIONAL') return { code: code as Exclude<IdentifierCode, 'NATIONAL'>, value }
  return { code, value, countryCode: row.identifier_country ?? '', register: row.identifier_register }
}

export function identifierColumns(identifier: LegalIdentifier | null): IdentifierColumns {
  const national = identifier?.code === 'NATIONAL' ? identifier : null
  return {
    identifier_code: identifier?.code ?? null,
    identifier_value: identifier?.value ?? null,
    identifier_country: national?.countryCode ?? null,
    identifier_register: national?.register ?? null,
  }
}
