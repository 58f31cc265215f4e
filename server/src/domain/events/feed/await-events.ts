import type { FeedPage } from './read-feed.ts'
import type { JournalWatch } from './journal-watch.ts'

export interface Awaited {
  readonly accountId: number
  readonly after: number
  readonly milliseconds: number
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal
  readonly read: (after: number) => Promise<FeedPage>
}

/** The next events, as soon as there are some; an empty page when the time is over. Holds no connection meanwhile. */
export async function awaitEvents(watch: JournalWatch, requested: Awaited): Promise<FeedPage> {
  const { accountId, milliseconds, signal, read } = requested
  const until = performance.now() + milliseconds
  let page = await read(requested.after)
  while (page.events.length === 0) {
    const left = until - performance.now()
    if (left <= 0 || signal.aborted || watch.stopped) break
    // Short of the head, there is more of the journal to look through for what was asked.
    if (page.reached >= page.head) {
      await watch.wait({ accountId, head: page.head, milliseconds: left, signal })
      if (signal.aborted || watch.stopped) break
    }
    page = await read(page.reached)
  }
  return page
}
