import type { QueryClient, QueryKey } from '@tanstack/react-query'

const soonMs = 150
const restMs = 1_000

/** Asks again for what events changed: at most once a second, however many there were. */
export class Refresher {
  readonly #queries: QueryClient
  readonly #wanted = new Map<string, QueryKey>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #last = 0

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  note(keys: readonly QueryKey[]): void {
    for (const key of keys) this.#wanted.set(JSON.stringify(key), key)
    if (this.#wanted.size === 0 || this.#timer !== null) return
    const wait = Math.max(soonMs, this.#last + restMs - Date.now())
    this.#timer = setTimeout(() => this.#refresh(), wait)
  }

  /** After an absence nobody knows what changed. */
  all(accountId: number): void {
    const keys = this.#queries.getQueryCache().getAll()
    this.note(keys.map(({ queryKey }) => queryKey).filter(([, account]) => account === accountId))
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#wanted.clear()
  }

  #refresh(): void {
    this.#timer = null
    this.#last = Date.now()
    const keys = [...this.#wanted.values()]
    this.#wanted.clear()
    for (const queryKey of keys) void this.#queries.invalidateQueries({ queryKey })
  }
}
