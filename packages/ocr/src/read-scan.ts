import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants, getPriority, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { defaultLimits, type ScanLimit, type ScanLimits } from './limits.ts'
import { shippedLanguages } from './languages.ts'
import type { ScannedType } from './pages.ts'
import type { ScannedPage } from './read-page.ts'
import type { ScanLine, ScanProgress, ScanTask, SeenOnPage } from './scan-process.ts'

export interface ScanReading {
  readonly pages: readonly ScannedPage[]
  /** Why not everything was read; null when it was. */
  readonly limit: ScanLimit | null
  /** Where a looker was named: what it saw, on each page that it could look at. */
  readonly seen?: readonly SeenOnPage[]
}

export interface ScanOptions {
  readonly type: ScannedType
  /** Tried in turn until a page is read surely. */
  readonly languages?: readonly string[]
  /** Where data of further languages lies. */
  readonly dataFolder?: string | null
  readonly limits?: Partial<ScanLimits>
  /** Of a PDF, which pages, counted from 1; otherwise the first ones and the last. */
  readonly only?: readonly number[]
  /** False: nothing is read, and a looker alone is shown the pages. */
  readonly words?: boolean
  /**
   * The file of a module whose `look` is shown each page, in grey, after all words were read. Whatever happens to it,
   * the words are there.
   */
  readonly looker?: string
  /** Called for each page before it is read. */
  readonly onBegin?: (progress: ScanProgress) => void
  /** Called for each page as soon as it is read. */
  readonly onPage?: (page: ScannedPage) => void
}

/**
 * Reads pages that have no text. It happens in a process of its own, without our environment and, when it is built,
 * without access to other files or programs: whatever a hostile picture does to it, we only see it end. A word of a
 * page is never lost because a later page could not be read.
 */
export async function readScan(bytes: Uint8Array, options: ScanOptions): Promise<ScanReading> {
  const limits = { ...defaultLimits, ...options.limits }
  if (bytes.byteLength > limits.maxBytes) return { pages: [], limit: 'TOO_LARGE' }
  const { type, languages = shippedLanguages, dataFolder = null, only = null, words = true } = options
  const looker = options.looker === undefined ? null : pathToFileURL(options.looker).href
  const task: ScanTask = { type, languages, dataFolder, limits, only, words, looker }
  const child = spawn(process.execPath, [...nodeOptions(options), entry, JSON.stringify(task)], {
    cwd: here,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: limits.patienceSeconds * 1000,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  // Looking alone takes a second or so, and letters many.
  if (words) letOthersFirst(child.pid)
  return new Promise((resolve) => {
    const pages: ScannedPage[] = []
    const seen: SeenOnPage[] = []
    let limit: ScanLimit | null = null
    let isRead = false
    const reading = () => ({ pages, limit, ...(looker !== null && { seen }) })
    const take = (line: ScanLine) => {
      if ('begins' in line) options.onBegin?.(line.begins)
      else if ('page' in line) {
        pages.push(line.page)
        options.onPage?.(line.page)
      } else if ('seen' in line) seen.push(line.seen)
      else if ('read' in line) isRead = true
      // What ends it while it only looks takes nothing from what was read.
      else if ('limit' in line && !isRead) limit ??= line.limit
    }
    eachLine(child, take)
    child.on('error', () => resolve({ ...reading(), limit: 'UNREADABLE' }))
    child.on('close', (_, signal) => {
      const unsaid = signal === 'SIGKILL' ? 'TIMEOUT' : 'UNREADABLE'
      resolve({ ...reading(), limit: limit ?? (isRead ? null : unsaid) })
    })
    // It may end before it has taken everything; its end tells enough.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}

const stepsBehind = 5

/**
 * Whoever waits for a page of the product is served before letters are recognised. Not the lowest priority: on a
 * machine whose cores are all busy that is no time at all, and somebody waits for the letters too.
 */
function letOthersFirst(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(getPriority() + stepsBehind, constants.priority.PRIORITY_LOW))
  } catch {
    // It has ended already, or the system has no such thing.
  }
}

/** More than four pages full of words. */
const mostPrinted = 16 * 1024 * 1024

function eachLine(child: ReturnType<typeof spawn>, take: (line: ScanLine) => void): void {
  let rest = ''
  let size = 0
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    size += chunk.length
    if (size > mostPrinted) {
      child.kill('SIGKILL')
      return
    }
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const said = parse(line)
      if (said) take(said)
    }
  })
}

function parse(line: string): ScanLine | null {
  try {
    return JSON.parse(line) as ScanLine
  } catch {
    return null
  }
}

const isBuilt = !import.meta.url.endsWith('.ts')
const here = fileURLToPath(new URL('.', import.meta.url))
const entry = fileURLToPath(new URL(isBuilt ? './scan-process.js' : './scan-process.ts', import.meta.url))

/** It may read its own code and its libraries, and nothing else. The loader of the sources needs more. */
function nodeOptions({ dataFolder = null, looker }: ScanOptions): string[] {
  if (!isBuilt) return ['--import', 'tsx']
  const isNamed = process.allowedNodeEnvironmentFlags.has('--permission')
  const permission = isNamed ? '--permission' : '--experimental-permission'
  const named = [dataFolder ?? [], looker === undefined ? [] : dirname(looker)].flat()
  const folders = [here, ...libraryFolders(), ...named.map((folder) => join(folder, '/'))]
  const readable = folders.map((folder) => `--allow-fs-read=${folder}*`)
  return [permission, ...readable, '--allow-addons', '--allow-worker']
}

function libraryFolders(): string[] {
  const require = createRequire(import.meta.url)
  const folder = /^.*[\\/]node_modules[\\/]/
  const found = ['sharp', 'tesseract.js-core', '@hyzyla/pdfium'].flatMap(
    (name) => folder.exec(require.resolve(name))?.[0] ?? [],
  )
  return [...new Set(found)]
}
