import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { StepLimits } from './calculate.ts'
import type { Reply, ThreadData, Work } from './calculation-worker.ts'

export interface ThreadLimits extends StepLimits {
  /** How long one calculation may run before its thread is ended. */
  readonly evaluationMs: number
  readonly memoryMb: number
}

/** The thread ended, or was ended, before it replied. */
export class ThreadLost extends Error {
  /** The place of the attribute that was being calculated; -1 if none was. */
  readonly nth: number
  constructor(nth: number) {
    super('The thread that calculates attributes was lost.')
    this.nth = nth
  }
}

/** Loading it may take long on a busy machine; what it is given afterwards has limits of its own. */
const startMs = 30_000
const checksPerEvaluation = 4

/** One thread that calculates, one piece of work at a time. It keeps the process alive only while it works. */
export class CalculationThread {
  readonly #limits: ThreadLimits
  readonly #worker: Worker
  readonly #counters: Int32Array
  #lost: ThreadLost | null = null
  #waiting: { resolve: (reply: Reply) => void; reject: (error: ThreadLost) => void } | null = null

  constructor(limits: ThreadLimits) {
    this.#limits = limits
    const progress = new SharedArrayBuffer(8)
    this.#counters = new Int32Array(progress)
    this.#counters[1] = -1
    const workerData: ThreadData = { limits, progress }
    workerSource ??= findWorkerSource()
    this.#worker = new Worker(workerSource.source, {
      eval: workerSource.eval,
      workerData,
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#waiting?.resolve(reply))
    // An error is followed by the exit, which tells it.
    this.#worker.on('error', () => undefined)
    this.#worker.on('exit', () => this.#lose())
  }

  get isStarting(): boolean {
    return Atomics.load(this.#counters, 0) === 0
  }

  /** Throws a ThreadLost; another thread has to be made then. */
  async run(work: Work): Promise<Reply> {
    if (this.#lost) throw this.#lost
    this.#worker.ref()
    const watch = this.#watch()
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.#waiting = { resolve, reject }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has none
        this.#worker.postMessage(work)
      })
    } finally {
      clearInterval(watch)
      this.#waiting = null
      this.#worker.unref()
    }
  }

  async stop(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Ends the thread once it has been at the same thing for too long. */
  #watch(): NodeJS.Timeout {
    const { evaluationMs } = this.#limits
    let seen = Atomics.load(this.#counters, 0)
    let since = performance.now()
    return setInterval(() => {
      const now = Atomics.load(this.#counters, 0)
      if (now !== seen) {
        seen = now
        since = performance.now()
      } else if (performance.now() - since > (seen > 0 ? evaluationMs : startMs)) {
        this.#lose()
        void this.#worker.terminate()
      }
    }, evaluationMs / checksPerEvaluation)
  }

  #lose(): void {
    this.#lost ??= new ThreadLost(Atomics.load(this.#counters, 1))
    this.#waiting?.reject(this.#lost)
  }
}

interface WorkerSource {
  source: URL | string
  /** Whether the source is a program itself, not the place of one. */
  eval: boolean
}
let workerSource: WorkerSource | undefined

/**
 * From the sources (tests) it is the built one too, unless anything beside it is newer than what was built of it:
 * TypeScript needs a loader that makes every start several times as dear.
 */
function findWorkerSource(): WorkerSource {
  const place = (path: string) => new URL(path, import.meta.url)
  if (!import.meta.url.endsWith('.ts')) return { source: place('calculation-worker.js'), eval: false }
  const built = '../../../dist/domain/attributes/'
  const age = (path: string) => statSync(fileURLToPath(place(path)), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(fileURLToPath(place('.'))).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const isBuilt = sources.every((name) => age(`${built}${name.replace(/ts$/, 'js')}`) >= age(`./${name}`))
  if (isBuilt) return { source: place(`${built}calculation-worker.js`), eval: false }
  // In a thread, Node 20 does not load what --import names before a file of another kind.
  const file = JSON.stringify(place('calculation-worker.ts'))
  const source = `import('tsx/esm/api').then(({ register }) => (register(), import(${file})))`
  return { source, eval: true }
}
