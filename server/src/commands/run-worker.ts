import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { ConfigurationError } from '../config-readers.ts'
import { joinDatabase, nameLostDatabase } from '../database-runtime.ts'
import { calculator } from '../domain/attributes/index.ts'
import { lastCheckpoints, openCheckpoints, warnOfNearCheckpoints } from '../open-checkpoints.ts'
import { openHeartbeat } from '../open-heartbeat.ts'
import { warnOfQuarantine } from '../open-operator.ts'
import { openReferences } from '../open-references.ts'
import { openSecurityStream } from '../open-security-log.ts'
import { openStore, proveStore } from '../open-store.ts'
import { openTraces } from '../open-traces.ts'
import { openWorkers } from '../open-workers.ts'
import { openProbes } from '../open-probes.ts'
import { createPool, findRunning, logDatabaseFaults, openDatabase } from '../platform/db/index.ts'
import { createLogger, logDestination, logOutside, outliveLostOutput } from '../platform/http/index.ts'
import { loadSecretKey } from '../secret-key.ts'
import { untilAsked } from '../shutdown.ts'

/** Runs jobs until asked to stop. */
export const runWorker = (config: Config) => nameLostDatabase(config, () => workUntilAsked(config))

/** A worker of its own PostgreSQL would wait for jobs that nobody ever brings. */
async function requireService({ production, databaseUrl, dataDir }: Config): Promise<void> {
  if (!production || databaseUrl !== null || (await findRunning(dataDir)) !== undefined) return
  throw new ConfigurationError(
    'A worker needs the database of a service: set DATABASE_URL, or start the service on the same VIGIE_DATA_DIR first.',
  )
}

async function workUntilAsked(config: Config): Promise<void> {
  outliveLostOutput()
  const { asked: stopRequested } = untilAsked(config)
  await requireService(config)
  const security = openSecurityStream(config)
  const secretKey = await loadSecretKey(config)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const database = await joinDatabase(config, secretKey)
  const { directUrl: url, guard } = database
  const pool = createPool({ url, max: 4, applicationName: 'vigie worker registers, files', guard })
  const db = openDatabase(pool, guard)
  const store = await openStore(config, { db, secretKey })
  const checkpoints = openCheckpoints(config, secretKey)
  const lines = { level: config.logLevel, stream: logDestination(), process: 'worker' as const }
  const log = createLogger(lines)
  logDatabaseFaults(db.faults, log)
  logOutside(log)
  const endTraces = await openTraces(config.traces, { process: 'worker', log })
  await proveStore(store, log)
  warnOfNearCheckpoints(config, log)
  await warnOfQuarantine(db, log)
  // Whoever counts something in this process registers it here.
  const registry = new Registry()
  const references = openReferences(config, db)
  const parts = { config, secretKey, publicUrl, database, db, store, references }
  const worker = await openWorkers({ ...parts, log })
  const probes = await openProbes(config, { db, store, worker, registry, publicUrl, log: lines })
  const stream = security.follow(db, log)
  const heartbeat = await openHeartbeat(db, { role: 'WORKER', runsJobs: true })
  const reason = await Promise.race([stopRequested, guard.refused])
  probes?.beginDrain()
  await worker.stop()
  await calculator.stop()
  await stream?.stop()
  await lastCheckpoints(db, checkpoints, log).catch((error: unknown) =>
    log.error(
      { fault: error instanceof Error ? error.name : 'unknown' },
      'no checkpoint was made at the end',
    ),
  )
  await endTraces()
  await heartbeat.stop()
  await probes?.close()
  await store.close()
  await db.close()
  await database.stop()
  if (reason instanceof Error) throw reason
}
