/** A register of companies, by its code in GLEIF's list of registration authorities. */
export interface CompanyRegister {
  readonly code: string
  readonly countryCode: string
  readonly name: string
  /** What people there call the number it gives. */
  readonly numberName: string
}

/** The registers we can name with certainty. Of any other country, and of the many local courts, the code alone is kept. */
export const companyRegisters: readonly CompanyRegister[] = [
  ['RA000017', 'AT', 'Firmenbuch', 'FN'],
  ['RA000014', 'AU', 'Australian Securities and Investments Commission', 'ACN'],
  ['RA000013', 'AU', 'Australian Business Register', 'ABN'],
  ['RA000025', 'BE', 'Banque-Carrefour des Entreprises / Kruispuntbank van Ondernemingen', 'BCE / KBO'],
  ['RA000072', 'CA', 'Corporations Canada', 'Corporation number'],
  ['RA000549', 'CH', 'Handelsregister / Registre du commerce (Zefix)', 'UID / IDE'],
  ['RA000548', 'CH', 'UID-Register / Registre IDE', 'UID / IDE'],
  ['RA000163', 'CZ', 'Obchodní rejstřík', 'IČO'],
  ['RA000170', 'DK', 'Det Centrale Virksomhedsregister', 'CVR'],
  ['RA000181', 'EE', 'Äriregister', 'Registrikood'],
  ['RA000533', 'ES', 'Registro Mercantil', 'NIF'],
  ['RA000188', 'FI', 'Patentti- ja rekisterihallitus', 'Y-tunnus'],
  ['RA000189', 'FR', 'Sirene (INSEE)', 'SIREN'],
  ['RA000192', 'FR', 'Registre du commerce et des sociétés', 'SIREN'],
  ['RA000585', 'GB', 'Companies House (England and Wales)', 'Company number'],
  ['RA000586', 'GB', 'Companies House (Northern Ireland)', 'Company number'],
  ['RA000587', 'GB', 'Companies House (Scotland)', 'Company number'],
  ['RA000402', 'IE', 'Companies Registration Office', 'CRO number'],
  ['RA000394', 'IN', 'Ministry of Corporate Affairs', 'CIN'],
  ['RA000407', 'IT', 'Registro delle Imprese', 'Codice fiscale'],
  ['RA000432', 'LU', 'Registre de commerce et des sociétés', 'RCS'],
  ['RA000463', 'NL', 'Kamer van Koophandel', 'KvK'],
  ['RA000472', 'NO', 'Foretaksregisteret', 'Organisasjonsnummer'],
  ['RA000473', 'NO', 'Enhetsregisteret', 'Organisasjonsnummer'],
  ['RA000484', 'PL', 'Krajowy Rejestr Sądowy', 'KRS'],
  ['RA000544', 'SE', 'Bolagsverket', 'Organisationsnummer'],
  ['RA000523', 'SG', 'Accounting and Corporate Regulatory Authority', 'UEN'],
  ['RA000602', 'US', 'Delaware Division of Corporations', 'File number'],
].map(([code = '', countryCode = '', name = '', numberName = '']) => ({
  code,
  countryCode,
  name,
  numberName,
}))

const byCode = new Map(companyRegisters.map((register) => [register.code, register]))

export function findRegister(code: string): CompanyRegister | null {
  return byCode.get(code) ?? null
}

/** In the form of the list, and of this country as far as we know the register. */
export function isRegisterOf(code: string, countryCode: string): boolean {
  const known = findRegister(code)
  return /^RA\d{6}$/.test(code) && (known === null || known.countryCode === countryCode)
}

/** Countries where courts, states or emirates count by themselves: one number may be two companies. */
const countedLocally = new Set(['AE', 'CA', 'DE', 'MA', 'US'])

/**
 * What two records of one company share, whichever way their registers write the number; null when there is no
 * number. The database has the same rule as local_key.
 */
export function localKey(one: {
  readonly countryCode: string | null
  readonly localId: string | null
  readonly localRegister: string | null
}): string | null {
  const number = (one.localId ?? '').replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  if (one.countryCode === null || number === '') return null
  const register = countedLocally.has(one.countryCode) ? one.localRegister : null
  return [one.countryCode, number, ...(register === null ? [] : [register])].join(' ')
}
