import type { ReadTx } from '../../../platform/db/index.ts'
import { sirenOfVat } from '../../../platform/kernel/index.ts'
import type { CompanyRecord } from '../company.ts'
import type { CompanyIdentifier, Lookup } from '../provider.ts'
import { companiesByKey, establishmentsAmong, isImported } from './register.queries.ts'

// As many as one question to the register brings back.
const companiesAtOnce = 100

/** Looks up any number of companies in a few questions; the answers are in the order of the identifiers. */
export async function findFrench(
  tx: ReadTx,
  identifiers: readonly CompanyIdentifier[],
): Promise<Lookup<CompanyRecord>[]> {
  const companies = await companiesBySiren(tx, [...new Set(identifiers.flatMap((one) => sirenOf(one) ?? []))])
  const companyOf = (identifier: CompanyIdentifier) => companies.get(sirenOf(identifier) ?? '')
  const elsewhere = identifiers.flatMap((one) => {
    const company = companyOf(one)
    return company && isOther(one, company) ? [one.value] : []
  })
  const establishments = await establishmentsAmong(tx, elsewhere)
  const absent = {
    unit: await absentFrom(tx, 'sirene-units'),
    establishment: await absentFrom(tx, 'sirene-establishments'),
  }
  return identifiers.map((identifier): Lookup<CompanyRecord> => {
    if (sirenOf(identifier) === null) return { kind: 'NOT_FOUND' }
    const company = companyOf(identifier)
    if (!company) return absent.unit
    if (!isOther(identifier, company)) return { kind: 'FOUND', company }
    if (!establishments.has(identifier.value)) return absent.establishment
    return { kind: 'FOUND', company: { ...company, siret: identifier.value } }
  })
}

async function companiesBySiren(tx: ReadTx, sirens: readonly string[]): Promise<Map<string, CompanyRecord>> {
  const found = new Map<string, CompanyRecord>()
  for (let from = 0; from < sirens.length; from += companiesAtOnce) {
    const some = await companiesByKey(tx, 'SIRENE', sirens.slice(from, from + companiesAtOnce))
    for (const company of some) found.set(company.recordId, company)
  }
  return found
}

/** Asked for by an establishment that is not the head office. */
function isOther({ code, value }: CompanyIdentifier, company: CompanyRecord): boolean {
  return code === 'CIT001' && value !== company.siret
}

/** That something is not in a register says nothing before the register is there. */
async function absentFrom(tx: ReadTx, kind: string): Promise<Lookup<CompanyRecord>> {
  return (await isImported(tx, kind))
    ? { kind: 'NOT_FOUND' }
    : { kind: 'UNAVAILABLE', reason: notImported(kind) }
}

export const notImported = (kind: string) =>
  `no ${kind} file has been imported to its end (vigie import-register)`

function sirenOf({ code, value }: CompanyIdentifier): string | null {
  if (code === 'CIT002') return sirenOfVat(value)
  return code === 'CIT001' || code === 'SIREN' ? value.slice(0, 9) : null
}
