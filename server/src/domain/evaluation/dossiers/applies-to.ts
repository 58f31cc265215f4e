import type { Conditions, DossierType } from '../catalogue/catalogue.schema.ts'

export interface CompanyFacts {
  readonly countryCode: string | null
  readonly nafCode: string | null
  readonly headcount: { readonly value: number | null; readonly min: number | null } | null
}

/** Whether every condition holds. What is not known of the company fulfils none. */
function appliesTo(conditions: Conditions | undefined, company: CompanyFacts): boolean {
  const { countriesIn, countriesNotIn, activities, headcountMin } = conditions ?? {}
  const { countryCode, nafCode, headcount } = company
  const plain = (naf: string) => naf.replace('.', '')
  const size = headcount?.value ?? headcount?.min ?? null
  return (
    (!countriesIn || (countryCode !== null && countriesIn.includes(countryCode))) &&
    (!countriesNotIn || (countryCode !== null && !countriesNotIn.includes(countryCode))) &&
    (!activities ||
      (nafCode !== null && activities.some((begin) => plain(nafCode).startsWith(plain(begin))))) &&
    (headcountMin === undefined || (size !== null && size >= headcountMin))
  )
}

/** The documents a new dossier of this type asks of this company, in the order of the type. */
export function documentsFor(type: DossierType, company: CompanyFacts): DossierType['documents'] {
  return type.documents.filter(({ conditions }) => appliesTo(conditions, company))
}
