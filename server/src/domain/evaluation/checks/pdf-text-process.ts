// Runs as a process of its own: pdf-text.ts hands it a PDF on standard input and reads the text it prints.
import { Worker } from 'node:worker_threads'
import { getDocumentProxy } from 'unpdf'

/** What the reader may use; passed as its only argument, in JSON. */
export interface PdfReadingLimits {
  readonly maxPages: number
  readonly maxCharacters: number
  readonly memoryMiB: number
}

// A flag of the engine bounds objects but not the buffers that streams are unpacked into, so a second thread
// looks at the whole process: it goes on looking while the first is busy with one endless page.
const watch = `
  const { workerData } = require('node:worker_threads')
  setInterval(() => {
    if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL')
  }, 20)`

async function main(limits: PdfReadingLimits): Promise<void> {
  new Worker(watch, { eval: true, workerData: limits.memoryMiB * 1024 * 1024 }).unref()
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const text = await extractText(new Uint8Array(Buffer.concat(chunks)), limits)
  await new Promise((resolve) => process.stdout.write(text, resolve))
  process.exit(0)
}

async function extractText(bytes: Uint8Array, limits: PdfReadingLimits): Promise<string> {
  const pdf = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: 1,
    verbosity: 0,
  })
  let text = ''
  for (let number = 1; number <= Math.min(pdf.numPages, limits.maxPages); number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    for (const item of items) {
      if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    }
    page.cleanup()
    text += '\n\n'
    if (text.length >= limits.maxCharacters) break
  }
  return text.slice(0, limits.maxCharacters)
}

await main(JSON.parse(process.argv[2] ?? '{}') as PdfReadingLimits).catch(() => process.exit(1))
