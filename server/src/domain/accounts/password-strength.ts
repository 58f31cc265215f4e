import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../platform/kernel/index.ts'

export interface Strength {
  /** From 0, guessed at once, to 4, more than 10^10 guesses. */
  readonly score: number
  /** What it is made of, the longest part first. */
  readonly parts: readonly { readonly pattern: string; readonly dictionary: string | null }[]
}

interface StrengthRequest {
  readonly resolve: (strength: Strength) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

interface Estimator {
  readonly thread: Worker
  readonly asked: Map<number, StrengthRequest>
  idle: NodeJS.Timeout | undefined
}

// An estimate takes 20 ms for what people type and most of a second for what is made to take long, and its
// dictionaries weigh some 100 MB. So it has a thread of its own, which starts when somebody chooses a password and
// ends a minute after the last did.
const estimatedLength = 100
const maxSubstitutions = 20
const maxAsked = 8
const answerMs = 60_000
const idleMs = 60_000

const code = `
  const { parentPort, workerData } = require('node:worker_threads')
  const [core, common, english, french] = workerData.paths.map((path) => require(path))
  const estimator = new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary, ...french.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: workerData.maxLength,
    l33tMaxSubstitutions: workerData.maxSubstitutions,
  })
  parentPort.on('message', ({ id, password, words }) => {
    const { score, sequence } = estimator.check(password, words)
    const parts = sequence
      .toSorted((a, b) => b.token.length - a.token.length)
      .map(({ pattern, dictionaryName }) => ({ pattern, dictionary: dictionaryName ?? null }))
    parentPort.postMessage({ id, score, parts })
  })`

let estimator: Estimator | null = null
let lastId = 0

/** How hard the password is to guess for somebody who knows these words about its owner. */
export function estimateStrength(password: string, words: readonly string[]): Promise<Strength> {
  estimator ??= startEstimator()
  const { thread, asked, idle } = estimator
  if (asked.size >= maxAsked) return Promise.reject(busy())
  clearTimeout(idle)
  thread.ref()
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    const timer = setTimeout(stopEstimator, answerMs)
    asked.set(id, { resolve, reject, timer })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage({ id, password: password.slice(0, estimatedLength), words })
  })
}

function startEstimator(): Estimator {
  const require = createRequire(import.meta.url)
  const paths = [
    require.resolve('@zxcvbn-ts/core'),
    require.resolve('@zxcvbn-ts/language-common'),
    require.resolve('@zxcvbn-ts/language-en'),
    require.resolve('@zxcvbn-ts/language-fr'),
  ]
  const workerData = { paths, maxLength: estimatedLength, maxSubstitutions }
  const thread = new Worker(code, { eval: true, execArgv: [], env: {}, workerData })
  const started: Estimator = { thread, asked: new Map(), idle: undefined }
  thread.on('message', (answer: Strength & { id: number }) => {
    const question = started.asked.get(answer.id)
    started.asked.delete(answer.id)
    clearTimeout(question?.timer)
    question?.resolve({ score: answer.score, parts: answer.parts })
    if (started.asked.size > 0) return
    thread.unref()
    started.idle = setTimeout(stopEstimator, idleMs).unref()
  })
  thread.on('error', stopEstimator)
  return started
}

/** Lets the thread and its memory go; whoever still waits may try again. */
function stopEstimator(): void {
  const stopped = estimator
  estimator = null
  if (!stopped) return
  for (const { reject, timer } of stopped.asked.values()) {
    clearTimeout(timer)
    reject(busy())
  }
  void stopped.thread.terminate()
}

const busy = () => new AppError('OVERLOADED', {}, { headers: { 'retry-after': '5' } })
