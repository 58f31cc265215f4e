import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createVigie,
  feed,
  feedPages,
  FeedRewound,
  type FeedPosition,
  type FeedStore,
  type VigieAccount,
} from '../../../client/src/index.ts'
import { openDesk, type Desk } from '../webhooks/desk.ts'

/** The client's feed against the whole service, over a true connection. */
let desk: Desk
let account: VigieAccount
let cut: ((request: Request) => Response | Error | null) | null = null

beforeAll(async () => {
  desk = await openDesk()
  const { clientId, clientSecret } = await desk.t.given.client(desk.accountId)
  const vigie = createVigie({
    baseUrl: await desk.t.listen(),
    clientId,
    clientSecret,
    retries: { attempts: 1 },
    fetch: async (request) => {
      const instead = cut?.(request) ?? null
      if (instead instanceof Error) throw instead
      return instead ?? fetch(request)
    },
  })
  account = vigie.account(desk.accountId)
  await desk.tell(40)
})
afterAll(() => desk.t.close())

function memoryStore(known: FeedPosition | null = null): FeedStore & { saved: FeedPosition[] } {
  const saved: FeedPosition[] = []
  return { saved, load: () => saved.at(-1) ?? known, save: (position) => void saved.push(position) }
}

const seqs = async (events: AsyncIterable<{ seq: number }>) => {
  const seen: number[] = []
  for await (const { seq } of events) seen.push(seq)
  return seen
}
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test('A feed that is not live ends with the last event', async () => {
  const { head } = await account.get('/events')
  expect(await seqs(feed(account, { live: false, size: 7 }))).toEqual(upTo(head))
})

test('A position is saved when the events before it were handled, and the feed goes on there', async () => {
  const store = memoryStore()
  const seen: number[] = []
  for await (const { seq } of feed(account, { store, live: false, size: 10 })) {
    if (seq === 15) break
    seen.push(seq)
  }
  // Whether the fifteenth was handled nobody knows.
  expect(store.saved.map(({ after }) => after)).toEqual([10, 14])
  const { head } = await account.get('/events')
  expect([...seen, ...(await seqs(feed(account, { store, live: false })))]).toEqual(upTo(head))
})

test('An event that could not be handled comes again', async () => {
  const store = memoryStore()
  const handle = async () => {
    for await (const { seq } of feed(account, { store, live: false, size: 10 })) {
      if (seq === 3) throw new Error('No place on the disk')
    }
  }
  await expect(handle()).rejects.toThrow('No place')
  expect(store.saved).toMatchObject([{ after: 2, last: { seq: 2 } }])
})

test('Pages of the feed carry the position to store with what came of them', async () => {
  const pages = []
  for await (const page of feedPages(account, { from: 5, live: false, size: 10 })) pages.push(page)
  expect(pages[0]?.events.map(({ seq }) => seq)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(pages[0]?.position).toEqual({ after: 15, last: { seq: 15, hash: pages[0]?.events.at(-1)?.hash } })
  expect(pages.at(-1)?.complete).toBe(true)
})

test('A live feed waits for what happens, outlives outages and ends by its signal', async () => {
  const abort = new AbortController()
  const { head } = await account.get('/events')
  let outages = 2
  const seen: number[] = []
  for await (const { seq } of feed(account, { from: head - 1, signal: abort.signal })) {
    seen.push(seq)
    if (seq === head) {
      cut = ({ url }) => (url.includes('/events') && outages-- > 0 ? new TypeError('fetch failed') : null)
      await desk.tell(2)
    }
    if (seq === head + 2) abort.abort()
  }
  cut = null
  expect(seen).toEqual([head, head + 1, head + 2])
  expect(outages).toBeLessThanOrEqual(0)
})

test('A service that cannot be reached at first is reported, not waited for', async () => {
  cut = ({ url }) => (url.includes('/events') ? new TypeError('fetch failed') : null)
  await expect(seqs(feed(account))).rejects.toThrow('fetch failed')
  cut = null
})

test('Names narrow the feed, and the position moves past the others', async () => {
  const store = memoryStore()
  const { head } = await account.get('/events')
  const none = feed(account, { store, live: false, events: ['DOSSIER_ADDED'] })
  expect(await seqs(none)).toEqual([])
  expect(store.saved.at(-1)?.after).toBe(head)
})

test('A journal restored from an older copy is noticed', async () => {
  const ahead = feed(account, { from: 9_999, live: false })
  await expect(seqs(ahead)).rejects.toMatchObject({ code: 'EVENT_POSITION_AHEAD' })
  const other = memoryStore({ after: 20, last: { seq: 20, hash: '0'.repeat(64) } })
  await expect(seqs(feed(account, { store: other, live: false }))).rejects.toThrow(FeedRewound)
})
