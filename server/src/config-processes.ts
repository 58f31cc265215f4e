import { getHeapStatistics } from 'node:v8'
import type { Settings } from './config-readers.ts'

export interface ProcessesConfig {
  /** How long a service that was asked to stop answers as before, while /readyz says that it stops. */
  readonly drainMs: number
  /** Where a worker answers to probes; null: nowhere. */
  readonly workerPort: number | null
  /** Whether the operator chose that port: then a worker without it does not start. */
  readonly isPortChosen: boolean
  /** Beyond this the log file of a service outside production makes place for a new one. */
  readonly logFileBytes: number
}

/** Beyond these the service sheds load: 503 at once instead of slow answers for everyone. */
export interface SheddingConfig {
  readonly loopDelayMs: number
  readonly memoryMb: number
  /** Of the heap, which Node limits by itself: a process that fills it ends. */
  readonly heapBytes: number
}

function readShedding(settings: Settings): SheddingConfig {
  const heapPercent = settings.integer('SHED_HEAP_PERCENT', 85, { min: 50, max: 100 })
  return {
    loopDelayMs: settings.integer('SHED_LOOP_DELAY_MS', 250, { min: 10, max: 60_000 }),
    memoryMb: settings.integer('SHED_MEMORY_MB', 1_024, { min: 128, max: 1_000_000 }),
    heapBytes: Math.floor((getHeapStatistics().heap_size_limit * heapPercent) / 100),
  }
}

const usualWorkerPort = 8081
const usualDrainSeconds = 5

interface Read {
  readonly processes: ProcessesConfig
  readonly shedding: SheddingConfig
}

/** How processes are watched, stopped, written about, and kept from more work than they can do. */
export function readProcesses(settings: Settings, production: boolean): Read {
  const drainSeconds = settings.integer('DRAIN_SECONDS', production ? usualDrainSeconds : 0, {
    min: 0,
    max: 600,
  })
  const port = settings.integer('WORKER_PORT', production ? usualWorkerPort : 0, { min: 0, max: 65_535 })
  const processes = {
    drainMs: drainSeconds * 1_000,
    workerPort: port || null,
    isPortChosen: settings.optional('WORKER_PORT') !== null,
    logFileBytes: settings.integer('LOG_FILE_MAX_MB', 100, { min: 1, max: 100_000 }) * 1024 * 1024,
  }
  return { processes, shedding: readShedding(settings) }
}
