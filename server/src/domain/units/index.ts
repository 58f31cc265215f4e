export { unitsRoutes } from './units.routes.ts'
