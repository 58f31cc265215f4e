/** The service did not begin to answer in time; or what was waited for did not come. */
export class VigieTimeout extends Error {
  override readonly name = 'VigieTimeout'
  readonly afterMs: number

  constructor(what: string, afterMs: number) {
    super(`${what} within ${afterMs} ms.`)
    this.afterMs = afterMs
  }
}

export const defaultTimeoutMs = 30_000
// Slower than any line that is of use; only a line that is dead takes longer.
const leastBytesPerMs = 16

export interface Deadline {
  readonly signal: AbortSignal | undefined
  /** The time begins, or begins anew because bytes have moved; `size` bytes are still to be sent. */
  begin(size?: number): void
  end(): void
}

/**
 * Ends a request whose answer does not begin in time. How far a file of known size has come nobody tells, so its size
 * is granted time of its own; what comes as a stream begins the time anew with each piece. 0 sets no limit.
 */
export function deadline(timeoutMs: number, given?: AbortSignal): Deadline {
  if (timeoutMs === 0) return { signal: given, begin: () => undefined, end: () => undefined }
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const stop = () => controller.abort(new VigieTimeout('The service did not begin to answer', timeoutMs))
  return {
    signal: given ? AbortSignal.any([given, controller.signal]) : controller.signal,
    begin(size = 0) {
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(stop, timeoutMs + size / leastBytesPerMs)
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted === true) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}
