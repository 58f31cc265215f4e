export { eventsRoutes } from './events.routes.ts'
export { pastStates } from './as-of/past-states.ts'
export { journalRoutes } from './journal.routes.ts'
export {
  longestWalk,
  verificationFields,
  verificationQuery,
  verificationRecord,
} from './chain-verification.ts'
export { VerifyTurns } from './verify-journal.ts'
