export type { PortalOptions } from './deps.ts'
export { portalRoutes } from './routes.ts'
export { portalTasks } from './tasks.ts'
