// Takes the pictures of docs/pictures: starts the built product on a folder of its own, walks through its
// demonstration with a real browser and stops it again.
// Run: npm run pictures (after npm run build; needs chromium in the PATH); npm run pictures -- <folder> leaves those
// of the documentation as they are.
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
import { demoApi, examples, portalLink, type DemoApi } from './pictures-demo.ts'

const [, , wanted = fileURLToPath(new URL('../docs/pictures/', import.meta.url))] = process.argv
const folder = path.resolve(wanted)
const maxBytes = 300_000
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const schemes = ['light', 'dark'] as const

type Browser = Awaited<ReturnType<typeof launchBrowser>>
type Page = Awaited<ReturnType<Browser['newPage']>>

interface View {
  browser: Browser
  demo: DemoCredentials
  api: DemoApi
  colorScheme: (typeof schemes)[number]
  viewport: typeof wide
}

async function openPage({ browser, colorScheme, viewport }: View): Promise<Page> {
  const isPhone = viewport === phone
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport,
    deviceScaleFactor: 1.25,
    colorScheme,
    reducedMotion: 'reduce',
    hasTouch: isPhone,
    isMobile: isPhone,
  })
  return context.newPage()
}

const nameOf = (what: string, { colorScheme, viewport }: View) =>
  viewport === phone ? `${what}-phone-${colorScheme}` : `${what}-${colorScheme}`

async function take(page: Page, name: string): Promise<void> {
  const file = path.join(folder, `${name}.png`)
  await page.evaluate('document.fonts.ready.then(() => null)')
  // What is still on its way would stand there as a grey bar.
  const waiting = page.locator('[class*=keleton], [aria-busy=true]')
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached', timeout: 15_000 })
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
  await page.getByLabel('E-mail address').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await page.waitForURL(`${baseUrl}/app/account/**`)
}

/** Pages of the back-office by their address; each has a heading before it is whole. */
async function takePages(page: Page, view: View, pages: Record<string, string>): Promise<void> {
  const { baseUrl, accountId } = view.demo
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(`${baseUrl}/app/account/${accountId}${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // A file is drawn in a frame that says nothing of its progress.
    if (name === 'review')
      await page.locator('iframe').contentFrame().locator('canvas, img').first().waitFor()
    if (name === 'mailbox') await page.locator('iframe').contentFrame().getByRole('link').first().waitFor()
    await take(page, nameOf(name, view))
  }
}

async function takeBackOffice(view: View): Promise<void> {
  const { demo, api } = view
  const page = await openPage(view)
  await page.goto(demo.baseUrl)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await take(page, nameOf('sign-in', view))
  await signIn(page, demo)
  const { thirdpartyId, dossierId, mailId, documentId, ruleId } = await examples(api)
  await takePages(page, view, {
    dashboard: '',
    portfolio: '/thirdparties?sort=name',
    thirdparty: `/thirdparties/${thirdpartyId}`,
    indicators: `/thirdparties/${thirdpartyId}?tab=indicators`,
    dossier: `/dossiers/${dossierId}`,
    review: `/review?document=${documentId}`,
    'due-dates': '/forecast',
    journal: '/journal',
    rule: `/rules?rule=${ruleId}`,
    settings: '/settings',
    'document-types': '/settings/document-types',
    mailbox: `/mailbox?mail=${mailId}`,
  })
  await page.goto(`${demo.baseUrl}/app/account/${demo.accountId}/thirdparties`)
  await page.getByRole('button', { name: 'Add a third party' }).click()
  await page.getByLabel('Company', { exact: true }).fill('mai')
  await page.getByRole('option').first().waitFor()
  await take(page, nameOf('add', view))
  await page.context().close()
}

async function takePhone(view: View): Promise<void> {
  const page = await openPage(view)
  await page.goto(view.demo.baseUrl)
  await signIn(page, view.demo)
  const { thirdpartyId } = await examples(view.api)
  await takePages(page, view, {
    dashboard: '',
    portfolio: '/thirdparties?sort=name',
    thirdparty: `/thirdparties/${thirdpartyId}`,
  })
  await page.context().close()
}

/** One visit is one link: they serve once. */
async function takePortal(view: View): Promise<void> {
  const page = await openPage(view)
  await page.goto(await portalLink(view.api))
  await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor()
  await take(page, nameOf('portal', view))
  await page.getByRole('main').getByRole('link').first().click()
  await page
    .getByRole('button', { name: 'Choose files' })
    .or(page.getByRole('textbox').first())
    .first()
    .waitFor()
  await take(page, nameOf('portal-request', view))
  await page.context().close()
}

async function takeReference(view: View): Promise<void> {
  const page = await openPage(view)
  await page.goto(`${view.demo.baseUrl}/docs`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Third parties', { exact: true }).first().click()
  await page.getByText('Add a company to the portfolio').first().click()
  await page.getByRole('heading', { level: 3, name: /^Add a company to the portfolio/ }).waitFor()
  await take(page, nameOf('api-reference', view))
  await page.context().close()
}

async function takeAll(dataDir: string): Promise<void> {
  const product = await startProduct({ dataDir, env: { VIGIE_DEMO: 'full' } })
  try {
    const [demo, browser] = await Promise.all([demoCredentials(dataDir), launchBrowser()])
    const api = await demoApi(demo)
    try {
      for (const colorScheme of schemes) {
        const view = { browser, demo, api, colorScheme }
        await takeBackOffice({ ...view, viewport: wide })
        await takeReference({ ...view, viewport: wide })
        await takePortal({ ...view, viewport: wide })
        await takePhone({ ...view, viewport: phone })
        await takePortal({ ...view, viewport: phone })
      }
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
