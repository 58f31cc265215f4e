import type { CompanyRecord } from './company.ts'

type Known = Pick<CompanyRecord, 'provider' | 'recordId' | 'name' | 'countryCode'> & Partial<CompanyRecord>

/** A record of what a register says; everything it is silent on is null, and a company it lists is active. */
export function companyRecord(known: Known): CompanyRecord {
  return { ...silence, ...known }
}

const silence: Omit<CompanyRecord, 'provider' | 'recordId' | 'name' | 'countryCode'> = {
  tradeName: null,
  siren: null,
  siret: null,
  vatNumber: null,
  duns: null,
  lei: null,
  localId: null,
  localRegister: null,
  legalForm: null,
  headOffice: null,
  nafCode: null,
  mainActivity: null,
  activityScheme: null,
  executives: [],
  headcount: null,
  creationDate: null,
  closureDate: null,
  status: 'ACTIVE',
  statusDetail: null,
  statusSince: null,
}
