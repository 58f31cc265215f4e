import type { Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string>>

interface Value {
  readonly value: number
  readonly labels: Labels
}

type Put = (value: number, labels?: Labels) => void

interface ReadMetric {
  readonly name: string
  readonly help: string
  readonly type: 'gauge' | 'counter'
  /** Puts what there is to tell: without a value there is no series. */
  readonly read: (put: Put) => void | Promise<void>
}

/**
 * A metric that is read whenever somebody asks. Those of prom-client without labels are 0 where nothing is known, which
 * would pass for a figure.
 */
export function addMetric(registry: Registry, { name: bare, help, type, read }: ReadMetric): void {
  const name = `vigie_${bare}`
  const get = async () => {
    const values: Value[] = []
    await read((value, labels = {}) => void values.push({ value, labels }))
    return { name, help, type, aggregator: 'sum', values }
  }
  const metric = { name, get, reset: () => undefined }
  registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
}

export function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  addMetric(registry, { name, help, type: 'gauge', read: (put) => put(read()) })
}

interface KeptCounts {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly counts: ReadonlyMap<string, number>
}

/** Counts that somebody else keeps, one for each value of a label. */
export function addCounts(registry: Registry, { name, help, label, counts }: KeptCounts): void {
  addMetric(registry, {
    name,
    help,
    type: 'counter',
    read: (put) => counts.forEach((count, value) => put(count, { [label]: value })),
  })
}
