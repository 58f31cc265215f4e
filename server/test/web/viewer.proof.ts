import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReview, pdfPage, type QueueDesk } from './review-world.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 120_000 }

let desk: QueueDesk
let page: Page
let complaints: string[]

beforeAll(async () => {
  desk = await openReview()
  ;({ page, complaints } = await desk.enterAs('REVIEWER'))
}, 300_000)

afterAll(async () => {
  await page.context().close()
  await desk.t.close()
})

const item = (name: string) => page.getByRole('heading', { level: 2, name })
const viewer = () => page.frameLocator('iframe[title^="Content of"]')
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
