export { addThirdParty, setsOfUnits } from './add-thirdparty.ts'
export { changeThirdParty } from './change-thirdparty.ts'
export type { ArchiveStep } from './archive-thirdparty.ts'
export {
  GivenAttribute,
  type AddAttributes,
  type AttributeColumn,
  type AttributeCondition,
  type AttributeOrder,
  type ThirdPartyAttributes,
} from './attribute-port.ts'
export { ownKeysRoutes } from './by-code.routes.ts'
export type { GivenContact, ThirdPartyContacts } from './contact-port.ts'
export { findCompanies, parseCompanyKey, type CompanyKey } from './find-companies.ts'
export { attributeCell, attributeColumns } from './export-portfolio.ts'
export { portfolioColumns } from './portfolio-columns.ts'
export { foldCounts } from './fold-counts.task.ts'
export { initialFields, type GivenCompany } from './identity.ts'
export { planKnownOnly, planThirdParty, type PlannedThirdParty } from './import-plan.ts'
export { addPlanned, findHeldCodes, findPlanned, type HeldCode } from './import-thirdparties.ts'
export { identifierLabel, parseLegalIdentifier, type IdentifierCode } from './legal-identifier.ts'
export { completeIdentity, refreshPortfolios, refreshSlice } from './refresh-portfolio.task.ts'
export { findMatching, matchRequest, type MatchDeps, type MatchRequest } from './match-portfolio.ts'
export { FilterQuery } from './portfolio-query.ts'
export { keepsCodesUnique } from './set-unique-codes.ts'
export { storeAnnounced } from './store-announced.ts'
export { requireThirdParty } from './thirdparties.queries.ts'
export { thirdPartiesRoutes } from './thirdparties.routes.ts'
export {
  relationshipFields,
  reviewCauses,
  ThirdPartyRecord,
  type PastThirdParty,
} from './thirdparty.schema.ts'
