import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/kernel/index.ts'
import type { TakeResult } from '../../../platform/limits/index.ts'
import { exchange, fault, type Call, type Exchange, type Fault } from './exchange.ts'
import type { Pace } from './pace.ts'

interface Options {
  timeoutMs: number
  attempts: number
  pace: Pace | null
  /** The same of all processes. */
  together: (() => TakeResult | Promise<TakeResult>) | undefined
  clock: Clock
}

/** Asks until there is an answer, no attempt or time is left, or asking again makes no sense. */
export class Attempts {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  async run(call: Call, signal: AbortSignal): Promise<Exchange> {
    // A timer of our own, so that nothing is left running once the answer is there.
    const limits = new AbortController()
    const stop = () => limits.abort()
    const timer = setTimeout(stop, this.#options.timeoutMs)
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await this.#repeat(call, limits.signal)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  async #repeat(call: Call, limits: AbortSignal): Promise<Exchange> {
    const { timeoutMs, clock } = this.#options
    const deadline = performance.now() + timeoutMs
    // Asking twice for the same may do twice what was asked.
    const most = call.method === 'GET' ? this.#options.attempts : 1
    for (let attempt = 1; ; attempt++) {
      const paced = await this.#keepPace(deadline, limits)
      if (paced) return paced
      const outcome = await exchange(call, limits, () => clock.now())
      if (limits.aborted && outcome.kind === 'FAULT') return fault('no answer in time')
      if (outcome.kind !== 'FAULT' || !outcome.passing || attempt >= most) return outcome
      const waitMs = (outcome.retryAfterMs ?? 100 * 2 ** attempt) * (1 + Math.random() / 4)
      if (performance.now() + waitMs >= deadline) return outcome
      await pause(waitMs, undefined, { signal: limits }).catch(() => undefined)
    }
  }

  async #keepPace(deadline: number, limits: AbortSignal): Promise<Fault | null> {
    const { pace } = this.#options
    if (pace === null) return null
    const { taken, waitMs } = pace.reserve(deadline - performance.now())
    const tooBusy = { ...fault('its rate is used up'), asked: false, retryAfterMs: waitMs }
    if (!taken) return tooBusy
    if (waitMs > 0) await pause(waitMs, undefined, { signal: limits }).catch(() => undefined)
    if (limits.aborted) {
      pace.giveBack()
      return tooBusy
    }
    return await this.#keepPaceTogether(deadline, limits)
  }

  /** Whoever finds the rate used up by other processes waits and asks again, as long as there is time. */
  async #keepPaceTogether(deadline: number, limits: AbortSignal): Promise<Fault | null> {
    const { together } = this.#options
    if (together === undefined) return null
    for (;;) {
      const { allowed, seconds } = await together()
      if (allowed) return null
      const waitMs = Math.max(10, seconds * 1_000)
      const isTooLate = performance.now() + waitMs >= deadline || limits.aborted
      if (isTooLate) return { ...fault('its rate is used up'), asked: false, retryAfterMs: waitMs }
      await pause(waitMs, undefined, { signal: limits }).catch(() => undefined)
    }
  }
}
