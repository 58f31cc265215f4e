import { createStore } from '../create-store.ts'
import classes from './parts.module.css'

const said = createStore('')

/** Read out by a screen reader at its next pause. */
export function announce(text: string): void {
  // The same words twice would not be a change, and nobody would hear them.
  said.set(said.get() === text ? `${text}\u00a0` : text)
}

export function Announcer() {
  return (
    <output aria-live="polite" className={classes.unseen}>
      {said.use()}
    </output>
  )
}
