import type { PdfDocument } from '../pdf/document.ts'
import { PdfParser } from '../pdf/parser.ts'
import { PdfStream } from '../pdf/values.ts'

/**
 * Whether the bytes behind a seal are nothing but objects that the cross-references list, and those cross-references.
 * Programs that repair files would find and show anything else that lies there.
 */
export function isOrderly(after: PdfDocument, from: number): boolean {
  try {
    return readTail(after, from)
  } catch {
    return false
  }
}

function readTail(after: PdfDocument, from: number): boolean {
  const listed = new Set<string>()
  const sections = new Map(after.sections.map((section) => [section.offset, section]))
  for (const section of after.sections) {
    if (section.offset < from) continue
    for (const [num, entry] of section.entries)
      if (entry.kind === 'PLAIN') listed.add(`${num} ${firstSign(after, entry.offset)}`)
  }
  const parser = new PdfParser(after.bytes, after.budget, from)
  for (;;) {
    parser.skipSpace()
    if (parser.at >= after.bytes.length) return true
    const section = sections.get(parser.at)
    if (section) parser.at = section.end
    else if (parser.takeWord('startxref')) parser.readInteger()
    else if (!skipObject(after, parser, listed)) return false
  }
}

function firstSign({ bytes, budget }: PdfDocument, offset: number): number {
  const parser = new PdfParser(bytes, budget, offset)
  parser.skipSpace()
  return parser.at
}

function skipObject(after: PdfDocument, parser: PdfParser, listed: ReadonlySet<string>): boolean {
  const { at } = parser
  const { num, value } = parser.readObject()
  if (!listed.has(`${num} ${at}`)) return false
  if (value instanceof PdfStream) {
    parser.at = value.start + after.rawBytes(value).length
    if (!parser.takeWord('endstream')) return false
  }
  return parser.takeWord('endobj')
}
