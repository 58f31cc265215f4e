import type { QueryKey } from '@tanstack/react-query'
import { watchPresence } from './presence.ts'
import { followJournal, newestNumber } from './follow-journal.ts'
import { withTabLock } from './tab-lock.ts'
import { keysOfEvent } from './keys-of-event.ts'
import type { Refresher } from './refresher.ts'

interface Update {
  keys: readonly QueryKey[]
  /** How far the journal was read; null when it is not about that. */
  next: number | null
  isReachable: boolean
  /** More happened than was looked at. */
  isGap?: true
}

/** Follows the journal of an account while somebody is there. One tab of a browser asks, the others hear from it. */
export class LiveUpdates {
  readonly #accountId: number
  readonly #refresher: Refresher
  readonly #onReach: (isReachable: boolean) => void
  readonly #channel: BroadcastChannel
  readonly #unwatch: () => void
  #position: number | null = null
  #isReachable = true
  #following = new AbortController()

  constructor(accountId: number, refresher: Refresher, onReach: (isReachable: boolean) => void) {
    this.#accountId = accountId
    this.#refresher = refresher
    this.#onReach = onReach
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Update>) => this.#receive(data))
    this.#unwatch = watchPresence((isPresent) => (isPresent ? this.#follow() : this.#following.abort()))
    window.addEventListener('offline', this.#goOffline)
    window.addEventListener('online', this.#follow)
    this.#follow()
  }

  stop(): void {
    this.#following.abort()
    this.#unwatch()
    this.#refresher.stop()
    this.#channel.close()
    window.removeEventListener('offline', this.#goOffline)
    window.removeEventListener('online', this.#follow)
  }

  get #name(): string {
    return `vigie-live-${this.#accountId}`
  }

  readonly #goOffline = (): void => this.#setReachable(false)

  /** Also after the network came back: a question that was under way then may never be answered. */
  readonly #follow = (): void => {
    this.#following.abort()
    this.#following = new AbortController()
    void this.#begin(this.#following.signal)
  }

  /** Each tab knows where the journal ended before it read anything: what happens until its turn is not lost. */
  async #begin(signal: AbortSignal): Promise<void> {
    const accountId = this.#accountId
    const newest = this.#position ?? (await newestNumber(accountId, signal).catch(() => null))
    this.#position ??= newest
    await withTabLock(this.#name, signal, () =>
      followJournal({
        accountId,
        after: this.#position,
        signal,
        onReach: (isReachable) => this.#setReachable(isReachable),
        onGap: (next) => this.#broadcast({ keys: [], next, isReachable: true, isGap: true }),
        onEvents: (events, next) => {
          const keys = events.flatMap((event) => keysOfEvent(accountId, event))
          const different = new Map(keys.map((key) => [JSON.stringify(key), key]))
          this.#broadcast({ keys: [...different.values()], next, isReachable: true })
        },
      }),
    )
  }

  #setReachable(isReachable: boolean): void {
    if (isReachable !== this.#isReachable) this.#broadcast({ keys: [], next: null, isReachable })
  }

  #broadcast(update: Update): void {
    this.#receive(update)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin only
    this.#channel.postMessage(update)
  }

  #receive({ keys, next, isReachable, isGap }: Update): void {
    this.#position = next ?? this.#position
    if (isGap || (isReachable && !this.#isReachable)) this.#refresher.enqueueAll(this.#accountId)
    if (isReachable !== this.#isReachable) this.#onReach(isReachable)
    this.#isReachable = isReachable
    this.#refresher.enqueue(keys)
  }
}
