import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

const name = 'http_request_duration_seconds'
const help = 'Time to answer, by route pattern, method and class of status'
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Series {
  readonly labels: { method: string; route: string; status: string }
  readonly counts: number[]
  sum: number
}

/** A histogram that prom-client prints. Its own hashes the labels at every request, a tenth of a small answer. */
export class RouteDurations {
  readonly name = name
  readonly #series = new Map<string, Series>()

  register(registry: Registry): void {
    registry.registerMetric(this as unknown as Parameters<Registry['registerMetric']>[0])
  }

  observe(method: string, route: string, statusCode: number, seconds: number): void {
    const status = `${Math.floor(statusCode / 100)}xx`
    const key = `${method} ${status} ${route}`
    let series = this.#series.get(key)
    if (series === undefined) {
      series = {
        labels: { method, route, status },
        counts: Array.from({ length: bounds.length + 1 }, () => 0),
        sum: 0,
      }
      this.#series.set(key, series)
    }
    const index = bounds.findIndex((bound) => seconds <= bound)
    const bucket = index < 0 ? bounds.length : index
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sum += seconds
  }

  async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
    const values = [...this.#series.values()].flatMap(seriesValues)
    return { name, help, type: 'histogram' as never, aggregator: 'sum', collect: () => undefined, values }
  }

  reset(): void {
    this.#series.clear()
  }
}

function seriesValues({ labels, counts, sum }: Series): MetricValueWithName<string>[] {
  let count = 0
  const buckets = counts.map((own, index) => {
    count += own
    return { metricName: `${name}_bucket`, value: count, labels: { le: bounds[index] ?? '+Inf', ...labels } }
  })
  const total = (metricName: string, value: number) => ({ metricName, value, labels })
  return [...buckets, total(`${name}_sum`, sum), total(`${name}_count`, count)]
}
