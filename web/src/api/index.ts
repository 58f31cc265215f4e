export { newIdempotencyKey, parseTime, readTagged, VigieProblem } from '@vigie/client'
export type { Answer, Body, Query, Row, Tagged } from '@vigie/client'
export { api } from './client.ts'
export { saveFile } from './files.ts'
export { operatorSession } from './operator.ts'
export * from './problem.ts'
export * from './queries.ts'
export type { ThirdPartyPart } from './query-keys.ts'
export {
  acceptInvitation,
  adoptToken,
  askPasskey,
  declineInvitation,
  requestFreshProof as giveFreshProof,
  hasSession,
  joinSession,
  passSecondFactor,
  readInvitation,
  renewSession,
  repeatQuestion,
  requestPasswordReset,
  setPassword,
  signIn,
  signInWithPasskey,
  signOut,
  onProofRequired as whenProofIsAsked,
  onSessionEnd as whenSessionEnds,
} from './session.ts'
export * from './types.ts'
