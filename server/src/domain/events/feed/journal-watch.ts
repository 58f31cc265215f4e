import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

interface Waiter {
  readonly accountId: number
  /** The last number they know of. */
  readonly head: number
  readonly wake: () => void
}

interface Wait {
  readonly accountId: number
  readonly head: number
  readonly milliseconds: number
  readonly signal: AbortSignal
}

const lookEveryMs = 250
const afterFaultMs = 1_000

/**
 * Tells waiting requests that their journal went on. One statement for all of them, a few times a second and only
 * while somebody waits: a notification by PostgreSQL would make all commits of the database queue for one lock.
 */
export class JournalWatch {
  readonly #db: Pick<Db, 'system'>
  readonly #waiters = new Set<Waiter>()
  #stopped = false
  #timer: NodeJS.Timeout | null = null

  constructor(db: Pick<Db, 'system'>) {
    this.#db = db
  }

  get stopped(): boolean {
    return this.#stopped
  }

  /** Comes back when there is something after `head`, when the time is over, or at once when nobody needs it. */
  async wait({ accountId, head, milliseconds, signal }: Wait): Promise<void> {
    if (signal.aborted || this.#stopped || milliseconds <= 0) return
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#waiters.delete(waiter)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      const waiter = { accountId, head, wake: end }
      signal.addEventListener('abort', end)
      this.#waiters.add(waiter)
      this.#lookIn(lookEveryMs)
    })
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    for (const { wake } of this.#waiters) wake()
  }

  #lookIn(milliseconds: number): void {
    if (this.#timer !== null || this.#waiters.size === 0 || this.#stopped) return
    this.#timer = setTimeout(() => {
      // A fault is no news: the waiters' own time ends, and their next question tells what is wrong.
      const again = (next: number) => {
        this.#timer = null
        this.#lookIn(next)
      }
      this.#look().then(
        () => again(lookEveryMs),
        () => again(afterFaultMs),
      )
    }, milliseconds)
  }

  async #look(): Promise<void> {
    if (this.#waiters.size === 0) return
    const accounts = [...new Set([...this.#waiters].map(({ accountId }) => accountId))]
    const { rows } = await this.#db.system((tx) =>
      sql<{ id: number; seq: number }>`
        select account_id as id, seq from journal_heads(${accounts}::bigint[])`.execute(tx),
    )
    const heads = new Map(rows.map(({ id, seq }) => [id, seq]))
    for (const { accountId, head, wake } of this.#waiters) {
      if ((heads.get(accountId) ?? 0) > head) wake()
    }
  }
}
