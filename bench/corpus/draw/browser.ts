import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../server/test/web/browser.ts'
import type { Block } from '../layouts/blocks.ts'

/** Prints pages as a server does that makes them of HTML: another tool, other fonts, another build of files. */
export class Printer {
  #browser: Browser | null = null
  #page: Page | null = null

  async print(blocks: readonly Block[], at: Date): Promise<Buffer> {
    this.#browser ??= await launchBrowser()
    this.#page ??= await this.#browser.newPage()
    await this.#page.setContent(`<style>${style}</style>${blocks.map(toHtml).join('')}`)
    return dated(await this.#page.pdf({ format: 'A4', printBackground: true }), at)
  }

  async close(): Promise<void> {
    await this.#browser?.close()
  }
}

const style = `
  @page { margin: 18mm } body { font: 10pt "DejaVu Serif" } h1 { font: bold 17pt "DejaVu Sans"; text-align: center }
  h2 { font: bold 11pt "DejaVu Sans" } small { font-size: 8pt; display: block; margin: 6pt 0 }
  .right { margin-left: 58%; margin-bottom: 12pt } table { border-collapse: collapse; width: 100%; margin: 6pt 0 }
  .pairs td:first-child { width: 38% } .grid td, .grid th { border: 1px solid #888; padding: 3pt; text-align: left }
  .grid td:last-child { white-space: nowrap } .head { margin-bottom: 10pt; font-family: "DejaVu Sans" } .next { break-after: page }`

const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const lines = (all: readonly string[]) => all.map((line) => `<div>${safe(line)}</div>`).join('')
const row = (cells: readonly string[], tag: string) =>
  `<tr>${cells.map((cell) => `<${tag}>${safe(cell)}</${tag}>`).join('')}</tr>`

function toHtml(block: Block): string {
  if ('page' in block) return '<div class="next"></div>'
  if ('letterhead' in block) return `<div class="head">${lines(block.letterhead)}</div>`
  if ('right' in block) return `<div class="right">${lines(block.right)}</div>`
  if ('title' in block) return `<h1>${safe(block.title)}</h1>`
  if ('heading' in block) return `<h2>${safe(block.heading)}</h2>`
  if ('small' in block) return `<small>${safe(block.small)}</small>`
  if ('text' in block) return `<p>${safe(block.text)}</p>`
  if ('pairs' in block)
    return `<table class="pairs">${block.pairs.map((pair) => row(pair, 'td')).join('')}</table>`
  return `<table class="grid">${block.table.map((cells, at) => row(cells, at === 0 ? 'th' : 'td')).join('')}</table>`
}

/** The browser writes down today; an office printed it on the day that stands on it. */
function dated(bytes: Buffer, at: Date): Buffer {
  const stamp = at.toISOString().replaceAll(/\D/g, '').slice(0, 14)
  return Buffer.from(bytes.toString('latin1').replaceAll(/(Date \(D:)\d{14}/g, `$1${stamp}`), 'latin1')
}
