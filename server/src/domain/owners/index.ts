export { nameImported, ownerFinder, type OwnerFinder } from './import-owners.ts'
export { ownersRoutes } from './owners.routes.ts'
