import type { Db } from '../../platform/db/index.ts'
import { positionOf, startSince, verifyJournal, type Verdict } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'

/** What one request walks at most: a few seconds. */
const longestWalk = 100_000
const atOnce = 2

interface Asked {
  readonly since: 'checkpoint' | 'start'
  /** Where an earlier walk ended. */
  readonly after: number | undefined
}

export async function walkOnce(
  db: Db,
  scope: Scope,
  { since, after }: Asked,
): Promise<{ verdict: Verdict; from: number }> {
  return db.read(scope, async (tx) => {
    // An event that is gone meanwhile leaves nowhere to go on from: the walk begins again and finds out why.
    const from = after === undefined ? null : await positionOf(tx, scope, after)
    const checkpoint = after === undefined && since === 'checkpoint' ? await startSince(tx, scope) : null
    const verdict = await verifyJournal(tx, scope, {
      limit: longestWalk,
      ...(from && from.seq > 0 && { from }),
      ...(checkpoint && { since: checkpoint }),
    })
    return { verdict, from: from?.seq ?? checkpoint?.seq ?? 0 }
  })
}

/** Walking keeps a processor busy, so few walk at once and the others are asked to come back. */
export class VerifyTurns {
  #running = 0

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= atOnce) throw new AppError('OVERLOADED')
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
    }
  }
}
