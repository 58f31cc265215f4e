// Runs in a thread of its own: calculation-thread.ts posts it work and waits for its replies.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import {
  calculateAll,
  compileSheet,
  failureOf,
  type CompiledSheet,
  type Sheet,
  type StepLimits,
} from './calculate.ts'
import type { Outcome } from './expression-result.ts'
import type { Inputs } from './expression.ts'

export interface ThreadData {
  readonly limits: StepLimits
  /** Two numbers: how often something was begun, and which attribute is being calculated, or -1. */
  readonly progress: SharedArrayBuffer
}

export interface Work {
  readonly sheet: Sheet
  readonly subjects: readonly Inputs[]
  /** Places of attributes that were given up: they ended a thread before. */
  readonly givenUp: readonly number[]
  /** Nothing is begun that could take more. */
  readonly mostSteps: number
}

/** The outcomes of each subject, in the order of the sheet; null for what could take too many steps. */
export interface Reply {
  readonly outcomes: Outcome[][] | null
  readonly milliseconds: number
}

// Nobody reads the stacks of failed calculations, and taking them is most of what a failure costs.
Error.stackTraceLimit = 0

const { limits, progress } = workerData as ThreadData
const counters = new Int32Array(progress)

function begin(nth: number): void {
  Atomics.store(counters, 1, nth)
  Atomics.add(counters, 0, 1)
}

// The sheets of a few accounts: compiling one takes a hundred times longer than running it.
const compiled = new Map<string, CompiledSheet>()
const maxCompiled = 50

function compileCached(sheet: Sheet): CompiledSheet {
  const key = JSON.stringify(sheet)
  let found = compiled.get(key)
  if (!found) {
    found = compileSheet(sheet, limits, () => begin(-1))
    const [oldest] = compiled.keys()
    if (compiled.size >= maxCompiled && oldest !== undefined) compiled.delete(oldest)
    compiled.set(key, found)
  }
  return found
}

function outcomesOf({ sheet, subjects, givenUp, mostSteps }: Work): Outcome[][] | null {
  const program = compileCached(sheet)
  if (program.steps * subjects.length > mostSteps) return null
  return subjects.map((inputs) =>
    calculateAll(program, inputs, (nth) => {
      begin(nth)
      return givenUp.includes(nth) ? failureOf('OUT_OF_TIME') : null
    }),
  )
}

// Where processors are short, requests go first. On Linux this holds for the thread alone, elsewhere for the process.
if (process.platform === 'linux') setPriority(0, 5)
// From now on what it does can be timed.
begin(-1)
parentPort?.on('message', (work: Work) => {
  const began = performance.now()
  const outcomes = outcomesOf(work)
  begin(-1)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window: it has none
  parentPort?.postMessage({ outcomes, milliseconds: performance.now() - began } satisfies Reply)
})
