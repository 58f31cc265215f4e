import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { PdfContent, PdfReadingLimits } from './pdf-text-process.ts'

interface PdfTextLimits extends PdfReadingLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
}

const defaults: PdfTextLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxPages: 20,
  maxCharacters: 200_000,
  memoryMiB: 512,
  timeoutMs: 20_000,
}

const place = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * What Node is given to run the reader. From the sources (tests) that is the built one too, when it is not older: its
 * TypeScript needs a loader that makes every start four times as dear.
 */
function readerArguments(): string[] {
  if (!import.meta.url.endsWith('.ts')) return [place('pdf-text-process.js')]
  const source = place('pdf-text-process.ts')
  const sources = [source, place('pdf-painting.ts'), place('pdf-revisions.ts')]
  const built = place('../../../../dist/domain/evaluation/checks/pdf-text-process.js')
  const age = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return sources.every((path) => age(built) >= age(path)) ? [built] : ['--import', 'tsx', source]
}

let reader: string[] | undefined

/** Letters with their places, fonts and sizes take more room than the letters alone. */
const bytesPerCharacter = 60

/**
 * What stands on the first pages: no text when they hold none (a scan), null when the file could not be read within
 * the limits. The reading happens in a process of its own, without our environment: whatever a hostile file
 * does to it, the service only sees it end.
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: Partial<PdfTextLimits> = {},
): Promise<PdfContent | null> {
  const { maxBytes, timeoutMs, ...reading } = { ...defaults, ...limits }
  if (bytes.byteLength > maxBytes) return null
  const heap = `--max-old-space-size=${reading.memoryMiB}`
  reader ??= readerArguments()
  const child = spawn(process.execPath, [heap, ...reader, JSON.stringify(reading)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  return await new Promise((resolve) => {
    const printed: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      // Anything longer is not what we asked it to print.
      if (size > 100_000 + reading.maxCharacters * bytesPerCharacter) child.kill('SIGKILL')
      else printed.push(chunk)
    })
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? contentOf(Buffer.concat(printed)) : null))
    // It may end before it has read everything; its end tells enough.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}

function contentOf(printed: Buffer): PdfContent | null {
  try {
    return JSON.parse(printed.toString('utf8')) as PdfContent
  } catch {
    return null
  }
}
