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
  readonly faults: number
  /** In a word that quotes nobody; null before the first. */
  readonly lastFault: string | null
  readonly succeededAt: Date | null
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

  succeed(dependency: DependencyKind, name = ''): void {
    const entry = this.#entryOf(dependency, name)
    entry.inARow = 0
    entry.succeededAt = new Date()
    if (entry.downSince === null) return
    const downSeconds = Math.round((performance.now() - entry.downSince) / 1000)
    entry.downSince = null
    this.#tell({ dependency, name, fault: null, downSeconds })
  }

  fail(dependency: DependencyKind, fault: unknown, name = ''): void {
    const entry = this.#entryOf(dependency, name)
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
    try {
      const result = await work()
      this.succeed(dependency)
      return result
    } catch (error) {
      if (!isOurs(error)) this.fail(dependency, error)
      throw error
    }
  }

  /** Those used so far. */
  states(): DependencyState[] {
    return [...this.#entries.values()].map(
      ({ dependency, name, faults, downSince, lastFault, succeededAt }) => ({
        dependency,
        name,
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

  #entryOf(dependency: DependencyKind, name: string): Entry {
    const key = `${dependency} ${name}`
    const known = this.#entries.get(key)
    if (known !== undefined) return known
    const made: Entry = {
      dependency,
      name,
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
