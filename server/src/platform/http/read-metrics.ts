import { Counter, Gauge, type Registry } from 'prom-client'

/** A number that is read whenever somebody asks for the metrics. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name: `vigie_${name}`,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    }),
  )
}

interface ReadCounter {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly counts: ReadonlyMap<string, number>
}

/** Counts that somebody else keeps, one for each value of a label. */
export function addCounter(registry: Registry, { name, help, label, counts }: ReadCounter): void {
  registry.registerMetric(
    new Counter({
      name: `vigie_${name}`,
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset()
        for (const [value, count] of counts) this.inc({ [label]: value }, count)
      },
    }),
  )
}
