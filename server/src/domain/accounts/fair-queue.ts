/** Whose turn it is: all of a lower rank first, and within a rank one of each lane after the other. */
export interface Turn {
  readonly lane: string
  readonly rank: Rank
}
export type Rank = 0 | 1 | 2

interface Waiter {
  readonly begin: () => void
  readonly refuse: () => void
}

export interface QueueLimits {
  readonly running: number
  readonly waiting: number
  readonly waitingPerLane: number
  /**
   * With more lanes than this in the second rank, the last to come is served first: a first wave of strangers would
   * otherwise keep everybody waiting behind it. Only there, where each lane stands once: elsewhere whoever comes again
   * and again would stand before all others.
   */
  readonly crowd?: number
  /** What a work is refused with that finds no room, or loses it. */
  readonly refusal: () => Error
}

/**
 * Runs few works at a time. Whoever asks most waits longest: lanes take turns, and when the queue is full the longest
 * lane of the lowest standing gives up its newest, the oldest of several, so that a flood only ever drives out itself.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #lanes: readonly Map<string, Waiter[]>[] = [new Map(), new Map(), new Map()]
  #running = 0
  #waiting = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.running) await this.#wait(turn)
    else this.#running += 1
    try {
      return await work()
    } finally {
      // Whoever is next takes over the place, so that nobody slips in between.
      const next = this.#takeNext()
      if (next) next.begin()
      else this.#running -= 1
    }
  }

  #wait({ lane, rank }: Turn): Promise<void> {
    const lanes = this.#lanes[rank] ?? new Map<string, Waiter[]>()
    const queue = lanes.get(lane) ?? []
    if (queue.length >= this.#limits.waitingPerLane) throw this.#limits.refusal()
    return new Promise((begin, refuse) => {
      queue.push({ begin, refuse: () => refuse(this.#limits.refusal()) })
      lanes.set(lane, queue)
      this.#waiting += 1
      if (this.#waiting > this.#limits.waiting) this.#dropNewestOfLongest()
    })
  }

  #takeNext(): Waiter | undefined {
    const rank = this.#lanes.findIndex(({ size }) => size > 0)
    const lanes = this.#lanes[rank]
    const isCrowded = rank === 1 && lanes !== undefined && lanes.size > (this.#limits.crowd ?? Infinity)
    const [lane, queue] = [...(lanes ?? [])].at(isCrowded ? -1 : 0) ?? []
    if (!lanes || lane === undefined || !queue) return undefined
    const waiter = queue.shift()
    lanes.delete(lane)
    if (queue.length > 0) putBehind(lanes, lane, { queue, isCrowded })
    this.#waiting -= 1
    return waiter
  }

  #dropNewestOfLongest(): void {
    const lanes = this.#lanes.findLast(({ size }) => size > 0) ?? new Map<string, Waiter[]>()
    const longest = [...lanes].reduce((a, b) => (b[1].length > a[1].length ? b : a))
    const [lane, queue] = longest
    queue.pop()?.refuse()
    if (queue.length === 0) lanes.delete(lane)
    this.#waiting -= 1
  }
}

/** Behind all the others, whichever end is served first. */
function putBehind(
  lanes: Map<string, Waiter[]>,
  lane: string,
  { queue, isCrowded }: { readonly queue: Waiter[]; readonly isCrowded: boolean },
): void {
  const others = isCrowded ? [...lanes] : []
  if (isCrowded) lanes.clear()
  lanes.set(lane, queue)
  for (const [name, waiting] of others) lanes.set(name, waiting)
}
