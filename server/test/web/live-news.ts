import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { Desk } from './deeds.ts'
import { follow } from './browser.ts'

const burst = 100
const isPoll = (request: Request) => /\/events\?.*wait=25/.test(request.url())
const isRead = (request: Request) => request.method() === 'GET' && /\/comments\?/.test(request.url())

/** What the tabs of a browser ask for. */
class Traffic {
  readonly asked: Request[] = []
  readonly #open = new Set<Request>()

  constructor(page: Page) {
    const context = page.context()
    context.on('request', (request) => {
      this.asked.push(request)
      this.#open.add(request)
    })
    context.on('requestfinished', (request) => this.#open.delete(request))
    context.on('requestfailed', (request) => this.#open.delete(request))
  }

  /** How many questions wait for the next event just now. What a page had asked before it was left is not told of. */
  waiting(by?: Page): number {
    return [...this.#open].filter((one) => isPoll(one) && (by === undefined || one.frame().page() === by))
      .length
  }

  count(which: (request: Request) => boolean, by?: Page): number {
    return this.asked.filter((one) => which(one) && (by === undefined || one.frame().page() === by)).length
  }
}

const comment = (page: Page, words: string) => page.getByRole('listitem').getByText(words, { exact: true })

async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => ${isHidden} ? 'hidden' : 'visible',
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
}

/** Two tabs that share one question, a burst, a lost network, a tab nobody looks at, and the end of the session. */
export async function followNews({ w, page, address }: Desk): Promise<void> {
  const write = (text: string) => w.post(`/thirdparties/${w.thirdpartyId}/comments`, { text })
  const place = address(`/thirdparties/${w.thirdpartyId}?tab=comments`)
  const other = await page.context().newPage()
  const traffic = new Traffic(page)
  await follow(page, place)
  await other.goto(new URL(place, page.url()).href)
  for (const tab of [page, other]) await comment(tab, 'The factory moves in May.').waitFor()
  await write('Before.')
  for (const tab of [page, other]) await comment(tab, 'Before.').waitFor()
  await expect.poll(() => traffic.waiting()).toBe(1)

  traffic.asked.length = 0
  const began = performance.now()
  for (let nth = 0; nth < burst; nth += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => write(`Word ${nth + more}.`)))
  }
  await write('The last word.')
  for (const tab of [page, other]) await comment(tab, 'The last word.').waitFor()
  const seconds = (performance.now() - began) / 1_000
  for (const tab of [page, other]) expect(traffic.count(isRead, tab)).toBeLessThan(seconds + 3)
  expect(traffic.count(isPoll)).toBeLessThan(seconds / 0.3 + 3)
  await expect.poll(() => traffic.waiting()).toBe(1)

  await page.context().setOffline(true)
  await page.getByText('No connection').waitFor()
  await write('Said while you were away.')
  await page.context().setOffline(false)
  for (const tab of [page, other]) await comment(tab, 'Said while you were away.').waitFor()

  await hide(other, true)
  traffic.asked.length = 0
  await write('Said behind your back.')
  await comment(page, 'Said behind your back.').waitFor()
  expect(traffic.count(isRead, other)).toBe(0)
  await hide(other, false)
  await comment(other, 'Said behind your back.').waitFor()
  await rests(traffic, { page: other, leaving: page, write })
  await signsOut(traffic, other)
}

interface Rest {
  page: Page
  leaving: Page
  write: (text: string) => Promise<unknown>
}

/** Left alone with it, a tab goes on asking; hidden for a minute it asks for nothing, until somebody looks. */
async function rests(traffic: Traffic, { page, leaving, write }: Rest): Promise<void> {
  await leaving.goto('about:blank')
  await expect.poll(() => traffic.waiting(page)).toBe(1)
  await page.clock.install()
  await hide(page, true)
  await page.clock.fastForward(61_000)
  await expect.poll(() => traffic.waiting(page)).toBe(0)
  traffic.asked.length = 0
  await write('Said to nobody.')
  expect(traffic.asked.map((request) => request.url())).toEqual([])
  await hide(page, false)
  await comment(page, 'Said to nobody.').waitFor()
}

async function signsOut(traffic: Traffic, page: Page): Promise<void> {
  await expect.poll(() => traffic.waiting(page)).toBe(1)
  await page.getByRole('button', { name: /menu, Test Person/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  await expect.poll(() => traffic.waiting(page)).toBe(0)
}
