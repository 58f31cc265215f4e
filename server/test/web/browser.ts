import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { chromium, type Browser, type Page } from 'playwright-core'

const executables = ['chromium', 'chromium-browser', 'google-chrome', 'chrome']
const root = fileURLToPath(new URL('../../..', import.meta.url))

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
    ],
  })
}

/** The pages as their sources stand; takes no time when they are built already. */
export async function buildPages(): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts/build-for-start.mjs'), 'web'])
}

/** Everything the browser complains of, above all what the content policy stopped. */
export function complaintsOf(page: Page): string[] {
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

/** What axe finds that would keep someone from using the page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // A page that is still fading in, or about to be painted anew, has other colours.
  await page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
      .then(() => null)`,
  )
  await page.evaluate(axe.source)
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Finding[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`)
}

/** How far the page can be pushed sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}
