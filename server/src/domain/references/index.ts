export { createBundledProviders, sampleIdentifiers } from './bundled-sample.ts'
export type { CompanyRecord, CompanyStatus } from './company.ts'
export { frenchPublicSearch } from './french-public-search.ts'
export { createImportedAnnouncements } from './imported/imported-announcements.ts'
export { createImportedGleif, createImportedSirene } from './imported/imported-register.ts'
export {
  importableRegisters,
  importRegister,
  type ImportableRegister,
  type ImportCounts,
  type ImportReport,
} from './imported/import-file.ts'
export { inseeSirene } from './insee-sirene.ts'
export {
  searchKinds,
  type AddedBy,
  type CompanyIdentifier,
  type CompanyQuery,
  type CompanySummary,
  type FoundCompany,
  type Lookup,
  type ReferenceProvider,
  type SearchableProvider,
  type SearchBy,
  type SearchOutcome,
} from './provider.ts'
export { readRetryAfter } from './outbound/retry-after.ts'
export { references, type References } from './references.ts'
export { companiesHouse, type CompaniesHouse } from './companies-house.ts'
export { dnb } from './dnb.ts'
export { gleif } from './gleif.ts'
export { vies } from './vies.ts'
export * from './announcements/index.ts'
export { createOutbound, type Outbound, type OutboundAnswer, type OutboundOptions } from './outbound/index.ts'
