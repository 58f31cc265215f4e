import type { Clock } from '../../../platform/kernel/index.ts'

interface Kept<T> {
  answer: T
  bytes: number
  at: number
}

/** The least recently used answers go first, by number and by size; none outlives its age. */
export class AnswerCache<T> {
  readonly #kept = new Map<string, Kept<T>>()
  readonly #clock: Clock
  readonly #maxAgeMs: number
  readonly #limits: { entries: number; bytes: number }
  #bytes = 0

  constructor(clock: Clock, maxAgeMs: number, limits = { entries: 500, bytes: 16 * 1024 * 1024 }) {
    this.#clock = clock
    this.#maxAgeMs = maxAgeMs
    this.#limits = limits
  }

  get(key: string): T | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#drop(key, kept)
    const age = this.#clock.now().getTime() - kept.at
    if (age < 0 || age >= this.#maxAgeMs) return undefined
    this.#add(key, kept)
    return kept.answer
  }

  set(key: string, answer: T, bytes: number): void {
    if (this.#maxAgeMs <= 0 || bytes > this.#limits.bytes) return
    const former = this.#kept.get(key)
    if (former) this.#drop(key, former)
    this.#add(key, { answer, bytes, at: this.#clock.now().getTime() })
    for (const [oldest, kept] of this.#kept) {
      if (this.#kept.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return
      this.#drop(oldest, kept)
    }
  }

  #add(key: string, kept: Kept<T>): void {
    this.#kept.set(key, kept)
    this.#bytes += kept.bytes
  }

  #drop(key: string, kept: Kept<T>): void {
    this.#kept.delete(key)
    this.#bytes -= kept.bytes
  }
}
