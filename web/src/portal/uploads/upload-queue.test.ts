import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UnreachableError } from '../../api/problem.ts'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { problem } from '../../test/problems.ts'
import type { Sending } from './send-file.ts'
import { UploadQueue } from './upload-queue.ts'

const contactId = 7
const keptUploads = `vigie-portal:uploads:${contactId}`

interface Sent extends Sending {
  arrive: () => void
  fail: (error: unknown) => void
}

/** A network in the hands of the test. */
function fakeTransport() {
  const sendings: Sent[] = []
  const dropped: string[] = []
  return {
    sendings,
    dropped,
    send: (sending: Sending) =>
      new Promise<void>((resolve, reject) => {
        sending.signal.addEventListener('abort', () => reject(sending.signal.reason as Error))
        sendings.push({ ...sending, arrive: () => resolve(), fail: reject })
      }),
    drop: async (url: string) => void dropped.push(url),
  }
}

let browser: ReturnType<typeof fakeBrowser>
let network: ReturnType<typeof fakeTransport>
let queue: UploadQueue

beforeEach(() => {
  vi.useFakeTimers()
  browser = fakeBrowser()
  network = fakeTransport()
  queue = new UploadQueue(network)
  queue.restore(contactId)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)
const wait = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)
const states = () => queue.items.map(({ name, state }) => `${name} ${state}`)
const last = () => network.sendings.at(-1) as Sent

/** The server has begun to take it, and has so much. */
function progress(sent: number, url = '/uploads/1'): void {
  last().onCreated(url)
  last().onProgress(sent)
}

test('Files are sent one after the other, and a row stays until its file stands in the answer', async () => {
  let show = () => {}
  queue.whenUploaded(() => new Promise((resolve) => (show = resolve)))
  queue.add(3, file('one.pdf'))
  queue.add(3, file('two.pdf'))
  expect(states()).toEqual(['one.pdf sending', 'two.pdf waiting'])
  last().arrive()
  await wait()
  expect([states(), network.sendings.length]).toEqual([['one.pdf sending', 'two.pdf waiting'], 1])
  show()
  await wait()
  expect([states(), last().file.name]).toEqual([['two.pdf sending'], 'two.pdf'])
})

test('A lost connection is tried again ever more slowly, from where the file stood', async () => {
  queue.add(3, file('one.pdf'))
  progress(4)
  for (const [nth, pause] of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    last().fail(new UnreachableError(null))
    await wait()
    expect(states()).toEqual(['one.pdf offline'])
    await wait(pause - 1)
    expect(network.sendings).toHaveLength(nth + 1)
    await wait(1)
    expect(network.sendings).toHaveLength(nth + 2)
    expect(last().url).toBe('/uploads/1')
  }
})

test('A network that is back is used at once, and the next loss waits briefly again', async () => {
  queue.add(3, file('one.pdf'))
  for (const pause of [2_000, 4_000]) {
    last().fail(new UnreachableError(null))
    await wait(pause)
  }
  last().fail(new UnreachableError(null))
  await wait()
  queue.retryAll()
  expect(network.sendings).toHaveLength(4)
  last().fail(new UnreachableError(null))
  await wait(2_000)
  expect(network.sendings).toHaveLength(5)
})

test('A file that waits for its network lets the next one go first', async () => {
  queue.add(3, file('one.pdf'))
  queue.add(3, file('two.pdf'))
  last().fail(new UnreachableError(null))
  await wait()
  expect(states()).toEqual(['one.pdf offline', 'two.pdf sending'])
})

test('A refusal is shown and not repeated, but a place that the server remembers otherwise is', async () => {
  queue.add(3, file('one.pdf'))
  last().fail(problem('FILE_TOO_LARGE'))
  queue.add(3, file('two.pdf'))
  await wait()
  last().fail(problem('UPLOAD_OFFSET_MISMATCH'))
  await wait()
  expect(states()).toEqual(['one.pdf failed', 'two.pdf offline'])
  await wait(60_000)
  expect(network.sendings.map((sending) => sending.file.name)).toEqual(['one.pdf', 'two.pdf', 'two.pdf'])
})

test('A paused file is not sent until it is resumed', async () => {
  queue.add(3, file('one.pdf'))
  const [{ id } = { id: 0 }] = queue.items
  queue.pause(id)
  await wait(60_000)
  expect([states(), network.sendings.length, queue.isBusy]).toEqual([['one.pdf paused'], 1, false])
  queue.resume(id)
  expect([states(), network.sendings.length, queue.isBusy]).toEqual([['one.pdf sending'], 2, true])
})

test('A cancelled file leaves nothing here or on the server', async () => {
  queue.add(3, file('one.pdf'))
  const sending = last()
  progress(4)
  expect(browser.kept(keptUploads)).toHaveLength(1)
  await queue.cancel(queue.items[0]?.id ?? 0)
  sending.onProgress(8)
  await wait(60_000)
  expect([queue.items, network.dropped, browser.kept(keptUploads)]).toEqual([[], ['/uploads/1'], null])
})

test('The next visit finds what was interrupted, and the same file goes on from there', async () => {
  queue.add(3, file('one.pdf'))
  progress(4)
  const later = new UploadQueue(network)
  later.restore(contactId)
  expect(later.items).toMatchObject([{ name: 'one.pdf', sent: 4, state: 'lost', url: '/uploads/1' }])
  later.add(3, file('one.pdf', 11))
  later.add(4, file('one.pdf'))
  later.add(3, file('one.pdf'))
  expect(later.items.map(({ state, url }) => [state, url])).toEqual([
    ['waiting', '/uploads/1'],
    ['sending', null],
    ['waiting', null],
  ])
  last().arrive()
  await wait()
  expect(last().url).toBe('/uploads/1')
})

test('Another person at the same device finds nothing of it', () => {
  queue.add(3, file('one.pdf'))
  progress(4)
  const other = new UploadQueue(network)
  other.restore(8)
  expect(other.items).toEqual([])
})
