import { createStore } from '../create-store.ts'

/** Why somebody who was inside stands outside now. */
export type Outside = 'ended' | 'left' | 'declined' | 'notMe'

const outside = createStore<Outside | null>(null)

export const useOutside = outside.use

/** The first reason stays: whatever is refused after one has left tells nothing new. */
export function showDoor(why: Outside): void {
  if (outside.get() === null) outside.set(why)
}
