import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { DestinationStream } from 'pino'
import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { nameLostDatabase, startDatabase, type DatabaseRuntime } from '../database-runtime.ts'
import { calculator } from '../domain/attributes/index.ts'
import type { DemoCredentials } from '../demo/credentials.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { lastCheckpoints, openCheckpoints, warnOfNearCheckpoints } from '../open-checkpoints.ts'
import { openInvitations } from '../open-invitations.ts'
import { openHeartbeat } from '../open-heartbeat.ts'
import { warnOfQuarantine } from '../open-operator.ts'
import { openReferences } from '../open-references.ts'
import { openSecurityStream } from '../open-security-log.ts'
import { openStore, proveStore } from '../open-store.ts'
import { openTraces } from '../open-traces.ts'
import { openWorkers } from '../open-workers.ts'
import { createPool, openDatabase, refusePooler, Replica, type DatabasePool } from '../platform/db/index.ts'
import { createLogger, logDestination, outliveLostOutput, type HttpApp } from '../platform/http/index.ts'
import { systemClock } from '../platform/kernel/index.ts'
import { loadSecretKey } from '../secret-key.ts'
import { stopInOrder, untilAsked } from '../shutdown.ts'
import { version } from '../version.ts'
import { describeMemory } from './memory.ts'
import { Progress } from './progress.ts'
import { welcome } from './welcome.ts'

const stopLimitMs = 30_000

type Stop = [name: string, stop: () => Promise<unknown>]

/** Starts everything in one process, and stops it in order when asked. */
export const runService = (config: Config) => nameLostDatabase(config, () => serveUntilAsked(config))

async function serveUntilAsked(config: Config): Promise<void> {
  outliveLostOutput()
  const stop = untilAsked(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 })
  const lines = { level: config.logLevel, stream: logStream(config) }
  const progress = new Progress(config.production ? createLogger(lines) : null)
  progress.title(`Vigie ${version}`)
  if (Number(process.versions.node.split('.')[0]) < 22) {
    progress.note('Node 22 or later is recommended in production: it does the same work faster.')
  }
  const memory = describeMemory(config.shedding.heapBytes)
  if (memory !== null) progress.note(memory)
  const secretKey = await loadSecretKey(config)
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  const database = await startDatabase(config, secretKey, {
    onProgress: (step) => progress.step(step),
    onIncident: (sentence) => progress.note(sentence),
  })
  const stops: Stop[] = [['database', () => database.stop()]]
  try {
    const parts = { config, secretKey, publicUrl, database, progress, log: lines }
    const { demo, app } = await openService(parts, stops)
    progress.done()
    if (!config.production) process.stdout.write(welcome({ config, publicUrl, demo }))
    const reason = await Promise.race([stop.asked, database.guard.refused])
    if (reason instanceof Error) throw reason
    progress.note(`${reason}: finishing what is in progress.`)
    await drain(app, config.processes.drainMs, stop.insisted)
  } finally {
    await stopInOrder(stops, {
      limitMs: stopLimitMs,
      onFault: (name, error) =>
        progress.note(`${name}: ${error instanceof Error ? error.message : String(error)}`),
    })
  }
  progress.note('Stopped.')
}

/** Whoever balances the load sees /readyz change and looks elsewhere before the door closes. */
async function drain(app: HttpApp, ms: number, insisted: Promise<void>): Promise<void> {
  app.beginDrain()
  if (ms > 0) await Promise.race([delay(ms, undefined, { ref: false }), insisted])
}

interface Parts {
  config: Config
  secretKey: Uint8Array
  publicUrl: string
  database: DatabaseRuntime
  progress: Progress
  log: { level: string; stream: DestinationStream }
}

interface Opened {
  demo: DemoCredentials | null
  app: HttpApp
}

/** Opens everything above the database; whatever was opened is in `stops`, also when a later part fails. */
async function openService(parts: Parts, stops: Stop[]): Promise<Opened> {
  const { config, secretKey, publicUrl, progress } = parts
  const clock = systemClock
  const db = openDatabase(await openPool(parts), parts.database.guard, openReplica(parts))
  stops.unshift(['connections', () => db.close()])
  // Once neither requests nor jobs wait for it.
  stops.unshift(['calculations', () => calculator.stop()])
  const store = await openStore(config, { db, secretKey })
  stops.unshift(['files', () => store.close()])
  const references = openReferences(config, db)
  const security = openSecurityStream(config)
  const { log } = parts
  const app = buildApp({ ...parts, db, clock, references, store, log, security: security.write })
  // Ends last, so that what the end of the others did is told.
  stops.push(['traces', await openTraces(config.traces, { process: 'service', log: app.log })])
  await proveStore(store, app.log)
  warnOfNearCheckpoints(config, app.log)
  await warnOfQuarantine(db, app.log)
  const checkpoints = openCheckpoints(config, secretKey)
  // Once nobody writes any more.
  stops.unshift(['checkpoints', () => lastCheckpoints(db, checkpoints, app.log)])
  const stream = security.follow(db, app.log)
  if (stream) stops.unshift(['administration stream', () => stream.stop()])
  stops.unshift(['http', () => app.close()])
  const onProgress = (step: string) => progress.step(step)
  const { demo: extent, dataDir } = config
  const invitations = openInvitations({ config, publicUrl, secretKey })
  const demo =
    extent === 'off'
      ? null
      : await seedDemo({ db, dataDir, baseUrl: publicUrl, extent, onProgress, store, invitations })
  // Keeps the event loop busy for a while; connections the workers open meanwhile would time out.
  progress.step('Preparing the API')
  await app.ready()
  if (config.worker.inProcess) {
    progress.step('Starting the workers')
    const worker = await openWorkers({ ...parts, db, store, references, log: app.log })
    // After the requests, which may enqueue; before the connections, which jobs need.
    stops.splice(1, 0, ['workers', () => worker.stop()])
  }
  const heartbeat = await openHeartbeat(db, { role: 'SERVICE', runsJobs: config.worker.inProcess })
  stops.unshift(['heartbeat', () => heartbeat.stop()])
  progress.step('Opening the doors')
  await app.listen({ host: config.host, port: config.port }).catch((cause: unknown) => {
    const where = `port ${config.port} of ${config.host}`
    throw new Error(`Cannot listen on ${where}; choose another with PORT.`, { cause })
  })
  return { demo, app }
}

async function openPool({ config, database }: Parts): Promise<DatabasePool> {
  const { appUrl: url, directUrl, guard } = database
  const pooled = config.databasePooler === 'transaction'
  const setting = config.databaseAppUrl === null ? 'DATABASE_URL' : 'DATABASE_APP_URL'
  if (config.databaseUrl !== null) await refusePooler(url, { setting, pooled })
  const options = { url, max: config.databasePool, applicationName: 'vigie api', guard }
  return createPool({ ...options, ...(pooled && { directUrl }) })
}

function openReplica({ config, database: { replicaUrl } }: Parts): Replica | null {
  if (replicaUrl === null) return null
  const pool = createPool({ url: replicaUrl, max: config.databasePool, applicationName: 'vigie api reads' })
  return new Replica({ db: openDatabase(pool), maxLagMs: config.databaseReplicaLagMs })
}

/** In production the log is the output; on a desk it would bury the welcome, so it goes to a file there. */
function logStream(config: Config): DestinationStream {
  if (config.production) return logDestination()
  const file = path.join(config.dataDir, 'vigie.log')
  return logDestination({ file, maxBytes: config.processes.logFileBytes })
}
