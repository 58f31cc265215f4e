import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scan } from '../../../packages/ocr/test/paper.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { answersDesk, type AnswersDesk } from '../responses/answers-desk.ts'
import { liabilityPdf, registrationPdf, vigilancePdf } from '../responses/certificate-pdf.ts'
import { runAnswerJobs } from '../responses/run-jobs.ts'
import { openPage, seriousFindings, sidewaysScroll, signIn } from './browser.ts'
import { chooser, heading, sendButton, Supplier } from './portal-visit.ts'

// A real browser on a busy machine.
const withPatience = { timeout: 180_000 }

const scans = { languages: ['fra'], dataFolder: null }

interface Company {
  name: string
  siren: string
  siret: string
}
const companyOf = async (d: AnswersDesk) => (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<Company>()

let supplier: Supplier
beforeAll(async () => {
  supplier = await Supplier.open()
}, 300_000)
afterAll(() => supplier.close())

const pictures = process.env['VIGIE_PICTURES']
async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` })
}

/** A request of this supplier, opened from the mailed link. */
async function opened(
  code: string,
  name: RegExp,
  more: object = {},
): Promise<{ page: Page; complaints: string[] }> {
  const visit = await supplier.visit(more)
  await heading(visit.page, /Hello|Bonjour/).waitFor()
  await visit.page.goto(`${supplier.url}/portal/requests/${supplier.d.documents[code]}`)
  await heading(visit.page, name).waitFor()
  return visit
}
const pdfFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
const readAll = () => runAnswerJobs(supplier.vigie, supplier.d.accountId)

test('What a certificate says is filled in, except where somebody has typed', withPatience, async () => {
  const { page, complaints } = await opened('INS_LIABILITY', /insurance/i)
  await page.getByLabel('Policy number').fill('OWN-1')
  const file = pdfFile('attestation.pdf', await liabilityPdf(await companyOf(supplier.d)))
  await chooser(page).setInputFiles([file])
  await page.getByText('Reading your document').waitFor()
  // Nobody has to wait for it.
  expect(await sendButton(page).isEnabled()).toBe(true)
  await readAll()
  await page.getByText('We read this in your document. Please check it.').waitFor()
  await expect.poll(() => page.getByLabel('End of cover').inputValue()).toBe('2026-12-31')
  expect(await page.getByLabel('Insurer', { exact: true }).inputValue()).toBe('Mutuelle Imaginaire du Lavoir')
  expect(await page.getByLabel('Policy number').inputValue()).toBe('OWN-1')
  const marked = page.getByText('Read in your document, page 1')
  const before = await marked.count()
  expect(before).toBeGreaterThanOrEqual(4)
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  // What was looked at is no longer marked, and what was emptied stays so.
  await page.getByLabel('Insurer', { exact: true }).fill('Mutuelle du Lavoir')
  await expect.poll(() => marked.count()).toBe(before - 1)
  await page.getByLabel('Cover ceiling').fill('')
  await page.getByText(/^Saved at/).waitFor()
  await page.reload()
  await expect.poll(() => marked.count()).toBe(before - 2)
  expect(await page.getByLabel('Cover ceiling').inputValue()).toBe('')
  expect(await page.getByLabel('Insurer', { exact: true }).inputValue()).toBe('Mutuelle du Lavoir')
  expect(complaints).toEqual([])
})

test('A supplier is told at once that a document is about somebody else', withPatience, async () => {
  const { page, complaints } = await opened('REG_PROOF', /./, { language: 'fr' })
  const stranger = { name: 'Scierie Imaginaire', siren: '542 110 291', siret: '' }
  await chooser(page).setInputFiles([pdfFile('kbis.pdf', await registrationPdf(stranger))])
  await page.getByText('Lecture de votre document').waitFor()
  await readAll()
  await page.getByText('Merci de regarder ce fichier de nouveau').waitFor()
  expect(await seriousFindings(page, 'main')).toEqual([])
  // Nothing of theirs is taken for ours.
  expect(await page.locator('input[type=date]').inputValue()).toBe('')
  const file = page.getByRole('listitem').filter({ hasText: 'kbis.pdf' })
  await file.getByRole('button', { name: /Retirer|Supprimer/ }).click()
  await file.waitFor({ state: 'detached' })
  await chooser(page).setInputFiles([pdfFile('own.pdf', await registrationPdf(await companyOf(supplier.d)))])
  await page.getByText('Lecture de votre document').waitFor()
  await readAll()
  await expect.poll(() => page.locator('input[type=date]').inputValue()).toBe('2026-11-01')
  await page.getByText('Lu dans votre document, page 1').waitFor()
  expect(await page.getByText('Merci de regarder ce fichier de nouveau').count()).toBe(0)
  await expect.poll(() => page.locator('[data-save=saved]').count()).toBe(1)
  expect(complaints).toEqual([])
})

test('A supplier sees how far a scan is read, leaves, and finds the result', withPatience, async () => {
  const { vigie, d } = supplier
  const { page, complaints } = await opened('FISCAL_REG', /./)
  const blank = { name: 'photo.png', mimeType: 'image/png', buffer: await (await scan([])).png().toBuffer() }
  await chooser(page).setInputFiles([blank])
  await page.getByText('Reading your document').waitFor()
  await runAnswerJobs(vigie, d.accountId, { scans, only: ['responses.read-draft'] })
  const progress = page.getByRole('list').filter({ hasText: 'photo.png' }).last()
  await progress.getByText('It will be read in its turn').waitFor()
  // Nobody has to wait for it.
  expect(await sendButton(page).isEnabled()).toBe(true)
  await vigie.admin.query('update evidence_scan set page = 2, pages = 4 where account_id = $1', [d.accountId])
  await progress.getByText('Reading page 2 of 4').waitFor()
  await page.getByText('leave and come back').scrollIntoViewIfNeeded()
  await takePicture(page, 'scan-progress')
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  const place = page.url()
  await page.goto(`${supplier.url}/portal`)
  await heading(page, /Hello/).waitFor()
  await runAnswerJobs(vigie, d.accountId, { scans })
  await page.goto(place)
  const notice = page.getByText('Some of it we could not read')
  await notice.waitFor()
  await page.getByText('If you have the original PDF, send that one.').waitFor()
  await notice.scrollIntoViewIfNeeded()
  await takePicture(page, 'scan-unreadable')
  expect(await page.getByText('Reading page').count()).toBe(0)
  expect(await seriousFindings(page, 'main')).toEqual([])
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})

test(
  'A reviewer sees what was read on the page, and goes from a field to its place',
  withPatience,
  async () => {
    const t: TestApp = await testApp()
    const url = await t.listen()
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const content = await vigilancePdf(await companyOf(d))
    const sent = await d.send('SOC_VIGILANCE', [{ name: 'attestation.pdf', content }], {
      effectiveDate: '2026-09-30',
    })
    expect(sent.statusCode).toBe(201)
    await runAnswerJobs(t, d.accountId)
    const { page, complaints } = await openPage()
    const place = `document=${d.documents['SOC_VIGILANCE']}&dossier=${d.dossierId}`
    await page.goto(`${url}/app/account/${d.accountId}/review?${place}`)
    await signIn(page, await t.given.person([d.accountId], ['REVIEWER']))
    const panel = page.getByRole('region', { name: 'Read in this file' })
    await panel.waitFor()
    const fields = panel.getByRole('listitem').getByRole('button')
    // Doubts first: the date that is not the typed one.
    await expect
      .poll(() => fields.first().innerText())
      .toMatch(/Date certified[\s\S]*31 Oct 2026[\s\S]*30 Sept? 2026/)
    const frame = page.frameLocator('iframe[title^="Content of"]')
    await frame.locator('.mark').first().waitFor()
    expect(await frame.locator('.mark[data-tone=doubt]').count()).toBe(1)
    const code = fields.filter({ hasText: 'Security code' })
    await code.focus()
    await page.keyboard.press('Enter')
    await frame.locator('.mark[data-current]').waitFor()
    expect(await code.getAttribute('aria-pressed')).toBe('true')
    // The mark lies over the very words.
    const mark = await frame.locator('.mark[data-current]').boundingBox()
    const words = await frame.getByText('K7M2P9Q4R1S8T3U').boundingBox()
    expect(Math.abs((mark?.x ?? 0) - (words?.x ?? 99))).toBeLessThan(12)
    expect(Math.abs((mark?.y ?? 0) - (words?.y ?? 99))).toBeLessThan(12)
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Rotate' }).click()
    await frame.locator('.mark').first().waitFor()
    await page.getByRole('button', { name: 'Hide what was read' }).click()
    await page.getByRole('button', { name: 'Show what was read' }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
    await t.close()
  },
)
