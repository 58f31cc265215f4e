import { afterEach, expect, test } from 'vitest'
import type { EventView } from '../../../platform/journal/index.ts'
import { eventStream, type StreamOptions } from './event-stream.ts'
import { JournalWatch } from './journal-watch.ts'
import type { FeedPage } from './read-feed.ts'

let watch: JournalWatch
afterEach(() => watch.stop())

const event = (seq: number) => ({ seq, eventName: 'DOSSIER_ADDED', data: { text: 'x'.repeat(1_000) } })
const pageFrom = (after: number, head: number, size = 100): FeedPage => {
  const count = Math.min(size, head - after)
  const events = Array.from({ length: count }, (_, n) => event(after + 1 + n) as unknown as EventView)
  return { events, reached: after + count, head }
}

function opened(head: number, options: Partial<StreamOptions> = {}) {
  watch = new JournalWatch({ system: () => Promise.reject(new Error('no database here')) })
  let reads = 0
  const stream = eventStream(watch, {
    accountId: 1,
    first: pageFrom(0, head),
    read: (after) => {
      reads += 1
      return Promise.resolve(pageFrom(after, head))
    },
    quietMs: null,
    shown: (events) => Promise.resolve(events),
    ...options,
  })
  return { ...stream, reads: () => reads }
}

/** All that is sent; `onLast` is called once this event has come. */
const textOf = async (body: AsyncIterable<unknown>, last = 0, onLast = () => {}) => {
  let text = ''
  for await (const part of body) {
    text += String(part)
    if (text.includes(`id: ${last}\nevent`)) onLast()
  }
  return text
}

test('The stream reads no further than its client has consumed', async () => {
  const { body, reads, end } = opened(100_000)
  const parts = body[Symbol.asyncIterator]()
  for (let n = 0; n < 5; n += 1) await parts.next()
  const taken = reads()
  // Whatever it would still do by itself it does in these turns: nothing here waits for anything outside.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(reads()).toBe(taken)
  expect(taken).toBeLessThan(8)
  end()
  for (let n = 0; n < 20 && !(await parts.next()).done; n += 1) expect(reads()).toBeLessThan(taken + 2)
  expect(body.readableEnded).toBe(true)
})

test('The stream ends after the idle time requested, and on request', async () => {
  expect(await textOf(opened(3, { quietMs: 50 }).body)).toMatch(/id: 3\nevent/)
  const { body, end } = opened(150)
  expect((await textOf(body, 150, end)).match(/^id: \d+\nevent/gm)).toHaveLength(150)
  const stopped = opened(3)
  expect(await textOf(stopped.body, 3, () => watch.stop())).toMatch(/id: 3\nevent/)
})

test('The stream sends nothing to a caller who has lost the right', async () => {
  const { body } = opened(3, { shown: () => Promise.reject(new Error('revoked')) })
  expect(await textOf(body)).toBe('retry: 2000\n\n')
})
