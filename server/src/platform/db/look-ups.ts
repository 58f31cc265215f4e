import type { Writable } from 'node:stream'
import type { PoolClient, QueryResult } from 'pg'
import type { NamedAccount } from './account-query.ts'
import { askForAccount, statementName } from './connection.ts'

/** A connection that several look-ups share while they overlap. */
interface Lane {
  readonly client: Promise<PoolClient>
  riders: number
  isGathering: boolean
}

interface LookUp {
  readonly account: NamedAccount
  readonly text: string
  readonly values: unknown[]
}

// More would wait for one another longer than for a connection of their own.
const mostRiders = 32

/**
 * Look-ups by key, each in a read-only transaction of its own that names its account. Those of one moment travel
 * together on one connection, because most of what such a statement costs is sending it. Only what is answered from an
 * index at once belongs here: whoever comes later waits for those before.
 */
export class LookUps {
  readonly #checkOut: () => Promise<PoolClient>
  #lane: Lane | null = null

  constructor(checkOut: () => Promise<PoolClient>) {
    this.#checkOut = checkOut
  }

  async ask({ account, text, values }: LookUp): Promise<QueryResult> {
    const lane = this.#board()
    try {
      const client = await lane.client
      gatherMessages(lane, client)
      return await askForAccount(client, { account, text, values, name: statementName(text) ?? '' })
    } catch (error) {
      // Whatever it was, nobody else should have to find out whether this connection still works.
      if (this.#lane === lane) this.#lane = null
      throw error
    } finally {
      this.#leave(lane)
    }
  }

  #board(): Lane {
    if (this.#lane === null || this.#lane.riders >= mostRiders)
      this.#lane = { client: this.#checkOut(), riders: 0, isGathering: false }
    this.#lane.riders += 1
    return this.#lane
  }

  #leave(lane: Lane): void {
    lane.riders -= 1
    if (lane.riders > 0) return
    if (this.#lane === lane) this.#lane = null
    lane.client.then(
      (client) => client.release(),
      () => undefined,
    )
  }
}

/** Holds messages back until the requests that arrived together have been read, then sends all of them at once. */
function gatherMessages(lane: Lane, client: PoolClient): void {
  if (lane.isGathering) return
  lane.isGathering = true
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  setImmediate(() => {
    lane.isGathering = false
    stream.uncork()
  })
}
