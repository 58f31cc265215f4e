export { pastStates } from './as-of/past-states.ts'
export { eventsRoutes, journalRoutes } from './journal.routes.ts'
export { verificationFields, verificationQuery, verificationRecord } from './chain-verification.ts'
export { gatherNear, longestWalk, VerifyTurns, type VerifyDeps } from './verify-journal.ts'
