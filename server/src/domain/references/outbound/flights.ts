interface Flight<T> {
  readonly result: Promise<T>
  readonly stop: AbortController
  passengers: number
}

/** Equal asks at the same time share one journey, which goes on as long as one of them still waits. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>()

  /** Null is for a passenger who gave up. */
  async board(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    if (signal?.aborted) return null
    const flight = this.#flights.get(key) ?? this.#depart(key, start)
    flight.passengers++
    let leave: () => void = () => undefined
    const left = new Promise<null>((resolve) => {
      leave = () => resolve(null)
      signal?.addEventListener('abort', leave, { once: true })
    })
    try {
      return await Promise.race([flight.result, left])
    } finally {
      signal?.removeEventListener('abort', leave)
      if (--flight.passengers === 0) this.#land(key, flight)
    }
  }

  #depart(key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController()
    const flight = { result: start(stop.signal), stop, passengers: 0 }
    this.#flights.set(key, flight)
    return flight
  }

  #land(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
    flight.stop.abort()
  }
}
