import { problemOf, type VigieProblem } from './problem.ts'
import { pause, VigieTimeout } from './timeouts.ts'

export type Fetch = (request: Request) => Promise<Response>

export interface RetryPolicy {
  /** Requests sent for one call, the first included. */
  readonly attempts: number
  /** A service that asks for a longer pause than this is believed, and the call given up. */
  readonly maxPauseMs: number
}

export const defaultRetries: RetryPolicy = { attempts: 4, maxPauseMs: 30_000 }

/** Sends until the answer is no longer worth waiting for. Throws `VigieProblem` for every refusal. */
export async function retrying(
  send: (attempt: number) => Promise<Response>,
  policy: RetryPolicy,
  how: { readonly signal: AbortSignal | undefined; readonly repeatUnanswered: boolean },
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt >= policy.attempts
    let pauseMs: number
    try {
      const response = await send(attempt)
      if (response.status < 400) return response
      const problem = await problemOf(response)
      pauseMs = pauseAfter(problem, attempt)
      if (!problem.retryable || isLast || pauseMs > policy.maxPauseMs) throw problem
    } catch (error) {
      // No answer at all: whether it was carried out is unknown, so only what may be repeated is.
      const isUnanswered = isUnansweredError(error) && how.signal?.aborted !== true
      if (!isUnanswered || !how.repeatUnanswered || isLast) throw error
      pauseMs = backOff(attempt)
    }
    await pause(Math.min(pauseMs, policy.maxPauseMs), how.signal)
  }
}

function pauseAfter(problem: VigieProblem, attempt: number): number {
  const { retryAfterSeconds } = problem
  return retryAfterSeconds === null ? backOff(attempt) : retryAfterSeconds * 1_000
}

/** A connection that broke or was never made, or a silence that lasted too long. */
export function isUnansweredError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof VigieTimeout
}

/** Doubles each time, and differs from client to client. */
export function backOff(attempt: number): number {
  return 200 * 2 ** (attempt - 1) * (0.5 + Math.random())
}
