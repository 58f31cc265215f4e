export { nameImported, ownerFinder, type OwnerFinder } from './import-owners.ts'
export { putOwnerRules } from './owner-rules.ts'
export { ownersRoutes } from './owners.routes.ts'
