import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test/fake-browser.ts'
import { watchPresence } from './presence.ts'
import { Refresher } from './refresher.ts'

let browser: ReturnType<typeof fakeBrowser>
let queries: QueryClient
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers()
  browser = fakeBrowser()
  queries = new QueryClient()
  asked = []
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
    asked.push(JSON.stringify(filters?.queryKey))
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('However many events come, what they changed is asked for once a second', async () => {
  const refresher = new Refresher(queries)
  for (let nth = 0; nth < 100; nth += 1) {
    refresher.enqueue([['events', 1]])
    await wait(30)
  }
  await wait(2_000)
  expect(asked.length).toBeGreaterThan(2)
  expect(asked.length).toBeLessThanOrEqual(5)
  refresher.stop()
})

test('A page that nobody looks at asks for nothing until somebody does', async () => {
  const refresher = new Refresher(queries)
  browser.hide(true)
  refresher.enqueue([['events', 1]])
  await wait(60_000)
  expect(asked).toEqual([])
  browser.hide(false)
  await wait(150)
  expect(asked).toEqual(['["events",1]'])
  refresher.stop()
})

test('What is being read already is asked for again only when it has come', async () => {
  const refresher = new Refresher(queries)
  let arrive = (_: string) => {}
  const reading = queries.fetchQuery({
    queryKey: ['events', 1],
    queryFn: () => new Promise<string>((resolve) => (arrive = resolve)),
  })
  await wait(0)
  refresher.enqueue([['events', 1]])
  await wait(3_000)
  expect(asked).toEqual([])
  arrive('words')
  await reading
  await wait(1_000)
  expect(asked).toEqual(['["events",1]'])
  refresher.stop()
})

test('After an absence everything of the account is asked for, and nothing of another', async () => {
  const refresher = new Refresher(queries)
  queries.setQueryData(['events', 1], [])
  queries.setQueryData(['events', 2], [])
  refresher.enqueueAll(1)
  await wait(150)
  expect(asked).toEqual(['["events",1]'])
  refresher.stop()
})

test('Somebody is away after a minute behind another tab or ten minutes without a sign', async () => {
  const told: boolean[] = []
  const stop = watchPresence((isPresent) => told.push(isPresent))
  browser.hide(true)
  await wait(59_999)
  expect(told).toEqual([])
  await wait(1)
  browser.hide(false)
  expect(told).toEqual([false, true])
  await wait(599_000)
  browser.act('keydown')
  await wait(599_000)
  expect(told).toEqual([false, true])
  await wait(1_000)
  expect(told).toEqual([false, true, false])
  browser.act('pointermove')
  expect(told).toEqual([false, true, false, true])
  stop()
})
