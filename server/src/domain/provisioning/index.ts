export { provisioningRoutes } from './provisioning.routes.ts'
export { isSightManaged } from './settle-sights.ts'
export { scimRoutes } from './scim.routes.ts'
