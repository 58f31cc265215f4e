export { workRoutes } from './my-work.routes.ts'
