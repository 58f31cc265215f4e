import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'

/** Less than this is a clock being slewed, or a busy machine. */
const leastStepMs = 2_000
const everyMs = 1_000

/** How many milliseconds the wall clock moved besides the time that passed. */
export type OnClockStep = (stepMs: number) => void

/**
 * Notices that somebody set the clock: the wall clock and the monotonic one no longer agree on how long it has been. A
 * machine that slept looks like one whose clock was set forward.
 */
export class ClockSteps {
  readonly #clock: Clock
  readonly #elapsed: () => number
  readonly #counts = { forward: 0, back: 0 }
  readonly #listeners = new Set<OnClockStep>()
  #lead: number
  #timer: NodeJS.Timeout | undefined

  constructor(clock: Clock = systemClock, elapsed: () => number = () => performance.now()) {
    this.#clock = clock
    this.#elapsed = elapsed
    this.#lead = this.#measure()
  }

  get counts(): { readonly forward: number; readonly back: number } {
    return this.#counts
  }

  /** Looks every second while somebody listens. */
  subscribe(listener: OnClockStep): () => void {
    this.#listeners.add(listener)
    if (this.#timer === undefined) {
      // What happened while nobody looked is not told.
      this.#lead = this.#measure()
      this.#timer = setInterval(() => this.look(), everyMs).unref()
    }
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }
  }

  look(): void {
    const lead = this.#measure()
    const stepMs = lead - this.#lead
    // Small differences are forgotten too: they must not add up to a step.
    this.#lead = lead
    if (Math.abs(stepMs) < leastStepMs) return
    this.#counts[stepMs > 0 ? 'forward' : 'back'] += 1
    for (const listener of this.#listeners) listener(stepMs)
  }

  #measure(): number {
    return this.#clock.now().getTime() - this.#elapsed()
  }
}

/** One for the process, as there is one clock. */
export const clockSteps = new ClockSteps()

/** `1 h 30 min`, for a sentence. */
export function describeStep(stepMs: number): string {
  const seconds = Math.round(Math.abs(stepMs) / 1000)
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
