/** A queue with nothing to do looks for jobs every two seconds, and says every ten that it lives. */
const patienceMs = 60_000

/** Signs of life of one queue and of those who look after it. */
export class Pulse {
  readonly #concurrency: number
  #beatAt = performance.now()
  #lookedAt = performance.now()
  #running: (() => number) | null = null

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** A heartbeat, or an attempt to start again, came to its end, well or not. */
  beat(): void {
    this.#beatAt = performance.now()
  }

  look(): void {
    this.#lookedAt = performance.now()
  }

  /** Takes jobs from now on; null: no longer. */
  attach(running: (() => number) | null): void {
    this.#running = running
    this.look()
    this.beat()
  }

  get isTaking(): boolean {
    return this.#running !== null
  }

  get running(): number {
    return this.#running?.() ?? 0
  }

  /** False when it hangs. A database that is away is no reason: a new process would not find it either. */
  get isAlive(): boolean {
    const now = performance.now()
    // Who has all hands full looks for no further job.
    const isIdle = this.#running !== null && this.running < this.#concurrency
    return now - this.#beatAt < patienceMs && (!isIdle || now - this.#lookedAt < patienceMs)
  }
}
