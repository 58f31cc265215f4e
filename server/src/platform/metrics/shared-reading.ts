import type { Registry } from 'prom-client'
import { addMetric, type Labels } from './read-metrics.ts'

interface ReadingOptions {
  /** How long what was read counts as known, be it an answer or a failure. */
  readonly everyMs: number
  /** How long one scrape waits for it. */
  readonly patienceMs?: number
}

/** As long as the first scrape of all waits, which nothing is known for yet. */
const firstPatienceMs = 3_000

/** A reading that takes long leaves what is known in force for as many times its turn. */
const slowReadings = 3

/**
 * Something read for all who ask, however many they are: once in so often, one reading at a time, and nobody waits long
 * for it. Null while it cannot be had: a figure of the past would pass for one of now.
 */
export class SharedReading<T> {
  readonly #read: () => Promise<T>
  readonly #everyMs: number
  readonly #patienceMs: number
  #known: T | null = null
  #readAt = Number.NEGATIVE_INFINITY
  #underWay: Promise<void> | null = null

  constructor(read: () => Promise<T>, { everyMs, patienceMs = 1_000 }: ReadingOptions) {
    this.#read = read
    this.#everyMs = everyMs
    this.#patienceMs = patienceMs
  }

  async current(): Promise<T | null> {
    const age = performance.now() - this.#readAt
    if (age < this.#everyMs) return this.#known
    this.#underWay ??= this.#readOnce()
    const patienceMs = age === Number.POSITIVE_INFINITY ? firstPatienceMs : this.#patienceMs
    const isOver = await isOverWithin(this.#underWay, patienceMs)
    return isOver || age < slowReadings * this.#everyMs ? this.#known : null
  }

  async #readOnce(): Promise<void> {
    try {
      this.#known = await this.#read()
    } catch {
      this.#known = null
    } finally {
      this.#readAt = performance.now()
      this.#underWay = null
    }
  }
}

async function isOverWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const isOver = await Promise.race([work.then(() => true as const), late])
  clearTimeout(timer)
  return isOver
}

export interface ReadGauge<T> {
  readonly name: string
  readonly help: string
  readonly read: (found: T, put: (value: number, labels?: Labels) => void) => void
}

const partsOf = new WeakMap<Registry, Map<string, SharedReading<unknown>>>()

/** The gauges of one reading. While it fails they are absent, and `vigie_metrics_collected` says so. */
export function addReading<T>(
  registry: Registry,
  part: string,
  reading: SharedReading<T>,
  gauges: readonly ReadGauge<T>[],
): void {
  collectedParts(registry).set(part, reading)
  for (const { name, help, read } of gauges)
    addMetric(registry, {
      name,
      help,
      type: 'gauge',
      read: async (put) => {
        const found = await reading.current()
        if (found !== null) read(found, put)
      },
    })
}

function collectedParts(registry: Registry): Map<string, SharedReading<unknown>> {
  const known = partsOf.get(registry)
  if (known) return known
  const parts = new Map<string, SharedReading<unknown>>()
  partsOf.set(registry, parts)
  addMetric(registry, {
    name: 'metrics_collected',
    help: 'Whether this part of the metrics could be read; while it is 0, the figures of the part are absent',
    type: 'gauge',
    read: async (put) => {
      const tell = async (part: string, reading: SharedReading<unknown>) =>
        put((await reading.current()) === null ? 0 : 1, { part })
      await Promise.all([...parts].map(([part, reading]) => tell(part, reading)))
    },
  })
  return parts
}
