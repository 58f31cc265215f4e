import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import {
  buildPages,
  follow,
  openPage,
  phone,
  seriousFindings,
  sidewaysScroll,
  signIn,
  type Visit,
} from './browser.ts'
import { pdfPage, reviewWorld } from './review-world.ts'

// A real browser on a busy machine.
const patience = 120_000

let t: TestApp
let url: string
let d: AnswersDesk
let page: Page
let complaints: string[]

beforeAll(async () => {
  ;[t] = await Promise.all([testApp(), buildPages()])
  url = await t.listen()
  d = await reviewWorld(t, pdfPage('Extract of the register'))
  ;({ page, complaints } = await enter('REVIEWER'))
}, patience)

afterAll(async () => {
  await page.context().close()
  await t.close()
})

async function enter(role: Role): Promise<Visit> {
  return enterAs(await t.given.person([d.accountId], [role]))
}

async function enterAs(person: Parameters<typeof signIn>[1]): Promise<Visit> {
  const visit = await openPage()
  await visit.page.goto(`${url}/app/account/${d.accountId}/review`)
  await signIn(visit.page, person)
  await visit.page.getByRole('heading', { level: 1, name: 'Review queue' }).waitFor()
  return visit
}

/** The page anew, by way of one that shares nothing with it. */
async function openQueue(): Promise<void> {
  const account = `/app/account/${d.accountId}`
  await follow(page, `${account}/help`)
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await follow(page, `${account}/review`)
}

const item = (name: string, on = page) => on.getByRole('heading', { level: 2, name })
const viewer = (on = page) => on.frameLocator('iframe[title^="Content of"]')
const isSettled = () => page.locator('[data-settled="true"]').waitFor()
const approvals = () => page.getByRole('button', { name: 'Approve', exact: true })
const waiting = (words: string) => page.getByText(words, { exact: true }).waitFor()

/** What the files hold from now on, whatever was sent. */
async function fileHolds(body: Buffer | string) {
  await page.unroute('**/files/*')
  await page.route('**/files/*', (route) => route.fulfill({ body }))
}

test('A file can do nothing to its viewer', { timeout: patience }, async () => {
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

test('A reader sees the queue and no decision', { timeout: patience }, async () => {
  const { page: reader, complaints: theirs } = await enter('READER')
  await viewer(reader).getByText('Extract of the register').waitFor()
  await reader.getByText(/Deciding needs the reviewer role/).waitFor()
  await reader.keyboard.press('a')
  await reader.keyboard.press('r')
  await reader.keyboard.press('j')
  await item('Supplier identity form', reader).waitFor()
  await reader.keyboard.press('j')
  await item('Bank details (IBAN)', reader).waitFor()
  await reader.keyboard.press('2')
  await reader.getByText(/^FR76 •••• /).waitFor()
  expect(await reader.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
  await reader.getByText('3 answers waiting', { exact: true }).waitFor()
  expect(theirs).toEqual([])
  await reader.context().close()
})

test('Answers are decided by keyboard, and the next is there at once', { timeout: patience }, async () => {
  await d.patch('/evaluation-options', { secondReviewer: true })
  // Also forgets what the files held before.
  await page.goto(`${url}/app/account/${d.accountId}/review`)
  await viewer().getByText('Extract of the register').waitFor()
  expect(await seriousFindings(page)).toEqual([])

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
  await failsAndComesBack()
  await needsAnother()
  expect(complaints.splice(0).filter((what) => !what.includes('ERR_FAILED'))).toEqual([])
})

/** A decision that cannot be written brings the answer back, and what was typed with it. */
async function failsAndComesBack() {
  await page.route('**/approve', (route) => route.abort())
  await page.getByRole('button', { name: 'Add a note' }).click()
  await page.getByLabel('Note', { exact: true }).fill('Called the bank.')
  await isSettled()
  await approvals().click()
  await waiting('Nothing to review')
  await waiting('Your decision was not saved')
  await waiting('1 answer waiting')
  await expect.poll(() => page.getByLabel('Note', { exact: true }).inputValue()).toBe('Called the bank.')
  await page.unroute('**/approve')
}

/** Two people approve bank details: the first sees that, and cannot be the second. */
async function needsAnother() {
  await isSettled()
  await approvals().click()
  await page.getByText(/Approved first by Test Person/).waitFor()
  await page.getByText(/leave the approval to somebody else/).waitFor()
  await expect.poll(() => approvals().isDisabled()).toBe(true)
  const other = await t.given.person([d.accountId], ['REVIEWER'])
  const { evidences } = (await d.document('BANK_DETAILS')) as unknown as {
    evidences: { responseId: number }[]
  }
  const approve = `${d.base}/responses/${evidences[0]?.responseId}/approve`
  expect((await t.call('POST', approve, { token: other.token })).statusCode).toBe(200)
  await page.reload()
  await waiting('Nothing to review')
  expect(await seriousFindings(page, 'main')).toEqual([])
}

test(
  'The list, the answer and the decision follow one another on a phone',
  { timeout: patience },
  async () => {
    await d.send('FISCAL_REG', [{ name: 'fiscal.pdf', content: pdfPage('No tax is owed') }])
    await runAnswerJobs(t, d.accountId)
    await page.setViewportSize(phone.viewport)
    await openQueue()
    await page.getByRole('link', { name: /Tax compliance certificate/ }).click()
    await viewer().getByText('No tax is owed').waitFor()
    await expect.poll(() => sidewaysScroll(page)).toBe(0)
    expect(await seriousFindings(page, 'main')).toEqual([])
    await approvals().waitFor()
    await isSettled()
    await approvals().click()
    await page.getByText(/^Approved: Tax compliance/).waitFor()
    expect(complaints).toEqual([])
  },
)

test(
  'A person who supplied an answer reads why they cannot decide on it',
  { timeout: patience },
  async () => {
    await d.patch('/evaluation-options', { separateDuties: true })
    const person = await t.given.person([d.accountId], ['REVIEWER'])
    await givenAnswer(t, {
      accountId: d.accountId,
      documentId: d.documents['NDA'] ?? 0,
      submittedBy: { type: 'USER', id: person.userId },
    })
    const { page: theirs, complaints: said } = await enterAs(person)
    await theirs.getByText(/nobody decides on their own answers/).waitFor()
    expect(await theirs.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
    expect(await seriousFindings(theirs, 'main')).toEqual([])
    expect(said).toEqual([])
    await theirs.context().close()
  },
)
