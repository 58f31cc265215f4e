import type { Api } from './api.ts'
import type { EventName, VigieEvent } from './event-types.ts'
import type { AccountPaths } from './operations.ts'
import { VigieProblem } from './problem.ts'
import { backOff, isUnansweredError } from './retrying.ts'
import { pause } from './timeouts.ts'

/** How far a reader has come. Plain data: keep it as JSON, best in the same transaction as what came of the events. */
export interface FeedPosition {
  /** The feed goes on after this number. */
  readonly after: number
  /** The last event that was read, by which a journal restored from an older copy is recognised. */
  readonly last?: { readonly seq: number; readonly hash: string } | null
}

export interface FeedStore {
  load(): FeedPosition | null | Promise<FeedPosition | null>
  /** Called once the events up to this position were handled. */
  save(position: FeedPosition): void | Promise<void>
}

export interface FeedOptions {
  /** Where to begin when the store knows nothing yet: a position, or the number of the last event handled. */
  readonly from?: number | FeedPosition
  readonly store?: FeedStore
  readonly events?: readonly EventName[]
  readonly thirdpartyId?: number
  readonly dossierId?: number
  readonly documentId?: number
  /** True, the default, waits for what happens next; false ends with the last event there is. */
  readonly live?: boolean
  /** Events per request, 500 by default and at most. */
  readonly size?: number
  /** Ends the loop, without an error. */
  readonly signal?: AbortSignal
}

export interface FeedPage {
  readonly events: readonly VigieEvent[]
  /** To be kept once the events are handled. */
  readonly position: FeedPosition
  /** The last number of the journal. */
  readonly head: number
  /** False for who sees some units only: events of other companies are left out. */
  readonly complete: boolean
}

/** The journal is another than the one the position was read from: restored from an older copy, and grown since. */
export class FeedRewound extends Error {
  override readonly name = 'FeedRewound'
  readonly position: FeedPosition

  constructor(position: FeedPosition) {
    super(
      `Event ${position.last?.seq} is another than the one that was read. Go back until the hashes agree.`,
    )
    this.position = position
  }
}

type Reader = Pick<Api<AccountPaths>, 'get'>

const waitSeconds = 30
const answerMs = 30_000
const longestPauseMs = 30_000

/**
 * The events of an account, each in its place, for ever: `for await (const event of feed(account, { store })) …`
 * A position is saved only when what came before it was handled. A reader that was killed gets the events since the
 * last saved position again, at most one request full; handle an event twice as if it came once, by its `seq`.
 */
export async function* feed(
  account: Reader,
  options: FeedOptions = {},
): AsyncGenerator<VigieEvent, void, undefined> {
  for await (const { events } of feedPages(account, options)) {
    let handled: VigieEvent | null = null
    try {
      for (const event of events) {
        yield event
        handled = event
      }
      handled = null
    } finally {
      // The loop was left in the middle; of the event it was left at nobody knows whether it was handled.
      if (handled !== null) await options.store?.save(positionAt(handled.seq, handled))
    }
  }
}

/** The same by the request: for readers that store what came of the events and `position` in one transaction. */
export async function* feedPages(
  account: Reader,
  options: FeedOptions = {},
): AsyncGenerator<FeedPage, void, undefined> {
  const { store, live = true, signal } = options
  let position = await firstPosition(options)
  try {
    await compareLast(account, position, signal)
    for (let isFirst = true; ; isFirst = false) {
      const { content, next, head, complete } = await readPatiently(account, options, position, isFirst)
      const reached: FeedPosition = positionAt(next, content.at(-1) ?? position.last ?? null)
      if (content.length > 0) {
        yield { events: content, position: reached, head, complete }
      }
      if (reached.after !== position.after) await store?.save(reached)
      position = reached
      if (!live && next >= head) return
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error
  }
}

async function firstPosition({ from = 0, store }: FeedOptions): Promise<FeedPosition> {
  const known = (await store?.load()) ?? null
  return known ?? (typeof from === 'number' ? { after: from } : from)
}

function positionAt(after: number, last: { seq: number; hash: string } | null): FeedPosition {
  return { after, last: last && { seq: last.seq, hash: last.hash } }
}

async function compareLast(account: Reader, position: FeedPosition, signal?: AbortSignal): Promise<void> {
  const { last } = position
  if (!last) return
  const query = { after: last.seq - 1, size: 1 }
  const { content } = await account.get('/events', { query, ...(signal && { signal }) })
  const found = content.find(({ seq }) => seq === last.seq)
  if (found && found.hash !== last.hash) throw new FeedRewound(position)
}

/** Whoever follows for ever outlives the outages of the service, but is told of a mistake in the first request. */
async function readPatiently(
  account: Reader,
  options: FeedOptions,
  { after }: FeedPosition,
  isFirst: boolean,
) {
  const { events, live = true, size = 500, signal } = options
  const { thirdpartyId, dossierId, documentId } = options
  const query = {
    after,
    size,
    ...(events && { names: events.join(',') }),
    ...(thirdpartyId !== undefined && { thirdpartyId }),
    ...(dossierId !== undefined && { dossierId }),
    ...(documentId !== undefined && { documentId }),
    ...(live && { wait: waitSeconds }),
  }
  const call = { query, timeoutMs: waitSeconds * 1_000 + answerMs, ...(signal && { signal }) }
  for (let failures = 1; ; failures += 1) {
    try {
      return await account.get('/events', call)
    } catch (error) {
      const isTemporary = error instanceof VigieProblem ? error.retryable : isUnansweredError(error)
      if (isFirst || !live || !isTemporary || signal?.aborted === true) throw error
      await pause(Math.min(backOff(failures), longestPauseMs), signal)
    }
  }
}
