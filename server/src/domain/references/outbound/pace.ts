/** A token bucket one waits at; whoever comes first goes first. */
export class Pace {
  readonly #perMs: number
  readonly #burst: number
  #tokens: number
  #at = performance.now()

  constructor(perSecond: number, burst: number) {
    this.#perMs = perSecond / 1_000
    this.#burst = burst
    this.#tokens = burst
  }

  /** Milliseconds to wait before going, the place being taken; or, when that is too long, only how long. */
  reserve(maxWaitMs: number): { taken: boolean; waitMs: number } {
    const now = performance.now()
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMs)
    this.#at = now
    const waitMs = this.#tokens >= 1 ? 0 : (1 - this.#tokens) / this.#perMs
    const isTaken = waitMs < maxWaitMs
    if (isTaken) this.#tokens -= 1
    return { taken: isTaken, waitMs }
  }

  giveBack(): void {
    this.#tokens = Math.min(this.#burst, this.#tokens + 1)
  }
}
