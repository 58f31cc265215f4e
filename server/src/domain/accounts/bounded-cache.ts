import type { Clock } from '../../platform/kernel/index.ts'

interface Entry<V> {
  value: V
  storedAt: number
}

/** Keeps at most `maxEntries`, the least recently used going first, none older than `maxAgeMs`. */
export class BoundedCache<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #clock: Clock
  readonly #maxEntries: number
  readonly #maxAgeMs: number

  constructor(clock: Clock, options: { maxEntries: number; maxAgeMs: number }) {
    this.#clock = clock
    this.#maxEntries = options.maxEntries
    this.#maxAgeMs = options.maxAgeMs
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const age = this.#clock.now().getTime() - entry.storedAt
    this.#entries.delete(key)
    // A negative age means the clock was set back: the entry can no longer be trusted to be young.
    if (age < 0 || age >= this.#maxAgeMs) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  set(key: string, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, storedAt: this.#clock.now().getTime() })
    if (this.#entries.size <= this.#maxEntries) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  deleteWhere(concerns: (value: V) => boolean): void {
    for (const [key, { value }] of this.#entries) if (concerns(value)) this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  get size(): number {
    return this.#entries.size
  }
}
