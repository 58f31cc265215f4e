import { png } from '@vigie/inspect/samples'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { command, freshFolder, removeFolder, startProduct, type Product } from '../product/product.ts'
import { buildPages, openPage, phone, signIn } from './browser.ts'

// The whole of it: a product with an empty account, and two people who only click.
const patience = 240_000
const admin = { email: 'noor@buyer.example', password: 'lantern over quiet water' }
const company = 'PASSERELLE FORMATION'
const contact = 'ada@supplier.example'
const paper = 'Registration proof'
// Good for three months, of which some weeks are gone.
const written = new Date(Date.now() - 20 * 86_400_000).toISOString().slice(0, 10)
const reason = 'The name of the company cannot be read.'

let dataDir: string
let product: Product
let analyst: Page
let supplier: Page
let complaints: string[]

beforeAll(async () => {
  dataDir = await freshFolder()
  const [visit, visitor] = await Promise.all([openPage(), openPage(phone), buildPages()])
  ;({ page: analyst, complaints } = visit)
  supplier = visitor.page
  product = await startProduct({ dataDir, env: { VIGIE_DEMO: 'off' } })
  const env = { VIGIE_DATA_DIR: dataDir }
  await say(command(['account', 'create', 'Buyer', '--kind', 'SANDBOX'], env))
  const person = [admin.email, '--account', '1', '--name', 'Noor', '--roles', 'ADMIN', '--password-stdin']
  await say(command(['user', 'create', ...person], env, admin.password))
}, 300_000)

afterAll(async () => {
  await Promise.all([analyst.context().close(), supplier.context().close()])
  await product.stop()
  await removeFolder(dataDir)
})

