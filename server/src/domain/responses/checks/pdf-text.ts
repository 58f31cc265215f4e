import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PdfReadingLimits } from './pdf-text-process.ts'

export interface PdfTextLimits extends PdfReadingLimits {
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

// Run from the sources (tests), the reader is TypeScript too and needs its loader; built, it is plain JavaScript.
const fromSources = import.meta.url.endsWith('.ts')
const reader = fileURLToPath(new URL(`pdf-text-process.${fromSources ? 'ts' : 'js'}`, import.meta.url))

/**
 * The text of the first pages: empty when they hold none (a scan), null when the file could not be read within
 * the limits. The reading happens in a process of its own, without our environment: whatever a hostile file
 * does to it, the service only sees it end.
 */
export async function pdfText(
  bytes: Uint8Array,
  limits: Partial<PdfTextLimits> = {},
): Promise<string | null> {
  const { maxBytes, timeoutMs, ...reading } = { ...defaults, ...limits }
  if (bytes.byteLength > maxBytes) return null
  const heap = `--max-old-space-size=${reading.memoryMiB}`
  const loader = fromSources ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [heap, ...loader, reader, JSON.stringify(reading)], {
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
      // Four bytes a character is the most UTF-8 takes: anything longer is not what we asked it to print.
      if (size > reading.maxCharacters * 4) child.kill('SIGKILL')
      else printed.push(chunk)
    })
    child.on('error', () => resolve(null))
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(printed).toString('utf8') : null))
    // It may end before it has read everything; its end tells enough.
    child.stdin.on('error', () => {})
    child.stdin.end(bytes)
  })
}
