export { viewsRoutes } from './views.routes.ts'
