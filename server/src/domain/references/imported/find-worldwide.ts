import type { ReadTx } from '../../../platform/db/index.ts'
import type { CompanyRecord } from '../company.ts'
import type { CompanyIdentifier, Lookup, NationalNumber } from '../provider.ts'
import { notImported } from './find-french.ts'
import { companiesByKey, companiesByLocalId, isImported } from './register.queries.ts'

// As many as one question to the register brings back.
const companiesAtOnce = 100

/**
 * Looks up any number of companies by LEI or national number; the answers are in the order of the identifiers. VAT and
 * DUNS numbers are unknown here, so there is nothing to add to what others say of one.
 */
export async function findWorldwide(
  tx: ReadTx,
  identifiers: readonly CompanyIdentifier[],
): Promise<Lookup<CompanyRecord>[]> {
  const leis = identifiers.flatMap(({ code, value }) => (code === 'LEI' ? [value] : []))
  const byLei = new Map<string, CompanyRecord>()
  for (let from = 0; from < leis.length; from += companiesAtOnce) {
    const some = await companiesByKey(tx, 'GLEIF', leis.slice(from, from + companiesAtOnce))
    for (const company of some) byLei.set(company.recordId, company)
  }
  const answers: Lookup<CompanyRecord>[] = []
  for (const identifier of identifiers) {
    const isNational = identifier.code === 'NATIONAL'
    const company = isNational ? await onlyCompany(tx, identifier) : byLei.get(identifier.value)
    if (company) answers.push({ kind: 'FOUND', company })
    else
      answers.push(
        isNational || identifier.code === 'LEI' ? await absentWorldwide(tx) : { kind: 'NOT_FOUND' },
      )
  }
  return answers
}

/** The file is kept without its registers, so where several go by one number none is taken. */
async function onlyCompany(
  tx: ReadTx,
  { countryCode, value }: NationalNumber,
): Promise<CompanyRecord | null> {
  const found = await companiesByLocalId(tx, countryCode, value)
  const active = found.filter(({ status }) => status !== 'STRUCK_OFF')
  const [company = null, ...others] = active.length > 0 ? active : found
  return others.length === 0 ? company : null
}

async function absentWorldwide(tx: ReadTx): Promise<Lookup<CompanyRecord>> {
  return (await isImported(tx, 'gleif'))
    ? { kind: 'NOT_FOUND' }
    : { kind: 'UNAVAILABLE', reason: notImported('gleif') }
}
