import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { answersDesk, type AnswersDesk } from '../responses/answers-desk.ts'
import { vigilancePdf } from '../responses/certificate-pdf.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { buildPages, openPage, phone, seriousFindings, sidewaysScroll, signIn } from './browser.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }
const pictures = process.env['VIGIE_PICTURES']
async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

let t: TestApp
let url: string
let d: AnswersDesk
beforeAll(async () => {
  ;[t] = await Promise.all([testApp(), buildPages()])
  url = await t.listen()
  d = await answersDesk(t, { typeCode: 'VIGILANCE' })
  const company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{
    name: string
    siren: string
    siret: string
  }>()
  const annex = (document: PDFKit.PDFDocument) => {
    document.addPage().text('Annexe : Établissement secondaire de Châteauroux, contrat RC-778204')
  }
  const content = await vigilancePdf(company, { draw: annex })
  await d.send('SOC_VIGILANCE', [{ name: 'attestation.pdf', content }])
  await runAnswerJobs(t, d.accountId)
}, 600_000)
afterAll(() => t.close())

test('A reviewer types what is printed in a file, and is led to it', withPatience, async () => {
  const { page, complaints } = await openPage()
  await page.goto(`${url}/app/account/${d.accountId}/evidences`)
  await signIn(page, await t.given.person([d.accountId], ['REVIEWER']))
  await page.getByRole('heading', { level: 1, name: 'Search in documents' }).waitFor()
  await page.getByText('What are you looking for?').waitFor()
  const field = page.getByRole('searchbox', { name: 'What to look for' })
  await field.fill('chateauroux rc-7782')
  await page.keyboard.press('Enter')
  const results = page.getByRole('list', { name: 'Files found' })
  await results.getByText('attestation.pdf, page 2').waitFor()
  expect(await results.locator('mark').allInnerTexts()).toEqual(['Châteauroux', 'RC', '778204'])
  await page.getByText('1 file', { exact: true }).waitFor()
  await takePicture(page, 'evidence-search')
  expect(await seriousFindings(page, 'main')).toEqual([])
  // The address holds the search.
  await page.reload()
  await results.getByText('attestation.pdf, page 2').waitFor()
  await field.fill('nothing of the kind')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
  await takePicture(page, 'evidence-search-nothing')
  await page.goBack()
  await results.getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('attestation.pdf').first().waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

test('The search fits a phone', withPatience, async () => {
  const { page, complaints } = await openPage(phone)
  await page.goto(`${url}/app/account/${d.accountId}/evidences?text=vigilance`)
  await signIn(page, await t.given.person([d.accountId], ['REVIEWER']))
  await page.getByRole('list', { name: 'Files found' }).locator('mark').first().waitFor()
  await takePicture(page, 'evidence-search-phone')
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
