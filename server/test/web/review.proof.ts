import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswersDesk } from '../responses/answers-desk.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { approve } from '../responses/review-desk.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { follow, holdRequests, phone, seriousFindings, sidewaysScroll } from './browser.ts'
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

/** The page anew, by way of one that shares nothing with it. */
async function openQueue(): Promise<void> {
  const { pathname } = new URL(desk.queue)
  await follow(page, pathname.replace('/review', '/help'))
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await follow(page, pathname)
}

const item = (name: string, on = page) => on.getByRole('heading', { level: 2, name })
const viewer = (on = page) => on.frameLocator('iframe[title^="Content of"]')
const isSettled = () => page.locator('[data-settled="true"]').waitFor()
const approvals = () => page.getByRole('button', { name: 'Approve', exact: true })
const waiting = (words: string) => page.getByText(words, { exact: true }).waitFor()

async function responseOf(code: string): Promise<number> {
  const { evidences } = (await d.document(code)) as unknown as { evidences: { responseId: number }[] }
  return evidences[0]?.responseId ?? 0
}

test('A reader sees the queue and no decision', withPatience, async () => {
  const { page: reader, complaints: theirs } = await desk.enterAs('READER')
  await viewer(reader).getByText('Extract of the register').waitFor()
  await reader.getByText(/Deciding needs the reviewer role/).waitFor()
  await reader.keyboard.press('a')
  await reader.keyboard.press('r')
  // A network so slow that a key is pressed before what it is about has come.
  const letGo = await holdRequests(reader, '**/responses')
  await reader.keyboard.press('j')
  await item('Supplier identity form', reader).waitFor()
  await reader.keyboard.press('j')
  await item('Bank details (IBAN)', reader).waitFor()
  await reader.keyboard.press('2')
  letGo()
  await reader.getByText(/^FR76 •••• /).waitFor()
  expect(await reader.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
  await reader.getByText('3 answers waiting', { exact: true }).waitFor()
  expect(theirs).toEqual([])
  await reader.context().close()
})

test('A decision that fails comes back, and bank details take two people', withPatience, async () => {
  await d.patch('/evaluation-options', { secondReviewer: true })
  for (const code of ['REG_PROOF', 'SUP_IDENTITY']) await approve(d, await responseOf(code))
  await page.reload()
  await item('Bank details (IBAN)').waitFor()
  await viewer().getByRole('img').waitFor()
  expect(await seriousFindings(page)).toEqual([])
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
  const other = await desk.t.given.person([d.accountId], ['REVIEWER'])
  const address = `${d.base}/responses/${await responseOf('BANK_DETAILS')}/approve`
  expect((await desk.t.call('POST', address, { token: other.token })).statusCode).toBe(200)
  await page.reload()
  await waiting('Nothing to review')
  expect(await seriousFindings(page, 'main')).toEqual([])
}

test('The list, the answer and the decision follow one another on a phone', withPatience, async () => {
  await d.send('FISCAL_REG', [{ name: 'fiscal.pdf', content: pdfPage('No tax is owed') }])
  await runAnswerJobs(desk.t, d.accountId)
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
})

test('A person who supplied an answer reads why they cannot decide on it', withPatience, async () => {
  await d.patch('/evaluation-options', { separateDuties: true })
  const person = await desk.t.given.person([d.accountId], ['REVIEWER'])
  await givenAnswer(desk.t, {
    accountId: d.accountId,
    documentId: d.documents['NDA'] ?? 0,
    submittedBy: { type: 'USER', id: person.userId },
  })
  const { page: theirs, complaints: said } = await desk.enter(person)
  await theirs.getByText(/nobody decides on their own answers/).waitFor()
  expect(await theirs.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
  expect(await seriousFindings(theirs, 'main')).toEqual([])
  expect(said).toEqual([])
  await theirs.context().close()
})
