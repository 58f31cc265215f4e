import { sql } from 'kysely'
import type { Scope } from '../kernel/index.ts'
import { compileOnce } from './compile-once.ts'
import type { Db, Reader, ReplicaReading } from './database.ts'

interface ReplicaOptions {
  /** Opened on the replica. */
  readonly db: Db
  /** Further behind than this it is not asked at all. */
  readonly maxLagMs: number
  readonly now?: () => number
}

interface Sample {
  readonly at: number
  readonly position: bigint
}

const everyMs = 1_000
// Nothing heard of it for so long: it counts as gone.
const silenceMs = 5_000
const mostSamples = 3_600

const actorOf = ({ actor }: Scope) => `${actor.type} ${actor.id ?? actor.name}`.slice(0, 100)

/** A place in the write-ahead log, as `16/B374D848`. */
export function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const readPosition = compileOnce((db, accountId: number, actor: string) =>
  db
    .selectFrom('reader_position')
    .select('written_to')
    .where('account_id', '=', accountId)
    .where('actor', '=', actor),
)

/**
 * A standby that answers lists and exports. Whoever wrote is answered by it once it has what they wrote, whichever process
 * took the write; how far it is behind is measured by places in the log, since its clock and its silence say little.
 */
export class Replica implements ReplicaReading {
  readonly reads = new Map([
    ['replica', 0],
    ['primary', 0],
    ['repeated', 0],
  ])
  readonly #db: Db
  readonly #maxLagMs: number
  readonly #now: () => number
  #samples: Sample[] = []
  #replayed = 0n
  #heardAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | null = null

  constructor({ db, maxLagMs, now = () => performance.now() }: ReplicaOptions) {
    this.#db = db
    this.#maxLagMs = maxLagMs
    this.#now = now
  }

  /** Since when it lacks something that the primary has; null when nothing is known of it. */
  get lagSeconds(): number | null {
    if (this.#now() - this.#heardAt > silenceMs) return null
    const [oldest] = this.#samples
    return oldest === undefined ? 0 : (this.#now() - oldest.at) / 1000
  }

  follow(primary: Pick<Db, 'system'>): void {
    let isAsking = false
    this.#timer = setInterval(() => {
      if (isAsking) return
      isAsking = true
      void this.measure(primary).finally(() => {
        isAsking = false
      })
    }, everyMs)
    this.#timer.unref()
  }

  /** Asks both how far they are. Never throws: one that does not answer is simply not heard of. */
  async measure(primary: Pick<Db, 'system'>): Promise<void> {
    const at = this.#now()
    try {
      const position = await primary.system(async (tx) => {
        const { rows } = await sql<{ position: string }>`
          select pg_current_wal_insert_lsn()::text as position`.execute(tx)
        return parsePosition(rows[0]?.position ?? '')
      })
      this.#samples.push({ at, position })
      await this.#askReplica()
    } catch {
      this.#samples.splice(0, this.#samples.length - mostSamples)
    }
  }

  async #askReplica(): Promise<void> {
    const { rows } = await this.#db.system((tx) =>
      sql<{ replayed: string | null }>`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed`.execute(tx),
    )
    const replayed = rows[0]?.replayed ?? null
    // A server that follows nobody any more has a life of its own.
    if (replayed === null) return
    this.#replayed = parsePosition(replayed)
    this.#heardAt = this.#now()
    this.#samples = this.#samples.filter(({ position }) => position > this.#replayed)
  }

  /** Once the answer to a write goes out, whatever it was that wrote. */
  async noteWritten(primary: Pick<Db, 'write'>, scope: Scope): Promise<void> {
    await primary.write(scope, (tx) =>
      sql`insert into reader_position (account_id, actor, written_to)
        values (${scope.accountId}, ${actorOf(scope)}, pg_current_wal_insert_lsn())
        on conflict (account_id, actor) do update
        set written_to = greatest(reader_position.written_to, excluded.written_to)`.execute(tx),
    )
  }

  async readerFor(primary: Db, scope: Scope): Promise<Reader> {
    const isReady = this.#isFresh() && (await this.#hasWritesOf(primary, scope))
    this.#count(isReady ? 'replica' : 'primary')
    return isReady ? this.#readerBefore(primary) : primary
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#db.close()
  }

  #isFresh(): boolean {
    const lag = this.lagSeconds
    return lag !== null && lag * 1000 <= this.#maxLagMs
  }

  async #hasWritesOf(primary: Db, scope: Scope): Promise<boolean> {
    const [found] = await primary.lookUp(scope, readPosition, actorOf(scope))
    if (!found) return true
    const position = parsePosition(found.written_to)
    if (position > this.#replayed) await this.#askReplica().catch(() => undefined)
    return position <= this.#replayed
  }

  /** What the replica cannot answer, the primary does: it may be gone, busy with what it replays, or lack a record. */
  #readerBefore(primary: Db): Reader {
    return {
      read: (scope, work) =>
        this.#db.read(scope, work).catch(() => {
          this.#count('repeated')
          return primary.read(scope, work)
        }),
      snapshot: async (scope, work) => {
        let hasBegun = false
        try {
          return await this.#db.snapshot(scope, async (tx) => {
            // Asked first whether it is there at all.
            await tx.selectNoFrom((one) => one.val(1).as('one')).execute()
            hasBegun = true
            return work(tx)
          })
        } catch (error) {
          // Part of it may be on its way to the reader.
          if (hasBegun) throw error
          this.#count('repeated')
          return primary.snapshot(scope, work)
        }
      },
    }
  }

  #count(source: string): void {
    this.reads.set(source, (this.reads.get(source) ?? 0) + 1)
  }
}
