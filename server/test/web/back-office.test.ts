import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { queueMail, renderMail } from '../../src/platform/mail/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages, complaintsOf, launchBrowser, seriousFindings, sidewaysScroll } from './browser.ts'

// A real browser on a busy machine.
const patience = 120_000
const companies = 30

let vigie: TestApp
let browser: Browser
let url: string
let page: Page
let complaints: string[]
let office: { accountId: number; base: string; token: string }
let emptyAccount: { accountId: number }
let person: { email: string; password: string }

beforeAll(async () => {
  ;[vigie, browser] = await Promise.all([testApp(), launchBrowser(), buildPages()])
  url = await vigie.listen()
  office = await vigie.given.office('SANDBOX')
  emptyAccount = await vigie.given.account()
  person = await vigie.given.person([office.accountId, emptyAccount.accountId])
  for (let nth = 0; nth < companies; nth++) await vigie.given.thirdParty(office, nth)
  const scope = jobScope(office.accountId, 'test')
  const words = renderMail({
    language: 'en',
    title: 'Two documents are asked of you',
    paragraphs: ['It takes five minutes.'],
    action: { label: 'Open the request', url: `${url}/app/nowhere` },
    footer: 'Vigie',
  })
  const mail = { template: 'test', recipient: 'contact@supplier.example', language: 'en' as const, ...words }
  await vigie.db.write(scope, (tx) =>
    queueMail(tx, scope, { ...mail, dedupeKey: '1', subject: 'A first mail' }),
  )
}, patience)

afterAll(async () => {
  await browser.close()
  await vigie.close()
})

beforeEach(async () => {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  page = await context.newPage()
  page.setDefaultTimeout(30_000)
  complaints = complaintsOf(page)
})

afterEach(() => page.context().close())

