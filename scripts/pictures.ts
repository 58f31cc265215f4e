// Takes the pictures of docs/pictures: starts the built product on a folder of its own, walks through the
// demonstration with a real browser and stops it again.
// Run: npm run pictures (after npm run build; needs chromium in the PATH)
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  demoCredentials,
  freshFolder,
  removeFolder,
  startProduct,
  type DemoCredentials,
} from '../server/test/product/product.ts'
import { buildPages, launchBrowser } from '../server/test/web/browser.ts'

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const maxBytes = 250_000
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const schemes = ['light', 'dark'] as const

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

interface View {
  browser: Browser
  demo: DemoCredentials
  colorScheme: (typeof schemes)[number]
}

async function openPage({ browser, colorScheme }: View, viewport = wide): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport,
    deviceScaleFactor: 1.25,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: viewport === phone,
    isMobile: viewport === phone,
  })
  return context.newPage()
}

async function take(page: Page, name: string): Promise<void> {
  const file = path.join(folder, `${name}.png`)
  await page.evaluate('document.fonts.ready.then(() => document.activeElement?.blur())')
  // Dialogs fade in, and a pointer left on a row would colour it.
  await page.mouse.move(0, 0)
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => null)',
  )
  await page.screenshot({ path: file, caret: 'hide', animations: 'disabled' })
  const { size } = await stat(file)
  console.log(`${name}.png ${Math.round(size / 1_000)} kB`)
  if (size > maxBytes) throw new Error(`${name}.png is larger than ${maxBytes} bytes.`)
}

async function signIn(page: Page, { baseUrl, admin }: DemoCredentials): Promise<void> {
  await page.goto(baseUrl)
  await page.getByLabel('E-mail address').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText(/^1–\d+ of/).waitFor()
  // The first page has names in scripts for which not every machine has letters.
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText(/^26–\d+ of/).waitFor()
  await page.evaluate('window.scrollTo(0, 0)')
}

async function takeBackOffice(view: View): Promise<void> {
  const { demo, colorScheme } = view
  const page = await openPage(view)
  await page.goto(demo.baseUrl)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await take(page, `sign-in-${colorScheme}`)
  await signIn(page, demo)
  await take(page, `portfolio-${colorScheme}`)
  await page.getByRole('button', { name: 'Add a third party' }).click()
  await page.getByLabel('Identifier', { exact: true }).fill('732 829 320 00074')
  await page.getByLabel('Your own code').fill('SUP-1204')
  await take(page, `add-${colorScheme}`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Nordhafen Antriebe GmbH', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'Identity' }).waitFor()
  await take(page, `thirdparty-${colorScheme}`)
  await page.getByRole('link', { name: 'Mailbox' }).click()
  await page.getByRole('link', { name: /Welcome/ }).click()
  await page.locator('iframe').contentFrame().getByRole('link').first().waitFor()
  await take(page, `mailbox-${colorScheme}`)
  await page.context().close()
}

async function takeReference(view: View): Promise<void> {
  const page = await openPage(view)
  await page.goto(`${view.demo.baseUrl}/docs`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Third parties', { exact: true }).first().click()
  await page.getByText('Add a company to the portfolio').first().click()
  await page.getByRole('heading', { level: 3, name: /^Add a company to the portfolio/ }).waitFor()
  await take(page, `api-reference-${view.colorScheme}`)
  await page.context().close()
}

async function takePhone(view: View): Promise<void> {
  const page = await openPage(view, phone)
  await signIn(page, view.demo)
  await take(page, 'portfolio-phone')
  await page.context().close()
}

async function takeAll(dataDir: string): Promise<void> {
  const product = await startProduct({ dataDir })
  try {
    const [demo, browser] = await Promise.all([demoCredentials(dataDir), launchBrowser()])
    try {
      for (const colorScheme of schemes) {
        await takeBackOffice({ browser, demo, colorScheme })
        await takeReference({ browser, demo, colorScheme })
      }
      await takePhone({ browser, demo, colorScheme: 'light' })
    } finally {
      await browser.close()
    }
  } finally {
    await product.stop()
  }
}

await Promise.all([mkdir(folder, { recursive: true }), buildPages()])
const dataDir = await freshFolder()
try {
  await takeAll(dataDir)
} finally {
  await removeFolder(dataDir)
}
