export * from './problem.ts'
export * from './queries.ts'
export * from './types.ts'
export { accountUrl, api } from './api.ts'
export { fetchFile, saveFile } from './files.ts'
export { call, newIdempotencyKey } from './http.ts'
export {
  acceptInvitation,
  adoptToken,
  askPasskey,
  declineInvitation,
  giveFreshProof,
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
  whenProofIsAsked,
  whenSessionEnds,
} from './session.ts'
export type { Answer, Body, Query, Row } from './wire.ts'
