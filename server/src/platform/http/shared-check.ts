const patienceMs = 2_000
// A check that has hung for this long is given up, or nobody would ever look again.
const longestMs = 30_000

/** What a look at something the service needs has found. */
export interface Found {
  /** Null when it is in order. */
  readonly fault: unknown
  readonly durationMs: number
}

/**
 * A look at something the service needs: whoever asks meanwhile gets the same, however many they are, and nobody waits
 * longer than a probe may.
 */
export class SharedCheck {
  readonly name: string
  /** Whether the service is of no use without it. */
  readonly isEssential: boolean
  readonly #look: () => Promise<void>
  #running: { readonly end: Promise<void>; readonly since: number } | null = null

  constructor(name: string, isEssential: boolean, look: () => Promise<void>) {
    this.name = name
    this.isEssential = isEssential
    this.#look = look
  }

  async ask(): Promise<Found> {
    const started = performance.now()
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.name} did not answer in time`)), patienceMs)
    })
    const end = (fault: unknown) => ({ fault, durationMs: Math.round(performance.now() - started) })
    try {
      await Promise.race([this.#share(started), tooLate])
      return end(null)
    } catch (fault) {
      return end(fault)
    } finally {
      clearTimeout(timer)
    }
  }

  #share(now: number): Promise<void> {
    if (this.#running !== null && now - this.#running.since < longestMs) return this.#running.end
    const running = { since: now, end: this.#begin() }
    const forget = () => {
      if (this.#running === running) this.#running = null
    }
    running.end.then(forget, forget)
    this.#running = running
    return running.end
  }

  async #begin(): Promise<void> {
    await this.#look()
  }
}
