import type { Db, Tx } from '../db/index.ts'
import { AppError, type Scope } from '../kernel/index.ts'

export interface StoredAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

export interface Answered {
  readonly stored: StoredAnswer
  readonly isReplay: boolean
}

/** One request among those that share a transaction. */
interface SharingRequest<Answer> {
  readonly scope: Scope
  /** Before any of them is worked on. */
  readonly begin: (tx: Tx) => Promise<void>
  readonly keep: (tx: Tx, answer: Answer) => Promise<StoredAnswer>
  /** In a transaction of its own. */
  readonly alone: () => Promise<Answered>
}

export type SharedWrite<Answer> = (request: SharingRequest<Answer>) => Promise<Answered>

interface Work<Given, Answer> {
  /** All of it in one transaction, answered in the order given. Whatever is wrong with one of them is thrown. */
  readonly work: (tx: Tx, scope: Scope, given: readonly Given[]) => Promise<readonly Answer[]>
  /** What it is about: two requests about the same take turns. */
  readonly subjectOf?: (given: Given) => number
}

interface Waiting<Given, Answer> {
  readonly given: Given
  readonly request: SharingRequest<Answer>
  readonly resolve: (answered: Answered) => void
  readonly reject: (error: unknown) => void
}

interface Caller<Given, Answer> {
  waiting: Waiting<Given, Answer>[]
  isServed: boolean
}

// More of them at once would be smaller, and each has a price of its own; of one caller the journal lets in one anyway.
const mostUnderWay = 4
// One that takes longer waits for a lock or for a slow database: others need not wait for it too.
const longMs = 250
const mostShared = 32

/**
 * Writes of one caller share a transaction when they come faster than they can be made one by one. Nobody waits for
 * company: a write that comes alone begins at once, and those that come meanwhile go together afterwards. If one of them
 * is refused, nothing of the shared transaction is kept, and each is made by itself.
 */
export class SharedWrites<Given, Answer> {
  readonly #db: Pick<Db, 'write'>
  readonly #work: Work<Given, Answer>
  readonly #callers = new Map<string, Caller<Given, Answer>>()
  #underWay = 0

  constructor(db: Pick<Db, 'write'>, work: Work<Given, Answer>) {
    this.#db = db
    this.#work = work
  }

  share(given: Given): SharedWrite<Answer> {
    return (request) =>
      new Promise((resolve, reject) => {
        const key = callerKey(request.scope)
        const caller = this.#callers.get(key) ?? { waiting: [], isServed: false }
        this.#callers.set(key, caller)
        caller.waiting.push({ given, request, resolve, reject })
        this.#begin()
      })
  }

  #begin(): void {
    for (const [key, caller] of this.#callers) {
      if (this.#underWay === mostUnderWay) return
      if (caller.isServed) continue
      caller.isServed = true
      const leave = this.#enter()
      void this.#makeAll(this.#takeBatch(caller)).finally(() => {
        caller.isServed = false
        // Behind everybody else, if there is more to do.
        this.#callers.delete(key)
        if (caller.waiting.length > 0) this.#callers.set(key, caller)
        leave()
      })
    }
  }

  /** Takes one of the places, until it is left or has been held for long. */
  #enter(): () => void {
    this.#underWay += 1
    let isInside = true
    const leave = () => {
      clearTimeout(timer)
      if (isInside) this.#underWay -= 1
      isInside = false
      this.#begin()
    }
    const timer = setTimeout(leave, longMs).unref()
    return leave
  }

  #takeBatch(caller: Caller<Given, Answer>): Waiting<Given, Answer>[] {
    const { subjectOf } = this.#work
    const batch: Waiting<Given, Answer>[] = []
    const left: Waiting<Given, Answer>[] = []
    const subjects = new Set<number>()
    for (const one of caller.waiting) {
      const subject = subjectOf?.(one.given)
      if (batch.length === mostShared || (subject !== undefined && subjects.has(subject))) left.push(one)
      else batch.push(one)
      if (subject !== undefined) subjects.add(subject)
    }
    caller.waiting = left
    return batch
  }

  /** Never rejects: each request is told by itself. */
  async #makeAll(batch: readonly Waiting<Given, Answer>[]): Promise<void> {
    if (batch.length === 1) return makeAlone(batch)
    try {
      const answers = await this.#makeTogether(batch)
      for (const [nth, { resolve }] of batch.entries())
        resolve({ stored: answers[nth] as StoredAnswer, isReplay: false })
    } catch (error) {
      if (concernsOne(error)) return makeAlone(batch)
      for (const { reject } of batch) reject(error)
    }
    return undefined
  }

  #makeTogether(batch: readonly Waiting<Given, Answer>[]): Promise<StoredAnswer[]> {
    const [first] = batch
    if (!first) return Promise.resolve([])
    // They come from one caller, but perhaps from several places.
    const { origin: _ofOne, ...scope } = first.request.scope
    return this.#db.write(scope, async (tx) => {
      await Promise.all(batch.map(({ request }) => request.begin(tx)))
      const answers = await this.#work.work(
        tx,
        scope,
        batch.map(({ given }) => given),
      )
      return Promise.all(batch.map(({ request }, nth) => request.keep(tx, answers[nth] as Answer)))
    })
  }
}

async function makeAlone(batch: readonly Waiting<unknown, never>[]): Promise<void> {
  await Promise.all(batch.map(({ request, resolve, reject }) => request.alone().then(resolve, reject)))
}

const duplicateKey = '23505'

/** Whether the others may succeed without it. A database in trouble would only be asked more often. */
function concernsOne(error: unknown): boolean {
  if (error instanceof AppError) return error.code !== 'DATABASE_UNAVAILABLE' && error.code !== 'OVERLOADED'
  return (error as { code?: unknown } | null)?.code === duplicateKey
}

function callerKey({ accountId, units, actor }: Scope): string {
  return JSON.stringify([accountId, actor, units])
}
