export { eventsRoutes } from './events.routes.ts'
export { pastStates } from './as-of/past-states.ts'
export { comparedIn, comparedSchema, journalRoutes } from './journal.routes.ts'
export { gatherNear, VerifyTurns, type WalkDeps } from './verify-journal.ts'
