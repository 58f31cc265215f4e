import { lineOf, reader, type ImportKind } from './import-kind.ts'
import type { Rows } from './register-rows.ts'

export interface Batch {
  readonly keys: readonly string[]
  readonly lines: readonly string[]
  readonly refused: number
  /** Rows of the file up to the end of this batch. */
  readonly position: number
  /** The last change that its companies know of. */
  readonly newest: string | null
}

/** Rows that travel together to the database. */
export const linesAtOnce = 10_000

/** Collects lines as rows are read, so that nothing else of a row is kept, and tells when there are enough. */
export class BatchCollector {
  readonly #kind: ImportKind
  readonly #read: ReturnType<typeof reader>
  #lines = new Map<string, string>()
  #refused = 0
  #newest = ''
  #position = 0

  constructor(kind: ImportKind) {
    this.#kind = kind
    this.#read = reader([...kind.required, ...kind.optional])
  }

  /** The same company twice in a batch is written once, as it came last. */
  add({ values, position }: Rows): void {
    for (const each of values) {
      let isKept = false
      for (const [key, fields] of this.#kind.read(this.#read(each))) {
        this.#lines.set(key, lineOf(fields))
        isKept = true
        // Of a company that is the last field, and the instants of one form sort as texts.
        const changedAt = String(fields.at(-1))
        if (this.#kind.source && changedAt > this.#newest) this.#newest = changedAt
      }
      if (!isKept) this.#refused += 1
    }
    this.#position = position
  }

  get isFull(): boolean {
    return this.#lines.size + this.#refused >= linesAtOnce
  }

  get isEmpty(): boolean {
    return this.#lines.size + this.#refused === 0
  }

  take(): Batch {
    const batch = {
      keys: [...this.#lines.keys()],
      lines: [...this.#lines.values()],
      refused: this.#refused,
      position: this.#position,
      newest: this.#newest || null,
    }
    this.#lines = new Map()
    this.#refused = 0
    return batch
  }
}
