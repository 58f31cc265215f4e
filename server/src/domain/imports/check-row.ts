import type { AttributeInput, AttributeParser } from '../attributes/index.ts'
import { AppError, isCountryCode, unfitInLine, unfitInText } from '../../platform/kernel/index.ts'
import type { OwnerFinder } from '../owners/index.ts'
import type { Party } from '../teams/index.ts'
import { parseLegalIdentifier, type IdentifierCode, type GivenCompany } from '../thirdparties/index.ts'
import type { DuplicateRule, RowFault } from './import.ts'

/** A row as it was written, in the shape of the body that adds one company, with its owner. */
export interface GivenRow {
  readonly type: string
  readonly value: string
  /** Of a national number. */
  readonly identifierCountry: string | null
  readonly register: string | null
  readonly code: string | null
  readonly name: string | null
  readonly countryCode: string | null
  /** An e-mail address or the name of a team. */
  readonly owner: string | null
  readonly attributes: readonly { readonly column: string; readonly input: AttributeInput }[]
  /** What each part is called in the file. */
  readonly columns: Readonly<Record<'type' | 'value' | 'code' | 'name' | 'countryCode' | 'owner', string>>
}

export interface CheckedRow extends GivenCompany {
  readonly attributes: readonly AttributeInput[]
  readonly owner: Party | null
}

/** What the account knows and a row may name. */
export interface KnownToAccount {
  readonly parseAttribute: AttributeParser
  readonly findOwner: OwnerFinder
}

const types = new Map<string, IdentifierCode>([
  ['CIT001', 'CIT001'],
  ['SIRET', 'CIT001'],
  ['CIT002', 'CIT002'],
  ['VAT', 'CIT002'],
  ['CIT003', 'CIT003'],
  ['DUNS', 'CIT003'],
  ['LEI', 'LEI'],
  ['NATIONAL', 'NATIONAL'],
])
const maxIdentifier = 64
const maxCode = 200
const maxName = 500
const maxOwner = 320
const maxAttributeText = 1_000

/** Everything that is wrong with a row at once, or the row in its stored form. */
export function checkRow(
  given: GivenRow,
  known: KnownToAccount,
  rule: DuplicateRule = 'skip',
): CheckedRow | RowFault[] {
  const faults: RowFault[] = []
  const { columns } = given
  const collectFault = <T>(column: string, check: () => T): T | null => {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      faults.push(toRowFault(error, column))
      return null
    }
  }
  // What is there already can be changed by its code alone, and some companies have nothing but a name.
  const isByCode = rule === 'update' && given.value === '' && given.code !== null
  const isNamed = given.type === '' && given.value === '' && given.name !== null
  const identifier = isByCode || isNamed ? null : collectFault(columns.value, () => identifierOf(given))
  collectFault(columns.code, () => checkText(given.code, maxCode))
  const own = collectFault(columns.name, () => ownOf(given))
  if (given.countryCode !== null)
    collectFault(columns.countryCode, () => checkCountry(given.countryCode ?? ''))
  const owner = collectFault(columns.owner, () => ownerOf(given, known))
  const seen = new Set<string>()
  for (const { column, input } of given.attributes) {
    collectFault(column, () => {
      if (seen.has(input.label)) throw new AppError('IMPORT_COLUMN_REPEATED', { column: input.label })
      seen.add(input.label)
      for (const value of input.values)
        if (typeof value === 'string') checkText(value, maxAttributeText, unfitInText)
      return known.parseAttribute(input)
    })
  }
  if (faults.length > 0) return faults
  const attributes = given.attributes.map(({ input }) => input)
  return { identifier, code: given.code, own, attributes, owner }
}

function ownerOf({ owner }: GivenRow, { findOwner }: KnownToAccount): Party | null {
  if (owner === null) return null
  checkText(owner, maxOwner)
  return findOwner(owner)
}

function identifierOf({ type, value, identifierCountry: country, register }: GivenRow) {
  if (value === '') throw new AppError('IDENTIFIER_MISSING')
  const code = types.get(type.toUpperCase())
  if (!code) throw new AppError(type === '' ? 'IDENTIFIER_MISSING' : 'IDENTIFIER_TYPE_UNKNOWN')
  checkText(value, maxIdentifier)
  if (code !== 'NATIONAL') return parseLegalIdentifier({ code, value })
  return parseLegalIdentifier({ code, value, register, ...(country !== null && { countryCode: country }) })
}

function ownOf({ type, name, countryCode }: GivenRow): GivenCompany['own'] {
  // The country of a national number need not come with a name.
  if (name === null && (countryCode === null || type.toUpperCase() === 'NATIONAL')) return null
  if (name === null || countryCode === null) throw new AppError('IMPORT_NAME_INCOMPLETE')
  checkText(name, maxName)
  return { name, countryCode }
}

function checkCountry(code: string): void {
  if (!isCountryCode(code)) throw new AppError('COUNTRY_CODE_INVALID')
}

/** That it is short enough, and has no sign that is not seen. */
export function checkText(text: string | null, max: number, unfit = unfitInLine): void {
  if (text === null) return
  if (text.length > max) throw new AppError('IMPORT_VALUE_TOO_LONG', { max })
  if (unfit.test(text)) throw new AppError('IMPORT_CHARACTERS')
}

function toRowFault(error: AppError, column: string): RowFault {
  // The attributes' rules speak of fields of a body; of a cell only its length can be meant.
  if (error.code === 'VALIDATION_FAILED')
    return { column, code: 'IMPORT_VALUE_TOO_LONG', params: { max: maxAttributeText } }
  return { column, code: error.code, params: error.params }
}
