import { afterAll, beforeAll, expect, test } from 'vitest'
import { follow, signIn } from './browser.ts'
import { awaitPlace, openTour, type Tour } from './pages-tour.ts'
import type { Place } from './places.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

let tour: Tour

beforeAll(async () => {
  tour = await openTour()
}, 300_000)

afterAll(() => tour.close())

/** Without what a network that was cut on purpose makes the browser say. */
const seriousComplaints = () => tour.complaints.splice(0).filter((text) => !text.includes('net::ERR_'))

const scriptBytes = `performance.getEntriesByType('resource').filter(({ name }) => /\\.js(\\?|$)/.test(name))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

test('The first pages load few scripts', withPatience, async () => {
  const { page, url, w, places } = tour
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  const sizes = [Number(await page.evaluate(scriptBytes))]
  await signIn(page, w.person)
  await awaitPlace(page, places[0] as Place)
  await page.reload()
  await awaitPlace(page, places[0] as Place)
  sizes.push(Number(await page.evaluate(scriptBytes)))
  for (const bytes of sizes) {
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(250_000)
  }
})

const unreachable = () => tour.page.getByText('The service cannot be reached').first()

test('Input that cannot be sent is reported and kept', withPatience, async () => {
  const { page, url, w, address } = tour
  await page.goto(`${url}${address(`/thirdparties/${w.thirdpartyId}?tab=comments`)}`)
  const words = 'Their new director called.'
  const comment = page.getByRole('textbox', { name: 'Your comment' })
  await comment.fill(words)
  await page.route('**/comments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await unreachable().waitFor()
  expect(await comment.inputValue()).toBe(words)
  await page.unroute('**/comments')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('listitem').getByText(words).waitFor()
  await expect.poll(() => comment.inputValue()).toBe('')
  expect(seriousComplaints()).toEqual([])
})

test('News reaches the page by itself', withPatience, async () => {
  const { page, w } = tour
  await w.post(`/thirdparties/${w.thirdpartyId}/comments`, { text: 'Said by somebody else.' })
  await page.getByRole('listitem').getByText('Said by somebody else.').waitFor()
  expect(tour.complaints.splice(0)).toEqual([])
})

test(
  'Data that cannot be read is requested again, and a lost network is reported',
  withPatience,
  async () => {
    const { page, address } = tour
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
    expect(seriousComplaints()).toEqual([])
  },
)
