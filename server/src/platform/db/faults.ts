import { AppError } from '../kernel/index.ts'

/** What was wrong with the database, as an operator tells them apart. */
export const faultKinds = ['gone', 'read-only', 'slow', 'stale-plan'] as const
export type FaultKind = (typeof faultKinds)[number]

/** What the last answers say of it. A plan that had to be made anew troubles nobody. */
export type DatabaseState = 'well' | Exclude<FaultKind, 'stale-plan'>

export const readOnlyState = '25006'

/** Thrown by whoever finds out before a write does. */
export class ReadOnlyDatabase extends Error {
  override name = 'ReadOnlyDatabase'
  readonly code = readOnlyState
}

// One statement that took too long says little: only as long as there are more of them the database is called slow.
const calmMs = 5_000

/** Counts what is wrong with one database, and tells when that changes: once, however many requests find it out. */
export class DatabaseFaults {
  readonly counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]))
  readonly #listeners = new Set<(state: DatabaseState) => void>()
  readonly #now: () => number
  #state: DatabaseState = 'well'
  #lastAt = 0

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  get state(): DatabaseState {
    return this.#state
  }

  /** Returns what ends it. */
  onChange(listener: (state: DatabaseState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  note(kind: FaultKind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
    if (kind === 'stale-plan') return
    this.#lastAt = this.#now()
    // Whatever else goes wrong meanwhile, it is worse to be gone or read-only than to be slow.
    if (kind !== 'slow' || this.#state === 'well') this.#enter(kind)
  }

  /** Something was kept, which takes all that can be wrong. */
  noteWrite(): void {
    if (this.#state === 'well') return
    if (this.#state === 'slow' && this.#now() - this.#lastAt < calmMs) return
    this.#enter('well')
  }

  /** Something was read, which it may be although nothing can be kept. */
  noteRead(): void {
    if (this.#state !== 'well' && this.#state !== 'read-only') this.noteWrite()
  }

  #enter(state: DatabaseState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener(state)
  }
}

const sentences: Record<DatabaseState, string> = {
  well: 'the database is well again',
  gone: 'the database cannot be reached',
  'read-only': 'the database is read-only: reads are answered, writes are refused',
  slow: 'the database is slow: statements or connections take too long',
}

interface FaultLog {
  info(fields: object, sentence: string): void
  warn(fields: object, sentence: string): void
}

/** One line for each change. Returns what ends it. */
export function logDatabaseFaults(faults: DatabaseFaults, log: FaultLog): () => void {
  return faults.onChange((state) => {
    if (state === 'well') log.info({ database: state }, sentences[state])
    else log.warn({ database: state }, sentences[state])
  })
}

export function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** A column was added to what a prepared statement returns; by the place in PostgreSQL, as texts are translated. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
}

/** Two have prepared a statement on one connection: the driver loses track while one of them finds it stale. */
export function isPreparedTwice(error: unknown): boolean {
  return sqlState(error) === '42P05'
}

/** A server that went away in the middle of the work is the same news as one that cannot be reached. */
function isLost(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return (
    /^(08...|57P0[123]|ECONN\w+|EPIPE)$/.test(sqlState(error) ?? '') ||
    /^(Connection terminated|Client has encountered a connection error)/.test(message)
  )
}

const statementTimeout = '57014'

/** What an error says of the database; null when the fault is not the database's. */
export function faultOf(error: unknown): FaultKind | null {
  if (isLost(error)) return 'gone'
  if (isStalePlan(error)) return 'stale-plan'
  const state = sqlState(error) ?? ''
  if (state === readOnlyState) return 'read-only'
  return state === statementTimeout ? 'slow' : null
}

/** As callers are told of it: a database without writes is as good as none for whoever writes. */
export function toDatabaseError(error: unknown): unknown {
  const kind = faultOf(error)
  return kind === 'gone' || kind === 'read-only'
    ? new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
    : error
}
