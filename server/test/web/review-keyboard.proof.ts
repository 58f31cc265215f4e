import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { seriousFindings } from './browser.ts'
import { openReview, type QueueDesk } from './review-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let desk: QueueDesk
let d: AnswersDesk
let page: Page
let complaints: string[]

beforeAll(async () => {
  desk = await openReview()
  ;({ d } = desk)
  ;({ page, complaints } = await desk.enterAs('REVIEWER'))
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await desk.t.close()
})

const item = (name: string) => page.getByRole('heading', { level: 2, name })
const viewer = () => page.frameLocator('iframe[title^="Content of"]')
const isSettled = () => page.locator('[data-settled="true"]').waitFor()
const waiting = (words: string) => page.getByText(words, { exact: true }).waitFor()

test('Answers are decided by keyboard, and the next is there at once', withPatience, async () => {
  await page.goto(desk.queue)
  await viewer().getByText('Extract of the register').waitFor()

  // Letters are letters where one types.
  await page.getByRole('textbox', { name: /comment/i }).pressSequentially('a jar')
  await page.getByRole('heading', { level: 1 }).click()
  await isSettled()

  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/approve', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('a')
  // The server has not even heard of it.
  await item('Supplier identity form').waitFor()
  await page.getByText('Machining').waitFor()
  await waiting('2 answers waiting')
  letGo()
  await page.getByText(/^Approved: Registration proof/).waitFor()
  expect((await d.document('REG_PROOF')).statusCode).toBe('VALID')
  await page.unroute('**/approve')

  await isSettled()
  await page.keyboard.press('r')
  await page.keyboard.type('The address is not complete.')
  expect(await seriousFindings(page, 'aside')).toEqual([])
  await page.keyboard.press('Control+Enter')
  await item('Bank details (IBAN)').waitFor()
  await page.getByText(/^Rejected/).waitFor()
  expect((await d.document('SUP_IDENTITY')).statusCode).toBe('INVALID')

  await viewer().getByRole('img').waitFor()
  await page.keyboard.press('2')
  await page.getByText('FR76 3000 6000 0112 3456 7890 189').waitFor()
  expect(complaints.splice(0)).toEqual([])
})
