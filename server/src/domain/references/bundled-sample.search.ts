import { localKey, sirenOfVat } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from './company.ts'
import { searchAnswer, bestNameScore, identifierOf, outcomeOf, summariseCompany } from './company-search.ts'
import type { CompanyIdentifier, CompanyQuery, SearchOutcome } from './provider.ts'

export interface SampleRow extends Omit<CompanyRecord, 'provider' | 'localRegister'> {
  /** SIRETs of the other establishments. */
  readonly establishments: readonly string[]
}

/** A sample register in memory, by each identifier and by name. */
export class SampleIndex {
  readonly #companies: readonly CompanyRecord[]
  readonly #byKey = new Map<string, CompanyRecord>()

  constructor(provider: string, rows: readonly SampleRow[]) {
    this.#companies = rows.map(({ establishments: _, ...row }) => ({ ...row, localRegister: null, provider }))
    for (const [index, { establishments }] of rows.entries()) {
      const company = this.#companies[index]
      if (company) this.#add(company, establishments)
    }
  }

  find(identifier: CompanyIdentifier): CompanyRecord | null {
    return this.#byKey.get(identifierKey(identifier)) ?? null
  }

  search(query: CompanyQuery): SearchOutcome {
    const identifier = identifierOf(query)
    const isInCountry = ({ countryCode }: CompanyRecord) =>
      query.countryCode === null || countryCode === query.countryCode
    if (identifier) {
      const company = this.find(identifier)
      return outcomeOf(company && isInCountry(company) ? { kind: 'FOUND', company } : { kind: 'NOT_FOUND' })
    }
    const score = query.searchBy === 'NAME' ? nameFit : localIdFit
    const companies = this.#companies.filter(isInCountry).flatMap((company) => {
      const fit = score(query.value, company)
      return fit === null ? [] : [summariseCompany(company, fit)]
    })
    return searchAnswer(companies)
  }

  #add(company: CompanyRecord, establishments: readonly string[]): void {
    const { siren, siret, vatNumber, duns, lei } = company
    const keys = {
      SIREN: siren,
      CIT001: siret,
      CIT002: vatNumber,
      CIT003: duns,
      LEI: lei,
      NATIONAL: localKey(company),
    }
    for (const [code, value] of Object.entries(keys))
      if (value !== null) this.#byKey.set(`${code} ${value}`, company)
    for (const other of establishments) this.#byKey.set(`CIT001 ${other}`, { ...company, siret: other })
  }
}

// A French VAT number is a SIREN with a key, and companies may hold several: the SIREN decides.
function identifierKey(identifier: CompanyIdentifier): string {
  const { code, value } = identifier
  if (code === 'NATIONAL') {
    return `NATIONAL ${localKey({ ...identifier, localId: value, localRegister: null })}`
  }
  const siren = code === 'CIT002' ? sirenOfVat(value) : null
  return siren ? `SIREN ${siren}` : `${code} ${value}`
}

function nameFit(typed: string, { name, tradeName }: CompanyRecord): number | null {
  return bestNameScore(typed, [name, tradeName])
}

// Registers write their numbers with dots, dashes and spaces as they please.
function localIdFit(typed: string, { localId }: CompanyRecord): number | null {
  const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  return localId !== null && bare(typed) !== '' && bare(localId) === bare(typed) ? 1 : null
}
