import type { CompanySummary, FoundCompany } from './provider.ts'
import { rankCompanies } from './company-search.ts'

/** One entry for each company, known by any of its numbers; the better one keeps its place and is completed. */
export function foldDuplicates(companies: readonly FoundCompany[]): FoundCompany[] {
  const distinct: FoundCompany[] = []
  const places = new Map<string, number>()
  for (const company of rankCompanies(companies)) {
    const keys = keysOf(company)
    const place = keys.map((key) => places.get(key)).find((known) => known !== undefined)
    const folded = place === undefined ? company : completeFrom(distinct[place] ?? company, company)
    const at = place ?? distinct.length
    distinct[at] = folded
    for (const key of keysOf(folded)) places.set(key, at)
  }
  return distinct
}

function keysOf({ siren, vatNumber, lei }: CompanySummary): string[] {
  return Object.entries({ siren, vatNumber, lei }).flatMap(([kind, value]) =>
    value ? [`${kind} ${value}`] : [],
  )
}

function completeFrom(company: FoundCompany, other: FoundCompany): FoundCompany {
  // Where its own country's register knows it, that one is to keep it.
  const addBy = [company, other].find((one) => one.addBy?.code === 'CIT001')?.addBy ?? company.addBy
  const ownFields = Object.entries(company).filter(([, value]) => value !== null)
  return { ...other, ...Object.fromEntries(ownFields), addBy }
}
