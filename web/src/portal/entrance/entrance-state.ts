import { createStore } from '../create-store.ts'

/** Why somebody who was inside stands outside now. */
export type SignedOutReason = 'ended' | 'left' | 'declined' | 'notMe'

const signedOutReason = createStore<SignedOutReason | null>(null)

export const useSignedOutReason = signedOutReason.use

/** The first reason stays: whatever is refused after one has left tells nothing new. */
export function showEntrance(reason: SignedOutReason): void {
  if (signedOutReason.get() === null) signedOutReason.set(reason)
}
