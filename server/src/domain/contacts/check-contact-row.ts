import { AppError, themeCodes, type Language, type Theme } from '../../platform/kernel/index.ts'
import { checkText, expandScientific, readMark, type RowFault } from '../imports/index.ts'
import { parseCompanyKey, type CompanyKey } from '../thirdparties/index.ts'
import { companyFields, type ContactFileField } from './contact-file-columns.ts'
import { mailAddress } from './mail-address.ts'

/** A person of a file, and the ways in which the row names the company. */
export interface ContactRow {
  readonly row: number
  readonly companies: readonly { readonly column: string; readonly key: CompanyKey }[]
  readonly email: string
  readonly emailColumn: string
  /** What the row says; nothing for empty cells. */
  readonly fields: {
    readonly firstName?: string
    readonly lastName?: string
    readonly language?: Language
    readonly themes?: Theme[]
  }
}

/** A row by its fields. */
export interface ContactCells {
  readonly row: number
  readonly cell: (field: ContactFileField) => string
  /** What the file calls it. */
  readonly columnName: (field: ContactFileField) => string
}

const maxName = 100
const maxCode = 200
const maxReference = 250
const languages = new Map<string, Language>([
  ...['fr', 'français', 'francais', 'french'].map((word) => [word, 'fr'] as const),
  ...['en', 'anglais', 'english'].map((word) => [word, 'en'] as const),
])
const identifiers = { siret: 'CIT001', vatNumber: 'CIT002', duns: 'CIT003', lei: 'LEI' } as const

/** Everything that is wrong with a row at once, or what it says. */
export function checkContactRow({ row, cell, columnName }: ContactCells): ContactRow | RowFault[] {
  const faults: RowFault[] = []
  const check = <T>(field: ContactFileField, read: (text: string) => T): T | null => {
    const text = cell(field)
    if (text === '') return null
    try {
      return read(text)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      faults.push({ column: columnName(field), code: error.code, params: error.params })
      return null
    }
  }
  const companies = companyFields.flatMap((field) => {
    const key = check(field, (text) => readCompany(field, text))
    return key === null ? [] : [{ column: columnName(field), key }]
  })
  if (companyFields.every((field) => cell(field) === ''))
    faults.push({ column: null, code: 'CONTACT_COMPANY_MISSING', params: {} })
  const email = check('email', mailAddress)
  if (cell('email') === '') faults.push({ column: columnName('email'), code: 'EMAIL_INVALID', params: {} })
  const fields = {
    firstName: check('firstName', readName),
    lastName: check('lastName', readName),
    language: check('language', readLanguage),
    themes: check('themes', readThemes),
  }
  if (faults.length > 0 || email === null) return faults
  return { row, companies, email, emailColumn: columnName('email'), fields: omitNull(fields) }
}

function readCompany(field: (typeof companyFields)[number], text: string): CompanyKey {
  switch (field) {
    case 'thirdpartyId':
      return { by: 'thirdparty_id', value: text }
    case 'code':
      checkText(text, maxCode)
      return { by: 'code', value: text }
    case 'reference':
      checkText(text, maxReference)
      return { by: 'reference', value: text }
    default: {
      const value = expandScientific(text)
      const rounded = readMark(field, value)
      if (rounded) throw new AppError(rounded.code, rounded.params)
      return parseCompanyKey({ code: identifiers[field], value })
    }
  }
}

function readName(text: string): string {
  checkText(text, maxName)
  return text
}

function readLanguage(text: string): Language {
  const language = languages.get(text.toLowerCase())
  if (!language) throw new AppError('CONTACT_LANGUAGE_UNKNOWN')
  return language
}

/** In the order of the catalogue, so that the same themes are the same. */
function readThemes(text: string): Theme[] {
  const given = text
    .split('|')
    .map((one) => one.trim().toUpperCase())
    .filter((one) => one !== '')
  if (given.some((one) => !themeCodes.some((code) => code === one)))
    throw new AppError('CONTACT_THEME_UNKNOWN', { known: themeCodes.join(', ') })
  return themeCodes.filter((code) => given.includes(code))
}

function omitNull<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: Exclude<T[K], null>
  }
}
