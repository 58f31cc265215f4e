export { ownersRoutes } from './owners.routes.ts'
