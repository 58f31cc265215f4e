import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { follow, phone, seriousFindings, wide } from './browser.ts'
import { changeSecrets, fenceAccount, followCalendar, keepCompany, keepDossier } from './deeds.ts'
import { followNews } from './live-news.ts'
import {
  awaitPlace,
  enterAccount,
  expectReadOnly,
  findOffers,
  lookAtAll,
  openTour,
  type Tour,
} from './pages-tour.ts'
import { addColumn, gradeScores, keepRule, moveAttribute } from './settings-deeds.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 600_000 }

let tour: Tour

beforeAll(async () => {
  tour = await openTour()
  // What moves without anybody having done anything.
  await tour.page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value
    }).observe({ type: 'layout-shift', buffered: true })`)
  await enterAccount(tour)
}, 300_000)

afterAll(() => tour.close())

const seriousComplaints = () => tour.complaints.splice(0).filter((text) => !text.includes('net::ERR_'))

/** Until the test ends, pages are in this language and these colours. */
async function prefer(language: 'en' | 'fr', colorScheme: 'light' | 'dark'): Promise<void> {
  const { page } = tour
  const choose = async (tongue: string, scheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate(`localStorage.setItem('vigie-language', '${tongue}')`)
    await page.reload()
  }
  onTestFinished(() => choose('en', 'light'))
  await choose(language, colorScheme)
}

test('Nothing moves while a page loads, over a slow network', withPatience, async () => {
  const { page, url, places, address } = tour
  const devtools = await page.context().newCDPSession(page)
  const conditions = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', conditions)
  for (const place of places.filter(({ main }) => main)) {
    await page.goto(`${url}${address(place.path)}`)
    await awaitPlace(page, place)
    const shifted = Number(await page.evaluate('window.shifted'))
    expect.soft(shifted, place.path).toBeLessThan(0.02)
  }
  await devtools.send('Network.emulateNetworkConditions', { ...conditions, latency: 0 })
  expect(tour.complaints.splice(0)).toEqual([])
})

test('Every page is accessible, in French by night on a phone', withPatience, async () => {
  const { page, address, complaints } = tour
  onTestFinished(() => page.setViewportSize(wide.viewport))
  await page.setViewportSize(phone.viewport)
  await prefer('fr', 'dark')
  await lookAtAll(tour, 'fr')
  await follow(page, address('/settings/administration'))
  await page.locator('main li button[aria-expanded]').first().click()
  await page.locator('main li button[aria-expanded=true]').waitFor()
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(complaints.splice(0)).toEqual([])
})

test('Every page is accessible, in French by day', withPatience, async () => {
  await prefer('fr', 'light')
  await lookAtAll(tour, 'fr')
  expect(tour.complaints.splice(0)).toEqual([])
})

test('Every page is accessible, in English by day', withPatience, async () => {
  await lookAtAll(tour, 'en')
  expect(tour.complaints.splice(0)).toEqual([])
})

test('Data requested by one page serves the next', withPatience, async () => {
  const { page, url, w, address } = tour
  await page.goto(`${url}${address('/rules')}`)
  await page.getByText('Opens').first().waitFor()
  await follow(page, address(`/thirdparties/${w.thirdpartyId}`))
  await page.getByRole('button', { name: 'Open a dossier' }).click()
  const offered = page.getByRole('dialog').getByRole('checkbox')
  await offered.first().waitFor()
  await expect.poll(() => offered.count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  expect(tour.complaints.splice(0)).toEqual([])
})

test('A reader is offered nothing to decide, add or change', withPatience, async () => {
  // An administrator is: what looks for offers finds them.
  await follow(tour.page, tour.address('/rules'))
  await tour.page.getByRole('switch').first().waitFor({ state: 'attached' })
  const offered = (await findOffers(tour.page)).map((name) => name.split(' ')[0])
  expect(offered).toEqual(expect.arrayContaining(['New', 'Rule']))
  const others =
    /^.app|imports|mailbox|users|clients|addresses|units|sign-in|single-sign-on|provisioning|administration|webhooks|nowhere|journal|forecast|help|identity|timeline|indicators|settings$/
  await expectReadOnly(
    tour,
    tour.places.filter(({ path }) => !others.test(path)),
  )
})

test('A rule that cannot be saved stays in its dialog', withPatience, async () => {
  await keepRule(tour)
  expect(seriousComplaints()).toEqual([])
})

test('Secrets and secret addresses are shown once, and end', withPatience, async () => {
  await fenceAccount(tour)
  await changeSecrets(tour)
  await followCalendar(tour)
  expect(tour.complaints.splice(0)).toEqual([])
})

test(
  'A dossier is saved whole, and a dossier and a company are archived and restored',
  withPatience,
  async () => {
    await keepDossier(tour)
    await keepCompany(tour)
    expect(tour.complaints.splice(0)).toEqual([])
  },
)

test('Forms, attributes and grades can be edited', withPatience, async () => {
  await addColumn(tour)
  await moveAttribute(tour)
  await gradeScores(tour)
  expect(seriousComplaints()).toEqual([])
})

// Ends the session: the last of all.
test('News reaches every tab, requested once and in moderation', withPatience, async () => {
  await followNews(tour)
  expect(seriousComplaints()).toEqual([])
})
