import { tracing } from './tracing.ts'

/** The services outside this process, by the names that metrics and logs give them. */
export const dependencyKinds = [
  'smtp',
  'scanner',
  'store',
  'register',
  'provider',
  'verification',
  'screening',
  'lists',
  'identity-provider',
  'webhook',
  'anchor',
] as const
export type DependencyKind = (typeof dependencyKinds)[number]

export interface DependencyState {
  readonly dependency: DependencyKind
  /** Which of several, such as a register; empty where there is one. */
  readonly name: string
  readonly isUp: boolean
  readonly uses: number
  readonly faults: number
  /** In a word that quotes nobody; null before the first. */
  readonly lastFault: string | null
  readonly succeededAt: Date | null
}

/** One use of a service, however it ended. */
export interface DependencyUse {
  readonly dependency: DependencyKind
  readonly seconds: number
}

export interface DependencyChange {
  readonly dependency: DependencyKind
  readonly name: string
  /** The fault that turned it down, in a word that quotes nobody; null when it is back. */
  readonly fault: string | null
  readonly downSeconds: number
}

/**
 * Whom customers choose is many at once: one of them that is away says nothing of our way out. So many faults in a row,
 * without one success of any, do.
 */
const faultsInARow: Partial<Record<DependencyKind, number>> = {
  webhook: 20,
  provider: 5,
  'identity-provider': 5,
}

interface Entry {
  readonly dependency: DependencyKind
  readonly name: string
  uses: number
  faults: number
  inARow: number
  downSince: number | null
  lastFault: string | null
  succeededAt: Date | null
}

/**
 * How the services outside fare, by what came of the last real use of each: nobody is asked just to find out. Durations
 * are of the monotonic clock.
 */
export class DependencyWatch {
  readonly #entries = new Map<string, Entry>()
  readonly #listeners = new Set<(change: DependencyChange) => void>()
  readonly #useListeners = new Set<(use: DependencyUse) => void>()

  /** `seconds` where somebody has measured how long it took. */
  succeed(dependency: DependencyKind, name = '', seconds?: number): void {
    const entry = this.#use(dependency, name, seconds)
    entry.inARow = 0
    entry.succeededAt = new Date()
    if (entry.downSince === null) return
    const downSeconds = Math.round((performance.now() - entry.downSince) / 1000)
    entry.downSince = null
    this.#tell({ dependency, name, fault: null, downSeconds })
  }

  fail(dependency: DependencyKind, fault: unknown, name = '', seconds?: number): void {
    const entry = this.#use(dependency, name, seconds)
    entry.faults += 1
    entry.inARow += 1
    entry.lastFault = nameFault(fault)
    if (entry.downSince !== null || entry.inARow < (faultsInARow[dependency] ?? 1)) return
    entry.downSince = performance.now()
    this.#tell({ dependency, name, fault: nameFault(fault), downSeconds: 0 })
  }

  /** Does the work and takes note of what came of it; `isOurs` tells faults that are not the service's. */
  async around<T>(
    dependency: DependencyKind,
    work: () => Promise<T>,
    isOurs: (error: unknown) => boolean = () => false,
  ): Promise<T> {
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    try {
      const result = await tracing.ask(dependency, work)
      this.succeed(dependency, '', seconds())
      return result
    } catch (error) {
      if (!isOurs(error)) this.fail(dependency, error, '', seconds())
      throw error
    }
  }

  /** Those used so far. */
  states(): DependencyState[] {
    return [...this.#entries.values()].map(
      ({ dependency, name, uses, faults, downSince, lastFault, succeededAt }) => ({
        dependency,
        name,
        uses,
        faults,
        lastFault,
        succeededAt,
        isUp: downSince === null,
      }),
    )
  }

  /** Told of every change until the returned function is called. */
  subscribe(listener: (change: DependencyChange) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Told of every use whose time was measured, until the returned function is called. */
  onUse(listener: (use: DependencyUse) => void): () => void {
    this.#useListeners.add(listener)
    return () => void this.#useListeners.delete(listener)
  }

  #use(dependency: DependencyKind, name: string, seconds: number | undefined): Entry {
    const entry = this.#entryOf(dependency, name)
    entry.uses += 1
    if (seconds !== undefined) for (const listener of this.#useListeners) listener({ dependency, seconds })
    return entry
  }

  #entryOf(dependency: DependencyKind, name: string): Entry {
    const key = `${dependency} ${name}`
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const made: Entry = {
      dependency,
      name,
      uses: 0,
      faults: 0,
      inARow: 0,
      downSince: null,
      lastFault: null,
      succeededAt: null,
    }
    this.#entries.set(key, made)
    return made
  }

  #tell(change: DependencyChange): void {
    for (const listener of this.#listeners) listener(change)
  }
}

/** The code of a fault or its kind: messages may quote what was sent. */
function nameFault(fault: unknown): string {
  if (typeof fault === 'string') return fault
  if (!(fault instanceof Error)) return 'unknown'
  const { code } = fault as { code?: unknown }
  return typeof code === 'string' ? code : fault.name
}

/** One for the process: adapters deep below report to it, the composition roots read it. */
export const dependencies = new DependencyWatch()
