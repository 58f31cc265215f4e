import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '../files/make-images.ts'
import { demoCredentials, freshFolder, removeFolder, startProduct, type Product } from '../product/product.ts'
import { buildPages, complaintsOf, launchBrowser } from './browser.ts'

// The whole of it: a product started as a newcomer starts it, and two people who only click.
const patience = 240_000

let dataDir: string
let product: Product
let browser: Browser
let analyst: Page
let supplier: Page
let complaints: string[]

beforeAll(async () => {
  dataDir = await freshFolder()
  ;[browser] = await Promise.all([launchBrowser(), buildPages()])
  product = await startProduct({ dataDir, env: { VIGIE_DEMO: 'portfolio' } })
  analyst = await pageIn(await browser.newContext({ ...quiet, viewport: { width: 1280, height: 800 } }))
  complaints = complaintsOf(analyst)
}, patience)

afterAll(async () => {
  await browser.close()
  await product.stop()
  await removeFolder(dataDir)
})

const quiet = { locale: 'en-GB', reducedMotion: 'reduce' } as const
const phone = { ...quiet, viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

async function pageIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const go = (name: string) =>
  analyst
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
const picture = (name: string, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: png({ width: 40, height }),
})

test(
  'a newcomer finds a company, asks it for documents, receives, decides, and sees time pass',
  { timeout: patience },
  async () => {
    const { admin } = await demoCredentials(dataDir)
    await analyst.goto(product.baseUrl)
    await analyst.getByLabel('E-mail address').fill(admin.email)
    await analyst.getByLabel('Password', { exact: true }).fill(admin.password)
    await analyst.getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(analyst, 'Dashboard').waitFor()

    const company = await addCompany()
    await followLink()
    await answerOnPhone()
    await rejectThenApprove()
    await seeItMoved(company)
    expect(complaints).toEqual([])
  },
)

/** Found by name, added with somebody to write to; the rules open its dossiers. */
async function addCompany(): Promise<string> {
  await go('Portfolio')
  await analyst.getByRole('button', { name: 'Add a third party' }).click()
  const dialog = analyst.getByRole('dialog')
  await dialog.getByLabel('Company', { exact: true }).fill('Verre')
  const option = dialog.page().getByRole('option').filter({ hasNotText: 'In your portfolio' }).first()
  await option.click()
  await dialog.getByLabel('E-mail address').fill('ada@supplier.example')
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Dossiers opened by your rules').waitFor()
  await dialog
    .getByText(/\d+ pieces/)
    .first()
    .waitFor()
  await dialog.getByRole('link', { name: 'Open the record' }).click()
  const title = analyst.getByRole('heading', { level: 1 })
  await analyst.getByRole('tab', { name: 'Contacts' }).waitFor()
  return (await title.textContent()) ?? ''
}

/** The invitation stands in the mailbox; its link opens the portal on the supplier's phone. */
async function followLink(): Promise<void> {
  await go('Mailbox')
  await analyst
    .getByRole('link', { name: /ada@supplier\.example/ })
    .first()
    .click()
  const link = analyst.getByRole('link', { name: /Open the portal as/ })
  const address = await link.getAttribute('href')
  supplier = await pageIn(await browser.newContext(phone))
  await supplier.goto(address ?? '')
  await heading(supplier, 'Hello Ada').waitFor()
}

async function answerOnPhone(): Promise<void> {
  await supplier.getByRole('link', { name: /Registration proof/ }).click()
  await sendPicture('first.png', 20)
}

async function sendPicture(name: string, height: number): Promise<void> {
  await supplier.locator('input[type=file][multiple]').setInputFiles(picture(name, height))
  await supplier.getByRole('listitem').filter({ hasText: name }).getByText('Ready').waitFor()
  const date = supplier.getByLabel('Date written on the document')
  if (await date.isVisible()) await date.fill(new Date().toISOString().slice(0, 10))
  await supplier.getByRole('button', { name: /^Send to/ }).click()
  await supplier.getByRole('heading', { name: /^(Sent|Everything is sent)$/ }).waitFor()
}

async function rejectThenApprove(): Promise<void> {
  await go('To review')
  await analyst.getByRole('button', { name: /Approve/ }).waitFor()
  await analyst.keyboard.press('r')
  await analyst.getByLabel('What is wrong?').fill('The name of the company cannot be read.')
  await analyst.getByRole('button', { name: 'Reject', exact: true }).click()
  await analyst
    .getByText(/^Rejected/)
    .first()
    .waitFor()

  await supplier.getByRole('button', { name: 'All requests' }).click()
  await supplier.reload()
  await supplier.getByRole('heading', { level: 2, name: /To correct/ }).waitFor()
  await supplier.getByRole('link', { name: /Registration proof/ }).click()
  await supplier.getByText('The name of the company cannot be read.').first().waitFor()
  await sendPicture('second.png', 60)

  await analyst.getByRole('button', { name: /Approve/ }).waitFor()
  await analyst.keyboard.press('a')
  await analyst
    .getByText(/^Approved/)
    .first()
    .waitFor()
}

/** Indicators and timeline follow, and so does time itself. */
async function seeItMoved(company: string): Promise<void> {
  await go('Portfolio')
  await analyst.getByRole('link', { name: company, exact: true }).click()
  await analyst.getByRole('tab', { name: 'Timeline' }).click()
  const panel = analyst.getByRole('tabpanel')
  await panel.getByText('Answer accepted').first().waitFor()
  await panel
    .getByText(/Answer (refused|rejected)/)
    .first()
    .waitFor()
}
