import { Readable } from 'node:stream'
import type { EventView } from '../../../platform/journal/index.ts'
import { awaitEvents, type Awaited } from './await-events.ts'
import type { JournalWatch } from './journal-watch.ts'
import type { FeedPage } from './read-feed.ts'

export interface StreamOptions extends Omit<Awaited, 'after' | 'milliseconds' | 'signal'> {
  readonly first: FeedPage
  /** Ends after so long without an event; null for never. */
  readonly quietMs: number | null
  /** Makes of events what the caller may see of them now; throws when that is nothing any more. */
  readonly shown: (events: EventView[]) => Promise<EventView[]>
}

export interface EventStream {
  readonly body: Readable
  /** The reader is told to come back. */
  readonly end: () => void
}

const heartbeatMs = 15_000
const retryMs = 2_000

/** Server-sent events. The next page is read when the socket has taken the one before. */
export function eventStream(watch: JournalWatch, options: StreamOptions): EventStream {
  const over = new AbortController()
  const body = Readable.from(frames(watch, options, over.signal), { objectMode: false })
  return { body, end: () => over.abort() }
}

async function* frames(
  watch: JournalWatch,
  { first, quietMs, shown, ...asked }: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`
  const quiet = quietMs ?? Number.POSITIVE_INFINITY
  let page = first
  let until = performance.now() + quiet
  while (!signal.aborted && !watch.stopped) {
    if (page.events.length > 0) {
      const events = await shown(page.events).catch(() => null)
      if (events === null) return
      yield events.map(frame).join('')
      until = performance.now() + quiet
    } else if (page.reached >= page.head && performance.now() >= until) return
    const milliseconds = Math.min(heartbeatMs, until - performance.now())
    page = await awaitEvents(watch, { ...asked, after: page.reached, milliseconds, signal })
    if (page.events.length > 0 || signal.aborted) continue
    // Whoever lost the right hears it here at the latest; whoever has it learns how far the journal was looked through.
    if ((await shown([]).catch(() => null)) === null) return
    yield `:\nid: ${page.reached}\n\n`
  }
}

function frame(event: EventView): string {
  return `id: ${event.seq}\nevent: ${event.eventName}\ndata: ${JSON.stringify(event)}\n\n`
}
