/** Runs several pieces of work side by side, no more than so many; whoever adds one waits for a free lane. */
export class Lanes {
  readonly #most: number
  readonly #running = new Set<Promise<void>>()
  #fault: { readonly error: unknown } | null = null

  constructor(most: number) {
    this.#most = most
  }

  async add(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running)
    this.#throwFault()
    const run: Promise<void> = work()
      .catch((error: unknown) => {
        this.#fault ??= { error }
      })
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Waits for all of them, and tells the first fault. */
  async end(): Promise<void> {
    await Promise.all(this.#running)
    this.#throwFault()
  }

  #throwFault(): void {
    if (this.#fault) throw this.#fault.error
  }
}

/** What `load` gives for each, in order, with the next few already under way. */
export async function* readAhead<K, T>(
  keys: Iterable<K>,
  load: (key: K) => Promise<T>,
  ahead = 3,
): AsyncGenerator<T> {
  const waiting: Promise<T>[] = []
  const start = (key: K) => {
    const loading = load(key)
    // Told when its turn comes; until then it is nobody's.
    loading.catch(() => undefined)
    waiting.push(loading)
  }
  for (const key of keys) {
    start(key)
    const first = waiting.length > ahead ? waiting.shift() : undefined
    if (first) yield await first
  }
  for (const loading of waiting) yield await loading
}
