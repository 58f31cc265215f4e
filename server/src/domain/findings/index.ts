export { actionRoutes } from './actions.routes.ts'
export { checkEvidence } from './check-evidence.task.ts'
export { findingRoutes } from './findings.routes.ts'