async function say(done: ReturnType<typeof command>): Promise<void> {
  const { code, output } = await done
  if (code !== 0) throw new Error(output)
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const tab = (name: string) => analyst.getByRole('tab', { name, exact: true }).click()
const happened = (words: string) => analyst.getByRole('tabpanel').getByText(words, { exact: true }).first()
const go = (name: string) =>
  analyst
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()

test(
  'A newcomer finds a company, asks it for documents, receives, decides, and sees time pass',
  { timeout: patience },
  async () => {
    onTestFailed(tellWhatIsSeen)
    await analyst.goto(product.baseUrl)
    await signIn(analyst, admin)
    await heading(analyst, 'Dashboard').waitFor()
    await writeRule()
    await addCompany()
    await followLink()
    await answerOnPhone()
    await reject()
    await answerAgain()
    await approve()
    await letTimePass()
    expect(complaints).toEqual([])
  },
)

/** Two pages move each other: which of them stood still says why. */
async function tellWhatIsSeen(): Promise<void> {
  for (const page of [analyst, supplier])
    console.error(page.url().replace(/[?#].*/, ''), await page.locator('main').innerText())
}

/** The first steps of the dashboard lead there. */
async function writeRule(): Promise<void> {
  await analyst.getByRole('link', { name: 'See the rules' }).click()
  await analyst.getByRole('button', { name: 'New rule' }).click()
  const dialog = analyst.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Everyone in France')
  await dialog.getByRole('combobox', { name: 'Countries' }).fill('France')
  await analyst.getByRole('option', { name: 'France', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Dossiers to open' }).fill('onboarding')
  await analyst.getByRole('option', { name: 'Supplier onboarding' }).click()
  await dialog.getByText('companies match').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await analyst.getByRole('switch', { name: 'Rule Everyone in France active' }).press(' ')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await analyst.getByText('“Everyone in France” is active.').waitFor()
}

/** Found by name, added with somebody to write to; the rule opens its dossier. */
async function addCompany(): Promise<void> {
  await go('Portfolio')
  await analyst.getByRole('button', { name: 'Add a third party' }).first().click()
  const dialog = analyst.getByRole('dialog')
  await dialog.getByLabel('Company', { exact: true }).fill('passerelle')
  await analyst.getByRole('option', { name: new RegExp(company) }).click()
  await dialog.getByLabel('E-mail address').fill(contact)
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText(/^\d+ pieces$/).waitFor()
  await dialog.getByRole('link', { name: 'Open the record' }).click()
  await heading(analyst, company).waitFor()
}

/** The invitation stands in the mailbox; its link opens the portal on the supplier's phone. */
async function followLink(): Promise<void> {
  await go('Mailbox')
  await analyst.getByRole('link', { name: new RegExp(contact) }).click()
  const link = analyst.getByRole('link', { name: `Open the portal as ${contact}` })
  await supplier.goto((await link.getAttribute('href')) ?? '')
  await heading(supplier, 'Hello Ada').waitFor()
}

async function answerOnPhone(): Promise<void> {
  await supplier.getByRole('link', { name: new RegExp(paper) }).click()
  await send({ name: 'first.png', height: 20 })
}

async function send({ name, height }: { name: string; height: number }): Promise<void> {
  const file = { name, mimeType: 'image/png', buffer: png({ width: 40, height }) }
  await supplier.locator('input[type=file][multiple]').setInputFiles(file)
  await supplier.getByRole('listitem').filter({ hasText: name }).getByText('Ready').waitFor()
  await supplier.getByLabel(/^Date/).fill(written)
  await supplier.getByRole('button', { name: /^Send to/ }).click()
  await supplier.getByRole('heading', { name: /^(Sent|Everything is sent)$/ }).waitFor()
}

/** By keyboard; who wrote it reads why. */
async function reject(): Promise<void> {
  await go('To review')
  await analyst.locator('[data-settled="true"]').waitFor()
  await analyst.keyboard.press('r')
  await analyst.keyboard.type(reason)
  await analyst.keyboard.press('Control+Enter')
  await analyst.getByText(`Rejected, and the third party was told: ${paper}`, { exact: false }).waitFor()
}

async function answerAgain(): Promise<void> {
  // The page they are still on changes by itself when it hears of the decision: they click when it has settled.
  await supplier.reload()
  await supplier.getByRole('link', { name: 'All requests' }).click()
  await supplier.getByRole('link', { name: new RegExp(`${paper}.*${reason}`) }).click()
  await supplier.getByText(reason).first().waitFor()
  await send({ name: 'second.png', height: 60 })
}

/** Nothing is reloaded: the new answer comes by itself, and what follows from the decision does too. */
async function approve(): Promise<void> {
  await analyst.locator('[data-settled="true"]').waitFor()
  const other = await analyst.context().newPage()
  await other.goto(analyst.url())
  await other.locator('[data-settled="true"]').waitFor()
  await go('Portfolio')
  await analyst
    .getByRole('rowheader', { name: new RegExp(company) })
    .getByRole('link')
    .click()
  await tab('Indicators')
  await analyst.getByRole('tabpanel').getByText('0 out of 100').first().waitFor()
  await tab('Timeline')
  await happened('Answer rejected').waitFor()
  expect(await happened('Answer accepted').count()).toBe(0)
  await other.keyboard.press('a')
  await other
    .getByText(/^Approved/)
    .first()
    .waitFor()
  await other.close()
  await happened('Answer accepted').waitFor()
  await analyst.getByText(/Legal compliance: 0 \(E\) → \d+/).waitFor()
  await tab('Indicators')
  await analyst
    .getByRole('tabpanel')
    .getByText(/^[1-9]\d? out of 100/)
    .first()
    .waitFor()
}

/** Reminders go out, and what was accepted runs out. */
async function letTimePass(): Promise<void> {
  await tab('Timeline')
  const clock = analyst.getByRole('button', { name: /^Sandbox, today is/ })
  const before = await clock.textContent()
  await clock.click()
  await analyst.getByRole('button', { name: 'Let 90 days pass' }).click()
  await happened('Reminder sent to a contact').waitFor()
  await happened('Answer expired').waitFor()
  await expect.poll(() => clock.textContent()).not.toBe(before)
  await go('Mailbox')
  await analyst.getByText('Reminder', { exact: true }).first().waitFor()
}
