import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { holdRequests, seriousFindings } from './browser.ts'
import { openReview, pdfPage, type QueueDesk } from './review-world.ts'

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

/** What the files hold from now on, whatever was sent. */
async function fileHolds(body: Buffer | string) {
  await page.unroute('**/files/*')
  await page.route('**/files/*', (route) => route.fulfill({ body }))
}

test('A file can do nothing to its viewer', withPatience, async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  page.on('dialog', () => asked.push('a dialog'))

  const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
  await fileHolds(
    pdfPage('Shown all the same', { catalogue: `/OpenAction ${script} /AA << /WC ${script} >>` }),
  )
  await page.reload()
  await viewer().getByText('Shown all the same').waitFor()

  const frame = page.frames().find((one) => one.url().endsWith('/app/viewer'))
  // As if the reader of PDFs had been taken over.
  const tried = await frame?.evaluate(`(async () => {
    const attempt = async (work) => { try { return String(await work()) } catch { return 'refused' } }
    parent.postMessage({ type: 'key', key: 'a' }, '*')
    return Promise.all([
      attempt(() => self.origin),
      attempt(() => parent.document.title),
      attempt(() => document.cookie),
      attempt(() => localStorage.length),
      attempt(() => fetch('/me').then(({ status }) => status)),
      attempt(() => { top.location.href = '/app/viewer'; return 'gone' }),
    ])
  })()`)
  expect(tried).toEqual(['null', ...Array.from({ length: 5 }, () => 'refused')])

  await fileHolds('<!doctype html><script>parent.document.title = "owned"; fetch("/me")</script>')
  await page.reload()
  await waiting('This file cannot be displayed')
  await fileHolds(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="parent.document.title = 1"><script>0</script></svg>',
  )
  await page.getByRole('link', { name: /Bank details/ }).click()
  await item('Bank details (IBAN)').waitFor()
  await waiting('This file cannot be displayed')
  expect(asked.filter((what) => what.startsWith('POST') && what.includes('/responses/'))).toEqual([])
  expect(asked).not.toContain('a dialog')
  await expect.poll(() => page.title()).toBe('Review queue · Vigie')
  await page.unroute('**/files/*')
  complaints.length = 0
})

test('Answers are decided by keyboard, and the next is there at once', withPatience, async () => {
  // Also forgets what the files held before.
  await page.goto(desk.queue)
  await viewer().getByText('Extract of the register').waitFor()

  // Letters are letters where one types.
  await page.getByRole('textbox', { name: /comment/i }).pressSequentially('a jar')
  await page.getByRole('heading', { level: 1 }).click()
  await isSettled()

  const letGo = await holdRequests(page, '**/approve')
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
