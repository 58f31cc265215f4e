// Runs as a process of its own: read-scan.ts hands it a file on standard input and reads what it prints, one JSON
// object a line: each page as soon as it is read, and why it ended before the last one. Whatever else is looked for on
// the pages comes after all words are told, so that no word is lost by it.
import { writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { openEngine, type Engine } from './engine.ts'
import type { ScanLimit, ScanLimits } from './limits.ts'
import { openDocument, type Document, type ScannedType } from './pages.ts'
import type { Raster } from './raster.ts'
import { readPage, type ScannedPage } from './read-page.ts'

/** Passed as its only argument, in JSON. */
export interface ScanTask {
  readonly type: ScannedType
  readonly languages: readonly string[]
  readonly dataFolder: string | null
  readonly limits: ScanLimits
  /** Counted from 1; null: the first pages and the last one. */
  readonly only: readonly number[] | null
  readonly words: boolean
  /** The address of a module with a `look`; null: nothing but words is looked for. */
  readonly looker: string | null
}

/** Looks for something on a page. What it finds is printed in JSON. */
type Look = (page: Raster) => Promise<readonly unknown[]>

/** What a looker found on a page. */
export interface SeenOnPage {
  /** Counted from 1. */
  readonly page: number
  readonly things: readonly unknown[]
}

export interface ScanProgress {
  /** Which of the pages that are read, counted from 1. */
  readonly page: number
  /** How many pages are read. */
  readonly pages: number
}

export type ScanLine =
  | { readonly begins: ScanProgress }
  | { readonly page: ScannedPage }
  | { readonly limit: ScanLimit }
  | { readonly read: true }
  | { readonly seen: SeenOnPage }
  | { readonly done: true }

// The engine and the decoders hold the first thread for seconds, and their memory lies outside of the heap: a second
// thread looks at the whole process and at the time it took of the processor.
const watch = `
  const { workerData: { memory, pageMs, fileMs, began } } = require('node:worker_threads')
  const { writeSync } = require('node:fs')
  const end = (limit) => {
    writeSync(1, JSON.stringify({ limit }) + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }
  setInterval(() => {
    const { user, system } = process.cpuUsage()
    const spentMs = (user + system) / 1000
    if (process.memoryUsage.rss() > memory) end('MEMORY')
    else if (spentMs > fileMs || spentMs - Atomics.load(began, 0) > pageMs) end('TIMEOUT')
  }, 50)`

async function main(task: ScanTask): Promise<void> {
  const { type, limits, only } = task
  // What the process had taken of the processor, in milliseconds, when the page began.
  const began = new Int32Array(new SharedArrayBuffer(4))
  const startPage = () => {
    const { user, system } = process.cpuUsage()
    Atomics.store(began, 0, Math.round((user + system) / 1000))
  }
  startPage()
  const workerData = {
    memory: limits.memoryMiB * 1024 * 1024,
    pageMs: limits.pageSeconds * 1000,
    fileMs: limits.seconds * 1000,
    began,
  }
  new Worker(watch, { eval: true, workerData }).unref()
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const document = await openDocument(Buffer.concat(chunks), type, limits, only)
  if (task.words) await readWords(document, task, startPage)
  tell({ read: true })
  if (task.looker !== null) await lookAt(document, task.looker, startPage)
  tell({ done: true })
  process.exit(0)
}

async function readWords(
  document: Document,
  { languages, dataFolder, limits }: ScanTask,
  startPage: () => void,
): Promise<void> {
  const engines = languages.map((language) => onceOpened(language, dataFolder))
  const pages = Math.min(document.pageCount, limits.maxPages)
  let begun = 0
  for await (const page of document.pages()) {
    startPage()
    begun += 1
    tell({ begins: { page: begun, pages } })
    tell({ page: await readPage(page, engines) })
  }
  if (document.pageCount > limits.maxPages) tell({ limit: 'TOO_MANY_PAGES' })
}

async function lookAt(document: Document, looker: string, startPage: () => void): Promise<void> {
  const { look } = (await import(looker)) as { readonly look: Look }
  for await (const { number, raster } of document.pages()) {
    startPage()
    try {
      tell({ seen: { page: number, things: await look(raster) } })
    } catch (error) {
      // The next page may do.
      process.stderr.write(`${String(error)}\n`)
    }
  }
}

function onceOpened(language: string, dataFolder: string | null): () => Promise<Engine> {
  let engine: Promise<Engine> | undefined
  return () => (engine ??= openEngine(language, dataFolder))
}

function tell(line: ScanLine): void {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
}

await main(JSON.parse(process.argv[2] ?? '{}') as ScanTask).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  tell({ limit: 'UNREADABLE' })
  process.exit(1)
})
