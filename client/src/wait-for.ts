import { pause, VigieTimeout } from './timeouts.ts'

export interface WaitOptions {
  /** 5 minutes by default. */
  readonly timeoutMs?: number
  /** The first pause, half a second by default; each is longer than the one before, up to ten seconds. */
  readonly intervalMs?: number
  readonly signal?: AbortSignal
}

const longestMs = 10_000

/**
 * Reads something until it is as wanted:
 * `await waitFor(() => account.get('/dossiers/{dossierId}', { path }), ({ statusCode }) => statusCode === 'VALID')`
 */
export async function waitFor<T, Wanted extends T>(
  read: () => Promise<T>,
  isReached: (value: T) => value is Wanted,
  options?: WaitOptions,
): Promise<Wanted>
export async function waitFor<T>(
  read: () => Promise<T>,
  isReached: (value: T) => boolean,
  options?: WaitOptions,
): Promise<T>
export async function waitFor<T>(
  read: () => Promise<T>,
  isReached: (value: T) => boolean,
  { timeoutMs = 300_000, intervalMs = 500, signal }: WaitOptions = {},
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (let pauseMs = intervalMs; ; pauseMs = Math.min(pauseMs * 1.5, longestMs)) {
    const value = await read()
    if (isReached(value)) return value
    if (Date.now() + pauseMs > end) throw new VigieTimeout('What was waited for did not come', timeoutMs)
    await pause(pauseMs, signal)
  }
}
