import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

const executables = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']
const root = fileURLToPath(new URL('../../..', import.meta.url))
// Read anew by each page it looks at: the short form takes a third of the time.
const require = createRequire(import.meta.url)
const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

function chromiumPath(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const found = folders
    .flatMap((folder) => executables.map((name) => path.join(folder, name)))
    .find(existsSync)
  if (found === undefined)
    throw new Error('No chromium in the PATH: install it, e.g. apt-get install chromium')
  return found
}

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // Each would only take time from the pages.
      '--disable-lcd-text',
      '--disable-features=PaintHolding,Translate,BackForwardCache,MediaRouter,OptimizationHints',
    ],
  })
}

let shared: Promise<Browser> | undefined

/** One for all files of a worker, whose end it does not outlive: each start of it costs as much as a test. */
function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

export const wide = { viewport: { width: 1280, height: 800 } }
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

export interface Visit {
  readonly page: Page
  readonly complaints: string[]
}

/** Somebody with a browser of their own. */
export async function openPage(more: BrowserContextOptions = {}): Promise<Visit> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...wide, ...more })
  // Whatever is awaited comes at once on a quiet machine.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  return { page, complaints: complaintsOf(page) }
}

export async function signIn(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
}

/** To another address as a click on a link leads there, without loading everything anew. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`)
}

/** The pages as their sources stand; takes no time when they are built already. */
export async function buildPages(): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build-for-start.mjs'), 'web'])
}

/** Everything the browser complains of, above all what the content policy stopped. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // The browser reports each refusal. 4xx are part of some stories; on a busy machine the server sheds
    // load with 503, and the page asks again.
    const isRefusal = /the server responded with a status of (4\d\d|503)/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; failureSummary?: string }[]
}

/** What axe finds that would keep someone from using the page, or the part of it that is new. */
export async function seriousFindings(page: Page, within?: string): Promise<string[]> {
  // A page that is still fading in, or about to be painted anew, has other colours.
  await page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity))
      .then((passing) => Promise.allSettled(passing.map((one) => one.finished)))
      .then(() => null)`,
  )
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  const place = within === undefined ? 'document' : JSON.stringify({ include: [[within]] })
  // Frames hold what others wrote, and their policy lets no script of ours in. What is never serious only takes time.
  const violations = (await page.evaluate(
    `axe.run(${place}, {
      resultTypes: ['violations'], preload: false, iframes: false,
      rules: Object.fromEntries(axe._audit.rules
        .filter(({ impact }) => /minor|moderate/.test(impact))
        .map(({ id }) => [id, { enabled: false }])) })
      .then(({ violations }) => violations)`,
  )) as Finding[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`)
}

/** How far the page can be pushed sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

/** Requests to these addresses wait until they are let go. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}
