import type { Pool } from 'pg'
import type { LeaseTimes } from './lease.ts'

/** A lease as it was when its worker was found to be dead: one that was renewed since is another. */
export interface DeadLease {
  readonly workerId: string
  readonly seenAt: string
}

interface Observed {
  readonly seenAt: string
  /** By our monotonic clock. */
  readonly since: number
}

/** Less is a clock being slewed. */
const leastStepMs = 2_000
/** Renewals that a living worker has had time for before the database's clock alone is believed. */
const missedRenewals = 1.5

/**
 * Watches the leases of the other workers. The database's clock may be set: forward, and every lease looks expired; back,
 * and that of a dead worker lasts for hours. So what counts is also how long we have seen a lease unchanged ourselves.
 */
export class LeaseWatch {
  readonly #observed = new Map<string, Observed>()
  #lastNow: Date | null = null

  /** Those that are dead by now, and how far the database's clock went back since the last look. */
  async look(pool: Pool, times: LeaseTimes): Promise<{ dead: DeadLease[]; setBack: Date | null }> {
    const { rows } = await pool.query<{
      id: string | null
      seen: string | null
      expired: boolean
      now: Date
    }>(
      `select l.worker_id as id, l.seen_at::text as seen, clock_timestamp() as now,
         coalesce(l.seen_at < now() - make_interval(secs => $1::float8 / 1000), false) as expired
       from (select) one left join worker_lease l on true`,
      [times.leaseMs],
    )
    const at = performance.now()
    const leases = rows.flatMap(({ id, seen, expired }) =>
      id === null || seen === null ? [] : [{ workerId: id, seenAt: seen, expired }],
    )
    this.#observe(leases, at)
    const dead = leases.filter(({ workerId, expired }) => {
      const unchangedMs = at - (this.#observed.get(workerId)?.since ?? at)
      return (
        unchangedMs >= (expired ? Math.min(times.leaseMs, times.renewMs * missedRenewals) : times.leaseMs)
      )
    })
    return { dead, setBack: this.#noteNow(rows[0]?.now ?? null) }
  }

  #observe(leases: readonly DeadLease[], at: number): void {
    const present = new Set(leases.map(({ workerId }) => workerId))
    for (const workerId of this.#observed.keys()) if (!present.has(workerId)) this.#observed.delete(workerId)
    for (const { workerId, seenAt } of leases) {
      if (this.#observed.get(workerId)?.seenAt !== seenAt) this.#observed.set(workerId, { seenAt, since: at })
    }
  }

  /** The time it had come to before it went back; null when it did not. */
  #noteNow(now: Date | null): Date | null {
    const last = this.#lastNow
    this.#lastNow = now
    return last !== null && now !== null && last.getTime() - now.getTime() > leastStepMs ? last : null
  }
}
