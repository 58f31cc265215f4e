import type { Clock } from '../../../platform/kernel/index.ts'

interface CachedAnswer<T> {
  answer: T
  bytes: number
  at: number
}

/** The least recently used answers go first, by number and by size; none outlives its age. */
export class AnswerCache<T> {
  readonly #kept = new Map<string, CachedAnswer<T>>()
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
    const cached = this.#kept.get(key)
    if (!cached) return undefined
    this.#drop(key, cached)
    const age = this.#clock.now().getTime() - cached.at
    if (age < 0 || age >= this.#maxAgeMs) return undefined
    this.#add(key, cached)
    return cached.answer
  }

  set(key: string, answer: T, bytes: number): void {
    if (this.#maxAgeMs <= 0 || bytes > this.#limits.bytes) return
    const former = this.#kept.get(key)
    if (former) this.#drop(key, former)
    this.#add(key, { answer, bytes, at: this.#clock.now().getTime() })
    for (const [oldest, cached] of this.#kept) {
      if (this.#kept.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) return
      this.#drop(oldest, cached)
    }
  }

  #add(key: string, cached: CachedAnswer<T>): void {
    this.#kept.set(key, cached)
    this.#bytes += cached.bytes
  }

  #drop(key: string, cached: CachedAnswer<T>): void {
    this.#kept.delete(key)
    this.#bytes -= cached.bytes
  }
}
