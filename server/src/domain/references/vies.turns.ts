interface Queue {
  waiting: number
  last: Promise<unknown>
}

/**
 * States count the checks running at once, so each is asked one thing at a time. Null when too many wait
 * already, or when the caller gave up before its turn.
 */
export function oneAtATime(maxWaiting: number) {
  const queues = new Map<string, Queue>()
  return async <T>(state: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T | null> => {
    const queue = queues.get(state) ?? { waiting: 0, last: Promise.resolve() }
    queues.set(state, queue)
    if (queue.waiting >= maxWaiting) return null
    queue.waiting += 1
    const turn = queue.last
      .then(() => (signal?.aborted ? null : task()))
      .finally(() => {
        queue.waiting -= 1
      })
    queue.last = turn.catch(() => undefined)
    return orGivenUp(turn, signal)
  }
}

function orGivenUp<T>(turn: Promise<T>, signal?: AbortSignal): Promise<T | null> {
  if (!signal) return turn
  return new Promise((resolve, reject) => {
    const leaveQueue = () => resolve(null)
    signal.addEventListener('abort', leaveQueue, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', leaveQueue))
  })
}