async function signIn() {
  await page.goto(url)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('row').nth(1).getByRole('link').waitFor()
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const openMenu = () => page.getByRole('button', { name: /menu, Test Person/ }).click()
const inAccount = (path: string) => `${url}/app/account/${office.accountId}/${path}`

test(
  'wrong credentials are told in words, the right ones open the portfolio',
  { timeout: patience },
  async () => {
    await page.goto(inAccount('mailbox'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Enter your e-mail address.').waitFor()
    await page.getByLabel('E-mail address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('do not match').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    // Where the person wanted to go before signing in.
    await heading('Mailbox').waitFor()
    // The token lives in memory only; the cookie brings the session back.
    await page.reload()
    await heading('Mailbox').waitFor()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('ey')
    expect(complaints).toEqual([])
  },
)

test('the portfolio is read page by page, forth and back', { timeout: patience }, async () => {
  await signIn()
  await page.getByText(`Third parties: ${companies}`).waitFor()
  const names = () => page.getByRole('rowheader').allTextContents()
  const first = await names()
  expect(first).toHaveLength(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(`26–${companies} of ${companies}`).waitFor()
  const second = await names()
  expect(new Set([...first, ...second]).size).toBe(companies)
  // The way back survives a look at a record.
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: 'Identity' }).waitFor()
  await page.goBack()
  await page.getByText(`26–${companies} of ${companies}`).waitFor()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByText(`1–25 of ${companies}`).waitFor()
  expect(await names()).toEqual(first)
  expect(complaints).toEqual([])
})

test('a company is added by its number, once', { timeout: patience }, async () => {
  const fresh = (await sampleIdentifiers())[companies]
  await signIn()
  const add = async (value: string) => {
    await page.getByLabel('Identifier', { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Add a third party' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Enter the identifier.').waitFor()
  await add('732 829 320 00075')
  await page.getByText(/SIRET.*(check|key)/i).waitFor()
  await add('732 829 320 00074')
  await page.getByText('The register does not know this number').waitFor()
  await add(fresh?.value ?? '')
  await page.getByRole('heading', { name: 'Added to your portfolio' }).waitFor()
  await page.getByRole('button', { name: 'Add another' }).click()
  await add(fresh?.value ?? '')
  await page.getByRole('link', { name: 'Open the existing record' }).click()
  await page.getByText('Sample register, France').waitFor()
  await page.getByRole('link', { name: 'Portfolio' }).first().click()
  await page.getByText(`Third parties: ${companies + 1}`).waitFor()
  expect(complaints).toEqual([])
})

test(
  'a company no register knows is added with what the account knows of it',
  { timeout: patience },
  async () => {
    await signIn()
    await page.getByRole('button', { name: 'Add a third party' }).click()
    await page.getByText('DUNS', { exact: true }).click()
    await page.getByLabel('Identifier', { exact: true }).fill('15-048-3782')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Company name').fill('Harbour Tools')
    await page.getByRole('combobox', { name: 'Country' }).fill('Norw')
    await page.getByRole('option', { name: 'Norway' }).click()
    await page.getByRole('button', { name: 'Add with my own data' }).click()
    await page.getByRole('link', { name: 'Open the record' }).click()
    await heading('Harbour Tools').waitFor()
    await page.getByText('no register vouches for it').waitFor()
    expect(complaints).toEqual([])
  },
)

test('a mail is shown in a frame that can run nothing', { timeout: patience }, async () => {
  await signIn()
  await page.getByRole('link', { name: 'Mailbox' }).click()
  await page.getByRole('link', { name: /A first mail/ }).click()
  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).not.toMatch(/scripts|same-origin|forms/)
  const link = frame.contentFrame().getByRole('link', { name: 'Open the request' })
  await link.waitFor()
  const opened = page.context().waitForEvent('page')
  await link.click()
  const target = await opened
  await target.waitForURL(`${url}/app/nowhere`)
  expect(complaints).toEqual([])
})

test('language, colours, account and end of the session', { timeout: patience }, async () => {
  await signIn()
  await openMenu()
  await page.getByText('Français').click()
  await heading('Portefeuille').waitFor()
  await page.getByText('Sombre').click()
  const scheme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
  expect(await scheme()).toBe('dark')
  await page.reload()
  await heading('Portefeuille').waitFor()
  expect([await scheme(), await page.evaluate('document.documentElement.lang')]).toEqual(['dark', 'fr'])
  await page.goto(`${url}/app/account/${emptyAccount.accountId}/thirdparties`)
  await page.getByText('Votre portefeuille commence ici').waitFor()
  await page.getByRole('button', { name: /votre menu, Test Person/ }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await heading('Connexion').waitFor()
  await page.goto(inAccount('thirdparties'))
  await heading('Connexion').waitFor()
  expect(complaints).toEqual([])
})

test('a reader is offered nothing they may not do', { timeout: patience }, async () => {
  const admin = person
  person = await vigie.given.person([office.accountId], ['READER'])
  await signIn()
  expect(await page.getByRole('button', { name: 'Add a third party' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Mailbox' }).count()).toBe(0)
  person = admin
  expect(complaints).toEqual([])
})

test('a network that fails is told, and asked again', { timeout: patience }, async () => {
  await signIn()
  await page.route('**/mailbox/mails*', (route) => route.abort())
  await page.getByRole('link', { name: 'Mailbox' }).click()
  await page.getByText('The service cannot be reached').waitFor()
  await page.unroute('**/mailbox/mails*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: /A first mail/ }).waitFor()
  expect(complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
})

test(
  'every page can be used by everyone, light and dark, wide and narrow',
  { timeout: patience },
  async () => {
    const check = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
        expect([name, colorScheme, await seriousFindings(page)]).toEqual([name, colorScheme, []])
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await expect.poll(() => sidewaysScroll(page), { message: `${name}: sideways` }).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 800 })
    }
    await page.goto(url)
    await heading('Sign in').waitFor()
    await check('sign-in')
    await signIn()
    await check('portfolio')
    await page.getByRole('button', { name: 'Add a third party' }).click()
    await page.getByRole('dialog').waitFor()
    await check('add')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('heading', { level: 2, name: 'Identity' }).waitFor()
    await check('third party')
    await page.getByRole('link', { name: 'Mailbox' }).click()
    await page.getByRole('link', { name: /A first mail/ }).click()
    await page.locator('iframe').waitFor()
    await check('mailbox')
    await page.goto(`${url}/app/nowhere`)
    await heading('Nothing in sight here').waitFor()
    await check('not found')
    expect(complaints).toEqual([])
  },
)
