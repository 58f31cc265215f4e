import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { deliverNews } from '../screening/deliver-news.ts'
import { screeningDesk, type ScreeningDesk } from '../screening/screening-desk.ts'
import { buildPages, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let t: TestApp
let d: ScreeningDesk
let url: string

beforeAll(async () => {
  ;[t] = await Promise.all([testApp(), buildPages()])
  url = await t.listen()
  d = await screeningDesk(t)
  await d.post(`/thirdparties/${d.thirdpartyId}/monitoring/NEWSFEED/activate`)
  await deliverNews(t, d, [
    { nr: 1, title: 'Works closed after fire', summary: 'Nobody was hurt.', sentiment: -0.6 },
    { nr: 2, title: 'New workshop', sentiment: 0.7 },
  ])
  await d.work()
}, 300_000)

afterAll(() => t.close())

const words = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('A bad article is found in the news of the company, read and cleared', withPatience, async () => {
  const { page, complaints } = await openPage()
  await page.goto(`${url}/app/account/${d.accountId}/thirdparties/${d.thirdpartyId}?tab=monitoring`)
  await signIn(page, await t.given.person([d.accountId], ['REVIEWER']))
  const review = page.getByRole('link', { name: 'See the review of “Works closed after fire”' })
  await review.waitFor()
  // Nobody has to look at good news.
  expect(await page.getByRole('link', { name: /^See the review/ }).count()).toBe(1)
  expect(await seriousFindings(page, '[role=tabpanel]')).toEqual([])
  await review.click()
  await page.getByRole('heading', { level: 3, name: 'Works closed after fire' }).waitFor()
  await words(page, 'Nobody was hurt.')
  await words(page, 'The provider holds the article to be bad news.')
  const link = page.getByRole('link', { name: 'Read the article' })
  expect(await link.getAttribute('href')).toBe('https://news.example/1')
  expect(await link.getAttribute('rel')).toContain('noopener')
  expect(await seriousFindings(page, 'main')).toEqual([])
  await page.setViewportSize(phone.viewport)
  await expect.poll(() => sidewaysScroll(page)).toBe(0)
  await page.locator('[data-settled="true"]').waitFor()
  await page.getByRole('button', { name: 'False positive', exact: true }).click()
  await page.getByLabel('The matter is of no weight').check()
  await page.getByRole('button', { name: 'Decide', exact: true }).click()
  await words(page, /^Decided: /)
  await expect.poll(async () => (await d.document('ADVERSE_MEDIA')).statusCode).toBe('VALID')
  expect(complaints).toEqual([])
  await page.context().close()
})
