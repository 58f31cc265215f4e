import { api, isProblem, UnreachableError, type Row } from '../../api/index.ts'

type FeedEvent = Row<'readEvents'>

export interface FollowOptions {
  accountId: number
  /** The last number known; null to begin with what comes. */
  after: number | null
  signal: AbortSignal
  onEvents: (events: readonly FeedEvent[], next: number) => void
  /** So much was missed that everything had better be asked again. */
  onGap: (next: number) => void
  onReach: (isReachable: boolean) => void
}

const waitSeconds = 25
const pageSize = 500
const tooMuch = 1_000
// Events come in bursts: one question for what came meanwhile, not one for each.
const batchMs = 400
const firstPauseMs = 1_000
const longestPauseMs = 30_000
const crowdedPauseMs = 15_000

/** Asks for the next events for as long as it is wanted. Ends with the session, never by a weak network. */
export async function followJournal(following: FollowOptions): Promise<void> {
  const { signal, onReach } = following
  let { after } = following
  let pauseMs = firstPauseMs
  // The first question is answered at once: whoever was without a network hears that it is back.
  let wait = 0
  while (!signal.aborted) {
    try {
      const { next, isNews } = await readNext(following, { after, wait })
      after = next
      pauseMs = firstPauseMs
      wait = waitSeconds
      onReach(true)
      if (isNews) await pause(batchMs, signal)
    } catch (error) {
      if (signal.aborted || isOver(error)) return
      wait = 0
      if (error instanceof UnreachableError) onReach(false)
      if (isProblem(error, 'EVENT_POSITION_AHEAD')) after = null
      await pause(isProblem(error, 'EVENT_READERS_LIMIT') ? crowdedPauseMs : pauseMs, signal)
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }
}

interface Question {
  after: number | null
  wait: number
}

async function readNext({ accountId, signal, onEvents, onGap }: FollowOptions, { after, wait }: Question) {
  if (after === null) {
    const newest = await newestNumber(accountId, signal)
    onEvents([], newest)
    return { next: newest, isNews: false }
  }
  const query = { after, wait, size: pageSize }
  const { content, next, head } = await api.account(accountId).get('/events', { query, signal })
  if (head - next > tooMuch) {
    onGap(head)
    return { next: head, isNews: true }
  }
  if (content.length > 0) onEvents(content, next)
  return { next, isNews: content.length > 0 }
}

/** Where the journal ends just now. */
export async function newestNumber(accountId: number, signal: AbortSignal): Promise<number> {
  const { content } = await api.account(accountId).get('/events/latest', { query: { size: 1 }, signal })
  return content[0]?.seq ?? 0
}

const isOver = (error: unknown) => isProblem(error) && [401, 403, 404].includes(error.status)

/** Not all pages come back at the same instant; each comes at once when its network does. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds * (0.75 + Math.random() / 2))
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
