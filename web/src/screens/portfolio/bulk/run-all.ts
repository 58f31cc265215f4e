import { isProblem } from '../../../api/problem.ts'

export interface Target {
  thirdpartyId: number
  name: string
}

export interface Failure {
  target: Target
  error: unknown
}

interface Run {
  act: (target: Target) => Promise<unknown>
  signal: AbortSignal
  onDone: (failure: Failure | null) => void
}

const atOnce = 4
const attempts = 4

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A server that asks for patience gets it; any other refusal is an answer. */
async function retryWhileBusy(work: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      const isBusy = isProblem(error) && error.retryable
      if (!isBusy || attempt === attempts || signal.aborted) throw error
      await pause(500 * 2 ** attempt)
    }
  }
}

/** Four at a time, each told as it ends. What has begun when it is stopped is finished. */
export async function runAll(targets: readonly Target[], { act, signal, onDone }: Run): Promise<void> {
  const queue = targets.values()
  async function work() {
    for (const target of queue) {
      if (signal.aborted) return
      try {
        await retryWhileBusy(() => act(target), signal)
        onDone(null)
      } catch (error) {
        onDone({ target, error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
