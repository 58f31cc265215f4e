import type { PdfContent, PdfReadingLimits } from './pdf-content.ts'
import { runApart } from './run-apart.ts'

interface PdfTextLimits extends PdfReadingLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
}

/** What one PDF may cost. */
export const pdfLimits: PdfTextLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxPages: 20,
  maxCharacters: 200_000,
  memoryMiB: 512,
  timeoutMs: 20_000,
}

/** Letters with their places, fonts and sizes take more room than the letters alone. */
const bytesPerCharacter = 60

/**
 * What stands on the first pages: no text when they hold none (a scan), null when the file could not be read within
 * the limits.
 */
export async function readPdf(
  bytes: Uint8Array,
  limits: Partial<PdfTextLimits> = {},
): Promise<PdfContent | null> {
  const { maxBytes, timeoutMs, ...options } = { ...pdfLimits, ...limits }
  if (bytes.byteLength > maxBytes) return null
  const mostBytes = 100_000 + options.maxCharacters * bytesPerCharacter
  const printed = await runApart({
    program: 'pdf-text-process',
    options,
    input: [bytes],
    timeoutMs,
    mostBytes,
  })
  return printed === null ? null : contentOf(printed)
}

function contentOf(printed: Buffer): PdfContent | null {
  try {
    return JSON.parse(printed.toString('utf8')) as PdfContent
  } catch {
    return null
  }
}
