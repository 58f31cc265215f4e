import type { DestinationStream } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from './config.ts'
import { measureInstallation } from './open-metrics.ts'
import { checkOutside } from './open-outside-checks.ts'
import { watchFiles } from './open-store.ts'
import type { Db } from './platform/db/index.ts'
import type { ObjectStore } from './platform/files/index.ts'
import { createProbes, type HttpApp } from './platform/http/index.ts'
import type { Worker } from './platform/jobs/index.ts'
import { systemClock } from './platform/kernel/index.ts'
import { addGauge } from './platform/metrics/index.ts'
import { version } from './version.ts'

interface Watched {
  readonly db: Db
  readonly store: ObjectStore
  readonly worker: Worker
  readonly registry: Registry
  readonly publicUrl: string
  readonly log: { readonly level: string; readonly stream: DestinationStream; readonly process?: 'worker' }
}

/**
 * Where a worker answers to probes and for its metrics; null when nowhere. A port that nobody chose and another worker of
 * the machine has taken already is no reason not to work.
 */
export async function openProbes(config: Config, watched: Watched): Promise<HttpApp | null> {
  const { workerPort: port, isPortChosen } = config.processes
  if (port === null) return null
  const app = createWorkerProbes(config, watched)
  try {
    await app.listen({ host: config.host, port })
    return app
  } catch (cause) {
    await app.close()
    const where = `port ${port} of ${config.host}`
    if (isPortChosen)
      throw new Error(`Cannot listen on ${where}; choose another with WORKER_PORT.`, { cause })
    app.log.warn({ setting: 'WORKER_PORT' }, `no probes of this worker: ${where} is taken, give each its own`)
    return null
  }
}

export function createWorkerProbes(config: Config, watched: Watched): HttpApp {
  const { db, store, worker, registry, publicUrl, log } = watched
  const files = watchFiles(store, registry, () => app.log)
  measureInstallation(registry, config, db)
  addGauge(registry, 'worker_jobs_running', 'Jobs this worker is at', () => worker.running())
  addGauge(registry, 'worker_taking_jobs', 'Whether this worker takes jobs', () => Number(worker.isTaking()))
  const app = createProbes({
    db,
    registry,
    publicUrl,
    version,
    clock: systemClock,
    log,
    production: config.production,
    isAlive: () => worker.isAlive(),
    readiness: {
      jobs: async () => {
        if (!worker.isTaking()) throw new Error('The worker takes no jobs.')
      },
    },
    dispensable: { files: () => files.check(), ...checkOutside(config) },
    ...(config.metricsToken === null ? {} : { metricsToken: config.metricsToken }),
  })
  return app
}
