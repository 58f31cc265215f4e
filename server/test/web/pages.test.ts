import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import {
  buildPages,
  follow,
  openPage,
  phone,
  seriousFindings,
  sidewaysScroll,
  signIn,
  wide,
} from './browser.ts'
import { changeSecrets, fenceAccount, followCalendar, keepCompany, keepDossier } from './deeds.ts'
import { followNews } from './live-news.ts'
import { pagesWorld, type PagesWorld } from './pages-world.ts'
import { placesOf, type Place } from './places.ts'
import { addColumn, gradeScores, moveAttribute } from './settings-deeds.ts'

// A real browser on a busy machine.
const patience = 180_000
const withPatience = { timeout: patience }

let t: TestApp
let url: string
let w: PagesWorld
let places: Place[]
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[t, { page, complaints }] = await Promise.all([testApp(), openPage(), buildPages()])
  url = await t.listen()
  w = await pagesWorld(t)
  places = placesOf(w)
  // What moves without anybody having done anything.
  await page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value
    }).observe({ type: 'layout-shift', buffered: true })`)
}, patience)

afterAll(async () => {
  await page.context().close()
  await t.close()
})

const address = (path: string) => (path.startsWith('/app/') ? path : `/app/account/${w.accountId}${path}`)

/** The page has its title and shows no place that waits for something. */
async function isThere({ shows, ...titles }: Place, language: 'en' | 'fr' = 'en', on = page): Promise<void> {
  await on.locator('h1').filter({ hasText: titles[language] }).first().waitFor()
  if (shows !== undefined) await on.locator(shows).first().waitFor()
  await on.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
}

/** The frame around all pages is looked at with the first of them. */
async function look(place: Place, language: 'en' | 'fr', isFirst: boolean): Promise<void> {
  const { path, part = 'main' } = place
  await follow(page, address(path))
  await isThere(place, language)
  const findings = await seriousFindings(page, isFirst ? undefined : part)
  expect.soft([path, language, findings]).toEqual([path, language, []])
  expect.soft([path, language, await sidewaysScroll(page)]).toEqual([path, language, 0])
}

const scriptBytes = `performance.getEntriesByType('resource').filter(({ name }) => /\\.js(\\?|$)/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

test('The first pages load few scripts', withPatience, async () => {
  const dashboard = places[0] as Place
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const sizes = [Number(await page.evaluate(scriptBytes))]
  await signIn(page, w.person)
  await isThere(dashboard)
  await page.reload()
  await isThere(dashboard)
  sizes.push(Number(await page.evaluate(scriptBytes)))
  for (const bytes of sizes) {
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(250_000)
  }
})

test('Nothing moves while a page loads, over a slow network', withPatience, async () => {
  const devtools = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', conditions)
  for (const place of places.filter(({ main }) => main)) {
    await page.goto(`${url}${address(place.path)}`)
    await isThere(place)
    const shifted = Number(await page.evaluate('window.shifted'))
    expect.soft(shifted, place.path).toBeLessThan(0.02)
  }
  await devtools.send('Network.emulateNetworkConditions', { ...conditions, latency: 0 })
})

test('Every page is accessible, half of them and all of access in English by day', withPatience, async () => {
  const some = places.filter(({ main, both }, nth) => main || both || nth % 2 === 0)
  for (const place of some) await look(place, 'en', place === some[0])
  expect(complaints.splice(0)).toEqual([])
})

test(
  'Every page is accessible, the other half and all of access in French by night on a phone',
  withPatience,
  async () => {
    await page.setViewportSize(phone.viewport)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(`localStorage.setItem('vigie-language', 'fr')`)
    await page.reload()
    const some = places.filter(({ both }, nth) => both || nth % 2 === 1)
    for (const place of some) await look(place, 'fr', place === some[0])
    expect.soft(complaints.splice(0)).toEqual([])
    await page.setViewportSize(wide.viewport)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.evaluate(`localStorage.setItem('vigie-language', 'en')`)
  },
)

/** Whatever is written there is lost on the way until it is let through. */
async function loseWrites(addresses: string): Promise<() => Promise<void>> {
  await page.route(addresses, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  return () => page.unroute(addresses)
}

const unreachable = () => page.getByText('The service cannot be reached').first()

test('Data requested by one page serves the next', withPatience, async () => {
  await page.goto(`${url}${address('/rules')}`)
  await page.getByText('Opens').first().waitFor()
  await follow(page, address(`/thirdparties/${w.thirdpartyId}`))
  await page.getByRole('button', { name: 'Open a dossier' }).click()
  const offered = page.getByRole('dialog').getByRole('checkbox')
  await offered.first().waitFor()
  await expect.poll(() => offered.count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  expect(complaints.splice(0)).toEqual([])
})

test('Input that cannot be sent is reported and kept', withPatience, async () => {
  await page.goto(`${url}${address(`/thirdparties/${w.thirdpartyId}?tab=comments`)}`)
  const words = 'Their new director called.'
  const comment = page.getByRole('textbox', { name: 'Your comment' })
  await comment.fill(words)
  const letCommentsThrough = await loseWrites('**/comments')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await unreachable().waitFor()
  expect(await comment.inputValue()).toBe(words)
  await letCommentsThrough()
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').getByText(words).waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')

  const letRulesThrough = await loseWrites('**/rules')
  await follow(page, address('/rules?rule=0'))
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel('Name', { exact: true })
  await name.fill('Kept')
  await dialog.getByRole('combobox', { name: 'Dossiers to open' }).click()
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The rule was not saved').waitFor()
  expect(await name.inputValue()).toBe('Kept')
  await letRulesThrough()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('switch', { name: 'Rule Kept active' }).waitFor({ state: 'attached' })
  expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_'))).toEqual([])
})

test(
  'Data that cannot be read is requested again, and a lost network is reported',
  withPatience,
  async () => {
    await page.route('**/dossiers?*', (route) => route.abort())
    await follow(page, address('/dossiers'))
    await page.getByText('The dossiers could not be loaded').waitFor()
    await unreachable().waitFor()
    await page.unroute('**/dossiers?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Supplier onboarding' }).first().waitFor()

    const notice = page.getByText('No connection: what you see may be out of date.')
    await page.context().setOffline(true)
    await notice.waitFor()
    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
    expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_'))).toEqual([])
  },
)

// What somebody would do to the account; opening and reading are for everyone.
const acts = `add|new|approve|archive|ask|answer|change|comment|delete|edit|erase|import|invite|open a dossier
publish|put|reject|remove|renew|rule|save|select|send|set|stop|switch|withdraw|take back|read the register`
  .split(/[|\n]/)
  .join('|')

/** What can be pressed, switched or filled to change something. */
function offers(on: Page): Promise<string[]> {
  return on.evaluate(`(() => {
    const inside = (what) => [...document.querySelectorAll('main, [role=dialog]')]
      .flatMap((part) => [...part.querySelectorAll(what)])
    const named = inside('button:enabled, input[type=checkbox]:enabled')
      .filter((one) => one.checkVisibility())
      .map((one) => (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim())
      .filter((name) => /^(${acts})\\b/i.test(name))
    return [...named, ...inside('textarea, input[type=file]').map(({ id }) => id)]
  })()`)
}

test('A reader is offered nothing to decide, add or change', withPatience, async () => {
  const { page: reader, complaints: theirs } = await openPage()
  await reader.goto(`${url}${address('')}`)
  await signIn(reader, await t.given.person([w.accountId], ['READER']))
  await follow(page, address('/rules'))
  await page.getByRole('switch').first().waitFor({ state: 'attached' })
  expect((await offers(page)).map((name) => name.split(' ')[0])).toEqual(
    expect.arrayContaining(['New', 'Rule']),
  )
  const others =
    /^.app|imports|mailbox|users|clients|addresses|sign-in|administration|webhooks|nowhere|journal|forecast|help|identity|timeline|indicators|settings$/
  for (const place of places.filter(({ path }) => !others.test(path))) {
    await follow(reader, address(place.path))
    await isThere(place, 'en', reader)
    expect.soft([place.path, await offers(reader)]).toEqual([place.path, []])
  }
  expect(await reader.getByRole('link', { name: 'Mailbox' }).count()).toBe(0)
  expect(theirs).toEqual([])
  await reader.context().close()
})

test('Secrets and secret addresses are shown once, and end', withPatience, async () => {
  const desk = { t, w, page, address }
  await fenceAccount(desk)
  await changeSecrets(desk)
  await followCalendar(desk)
  expect(complaints.splice(0)).toEqual([])
})

test(
  'A dossier is saved whole, and a dossier and a company are archived and restored',
  withPatience,
  async () => {
    const desk = { t, w, page, address }
    await keepDossier(desk)
    await keepCompany(desk)
    expect(complaints.splice(0)).toEqual([])
  },
)

test('Forms, attributes and grades can be edited', withPatience, async () => {
  const desk = { t, w, page, address }
  await addColumn(desk)
  await moveAttribute(desk)
  await gradeScores(desk)
  expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_'))).toEqual([])
})

// Ends the session: the last of all.
test('News reaches every tab, requested once and in moderation', withPatience, async () => {
  await followNews({ t, w, page, address })
  expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_'))).toEqual([])
})
