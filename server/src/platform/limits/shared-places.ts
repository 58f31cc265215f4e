import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

interface PlacesOptions {
  /** Null: this process counts alone. */
  readonly db: Pick<Db, 'system'> | null
  readonly secret: Uint8Array
  readonly leaseMs?: number
}

interface PlaceLimits {
  readonly name: string
  /** At once for one subject, in all processes together. */
  readonly perSubject: number
  /** At once in this process, for everybody: what one process can serve. */
  readonly perProcess?: number
  /** Places given back are kept for the next of the subject until the leases are renewed: for what comes often. */
  readonly keeps?: boolean
}

/** Gives a place back; calling it again changes nothing. */
export type LeavePlace = () => void

export interface Places {
  /** Null when there is no place. */
  take(subject: string): Promise<LeavePlace | null>
}

interface Held {
  readonly leaseId: string
  isIdle: boolean
}

// Whoever is killed keeps others out for as long.
const defaultLeaseMs = 30_000

/**
 * What only so many may do at once, counted for all processes together. A place is a lease with an end, which its
 * process puts off while it lives. While the database cannot be asked each process counts for itself.
 */
export class SharedPlaces {
  readonly #db: PlacesOptions['db']
  readonly #secret: Uint8Array
  readonly #leaseMs: number
  readonly #held = new Set<Held>()
  #timer: NodeJS.Timeout | null = null

  constructor({ db, secret, leaseMs = defaultLeaseMs }: PlacesOptions) {
    this.#db = db
    this.#secret = secret
    this.#leaseMs = leaseMs
  }

  places({ name, perSubject, perProcess = Number.POSITIVE_INFINITY, keeps = false }: PlaceLimits): Places {
    const taken = new Map<string, number>()
    const kept = new Map<string, Held[]>()
    let all = 0
    const leave = (subject: string) => {
      all -= 1
      const left = (taken.get(subject) ?? 1) - 1
      if (left > 0) taken.set(subject, left)
      else taken.delete(subject)
    }
    const release = (subject: string, held: Held | null) => {
      if (held === null) return
      if (!keeps) return this.#free([held])
      held.isIdle = true
      const idle = (kept.get(subject) ?? []).filter((one) => this.#held.has(one))
      kept.set(subject, [...idle, held])
    }
    const reuse = (subject: string): Held | null => {
      const idle = (kept.get(subject) ?? []).filter((one) => this.#held.has(one))
      const held = idle.pop() ?? null
      if (idle.length > 0) kept.set(subject, idle)
      else kept.delete(subject)
      if (held) held.isIdle = false
      return held
    }
    return {
      take: async (subject) => {
        const own = taken.get(subject) ?? 0
        if (own >= perSubject || all >= perProcess) return null
        taken.set(subject, own + 1)
        all += 1
        const held = reuse(subject) ?? (await this.#lease(`${name} ${subject}`, perSubject))
        if (held === 'none') {
          leave(subject)
          return null
        }
        let isTaken = true
        return () => {
          if (!isTaken) return
          isTaken = false
          leave(subject)
          release(subject, held === 'alone' ? null : held)
        }
      },
    }
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#delete([...this.#held])
  }

  async #lease(key: string, places: number): Promise<Held | 'none' | 'alone'> {
    if (this.#db === null) return 'alone'
    const leaseId = randomUUID()
    const digest = createHmac('sha256', this.#secret).update(key).digest().subarray(0, 16)
    try {
      const { rows } = await this.#db.system((tx) =>
        sql<{ taken: boolean }>`
          select take_place(${leaseId}::uuid, ${digest}::bytea, ${places}, ${this.#leaseMs / 1_000}) as taken`.execute(
          tx,
        ),
      )
      if (rows[0]?.taken !== true) return 'none'
    } catch {
      return 'alone'
    }
    const held = { leaseId, isIdle: false }
    this.#held.add(held)
    this.#renewLater()
    return held
  }

  #free(held: readonly Held[]): void {
    this.#delete(held).catch(() => undefined)
  }

  /** A lease that cannot be deleted ends by itself. */
  async #delete(held: readonly Held[]): Promise<void> {
    for (const one of held) this.#held.delete(one)
    if (held.length === 0 || this.#db === null) return
    const ids = held.map(({ leaseId }) => leaseId)
    await this.#db
      .system((tx) => tx.deleteFrom('place_lease').where('lease_id', 'in', ids).execute())
      .catch(() => undefined)
  }

  #renewLater(): void {
    if (this.#timer !== null) return
    this.#timer = setTimeout(() => {
      void this.#renew().finally(() => {
        this.#timer = null
        if (this.#held.size > 0) this.#renewLater()
      })
    }, this.#leaseMs / 4)
    this.#timer.unref()
  }

  async #renew(): Promise<void> {
    this.#free([...this.#held].filter(({ isIdle }) => isIdle))
    const ids = [...this.#held].map(({ leaseId }) => leaseId)
    if (ids.length === 0 || this.#db === null) return
    const until = sql<Date>`clock_timestamp() + ${this.#leaseMs} * interval '1 millisecond'`
    await this.#db
      .system((tx) => tx.updateTable('place_lease').set({ until }).where('lease_id', 'in', ids).execute())
      .catch(() => undefined)
  }
}
