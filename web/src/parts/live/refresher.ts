import type { QueryClient, QueryKey } from '@tanstack/react-query'

const soonMs = 150
const restMs = 1_000

/** Asks again for what events changed: at most once a second, however many there were, and only where it is seen. */
export class Refresher {
  readonly #queries: QueryClient
  readonly #wanted = new Map<string, QueryKey>()
  #timer: ReturnType<typeof setTimeout> | null = null
  #last = 0

  constructor(queries: QueryClient) {
    this.#queries = queries
    document.addEventListener('visibilitychange', this.#plan)
  }

  enqueue(keys: readonly QueryKey[]): void {
    for (const key of keys) this.#wanted.set(JSON.stringify(key), key)
    this.#plan()
  }

  /** After an absence nobody knows what changed. */
  enqueueAll(accountId: number): void {
    const keys = this.#queries.getQueryCache().getAll()
    this.enqueue(keys.map(({ queryKey }) => queryKey).filter(([, account]) => account === accountId))
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#plan)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#wanted.clear()
  }

  readonly #plan = (): void => {
    if (document.hidden || this.#wanted.size === 0 || this.#timer !== null) return
    const wait = Math.max(soonMs, this.#last + restMs - Date.now())
    this.#timer = setTimeout(() => this.#refresh(), wait)
  }

  #refresh(): void {
    this.#timer = null
    if (document.hidden) return
    this.#last = Date.now()
    for (const [name, queryKey] of this.#wanted) {
      // Begun anew at each event, what takes longer than the pause between two would never be there.
      if (this.#queries.isFetching({ queryKey }) > 0) continue
      this.#wanted.delete(name)
      void this.#queries.invalidateQueries({ queryKey })
    }
    this.#plan()
  }
}
