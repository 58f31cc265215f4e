/** All time in the process comes through here, so that a test or a sandbox account can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface ManualClock extends Clock {
  set(to: Date): void
  advance(milliseconds: number): void
}

export function manualClock(start: Date): ManualClock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    set: (to) => {
      current = to.getTime()
    },
    advance: (milliseconds) => {
      current += milliseconds
    },
  }
}
