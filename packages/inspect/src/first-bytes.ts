import { kindOfName, type Family } from './file-kinds.ts'

/** As many bytes as a verdict on the beginning of a file needs. */
export const firstBytes = 64

// As the inspection has it: a byte order mark and blanks may stand before.
const pdfStart = /^(?:\xef\xbb\xbf)?[\s\0]{0,16}%PDF-/
// Older containers too: a password puts a document into one, and only the inspection can tell.
const officeStarts = ['PK\x03\x04', '\xd0\xcf\x11\xe0']
const starts: Record<Exclude<Family, 'TEXT' | 'PDF'>, readonly string[]> = {
  PNG: ['\x89PNG\r\n\x1a\n'],
  JPEG: ['\xff\xd8\xff'],
  TIFF: ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'],
  OOXML: officeStarts,
  ODF: officeStarts,
}

/** Control characters that no text editor or spreadsheet writes; tab, line ends and form feed are left out. */
// oxlint-disable-next-line eslint/no-control-regex -- control characters are what it looks for
export const binaryCharacter = /[\x00-\x08\x0b\x0e-\x1f\x7f]/
const otherFormat = /^(?:%PDF-|#!|\{\\rtf|%!PS|GIF8[79]a)/i

/** Whether a text begins as another format does. */
export function startsAsOtherFormat(text: string): boolean {
  return otherFormat.test(text.replace(/^\xef\xbb\xbf/, '').trimStart())
}

/**
 * Whether the first bytes of a file already contradict its name, so that it can be refused while it still arrives. What
 * they do not contradict is for the inspection; `head` holds `firstBytes` of them, or the whole of a shorter file.
 */
export function contradictsName(fileName: string, head: Buffer): boolean {
  const kind = kindOfName(fileName)
  if (!kind) return false
  const text = head.toString('latin1')
  if (kind.family === 'TEXT') return startsAsOtherFormat(text) || binaryCharacter.test(text)
  if (kind.family === 'PDF') return !pdfStart.test(text)
  return !starts[kind.family].some((start) => text.startsWith(start))
}

/** Thrown at whoever reads a file on its way. */
export class NameContradicted extends Error {
  override readonly name = 'NameContradicted'
  constructor() {
    super('The first bytes of the file contradict its name.')
  }
}

interface ArrivingFile {
  readonly fileName: string
  /** Of the whole file, where its sender said so; what arrives may be its beginning only. */
  readonly size?: number
}

/**
 * Lets a file pass on its way to where it is kept, and breaks off once its first bytes contradict its name. The sender
 * learns it at once instead of from the inspection, which looks at the whole later.
 */
export async function* checkFirstBytes(
  chunks: AsyncIterable<Buffer>,
  { fileName, size }: ArrivingFile,
): AsyncGenerator<Buffer, void> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of chunks) {
    if (head !== null) {
      head = Buffer.concat([head, chunk.subarray(0, firstBytes - head.length)])
      if (head.length === firstBytes) {
        refuseContradiction(fileName, head)
        head = null
      }
    }
    yield chunk
  }
  const isWhole = head !== null && head.length > 0 && (size === undefined || size === head.length)
  if (head !== null && isWhole) refuseContradiction(fileName, head)
}

function refuseContradiction(fileName: string, head: Buffer): void {
  if (contradictsName(fileName, head)) throw new NameContradicted()
}
