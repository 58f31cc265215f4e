import type { Clock } from '../../../platform/kernel/index.ts'

/** Longest time a service can keep us away by its Retry-After. */
const maxHoldMs = 5 * 60_000
/** What the others are told to wait while one ask finds out. */
const probeMs = 1_000

/** Stops asking a service that keeps failing; after a pause one ask at a time finds out whether it is back. */
export class Breaker {
  readonly #clock: Clock
  readonly #limit: number
  readonly #pauseMs: number
  #faults = 0
  #closedUntil = { from: 0, ms: 0 }
  #probing = false

  constructor(clock: Clock, options: { faults: number; pauseMs: number }) {
    this.#clock = clock
    this.#limit = options.faults
    this.#pauseMs = options.pauseMs
  }

  get state(): 'CLOSED' | 'OPEN' {
    return this.#faults >= this.#limit ? 'OPEN' : 'CLOSED'
  }

  /** Null lets the ask through: it must then report success, fault or release. Else milliseconds to stay away. */
  enter(): number | null {
    const left = this.#left()
    if (left > 0) return left
    if (this.state === 'CLOSED') return null
    if (this.#probing) return probeMs
    this.#probing = true
    return null
  }

  success(): void {
    this.#faults = 0
    this.#probing = false
    this.#closedUntil = { from: 0, ms: 0 }
  }

  fault(retryAfterMs: number | null): void {
    this.#faults++
    this.#probing = false
    const pause = this.state === 'OPEN' ? this.#pauseMs : 0
    const ms = Math.max(pause, Math.min(retryAfterMs ?? 0, maxHoldMs), this.#left())
    this.#closedUntil = { from: this.#clock.now().getTime(), ms }
  }

  /** The ask ended without a word on the health of the service. */
  release(): void {
    this.#probing = false
  }

  #left(): number {
    const elapsed = this.#clock.now().getTime() - this.#closedUntil.from
    // A clock that was set back would otherwise keep the service away for as long.
    return elapsed < 0 ? 0 : Math.max(0, this.#closedUntil.ms - elapsed)
  }
}
