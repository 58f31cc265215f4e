export { findingRoutes } from './findings.routes.ts'
