import type { ByteSource } from '../byte-source.ts'
import { hasMarkup } from '../foreign-content.ts'
import { mismatch } from '../verdict.ts'
import type { XrefSection } from './pdf-findings.ts'

const sniffedBytes = 1_500
const tailBytes = 64 * 1024
const toleratedTrailing = 1_024
const maxSections = 10_000

/**
 * Readers look for the header anywhere in the first 1,024 bytes, which makes room for another file before it. Here
 * only a byte order mark and blanks may precede it.
 */
export async function checkHead(source: ByteSource): Promise<void> {
  const head = (await source.read(0, sniffedBytes)).toString('latin1')
  if (!/^(?:\xef\xbb\xbf)?[\s\0]{0,16}%PDF-[12]\.\d/.test(head))
    throw mismatch('the file does not start as a PDF')
  if (hasMarkup(head)) throw mismatch('the file is a web page as well')
}

export interface PdfTail {
  startxref: number
  hasTrailingBytes: boolean
}

export async function checkTail(source: ByteSource): Promise<PdfTail> {
  const from = Math.max(0, source.size - tailBytes)
  const tail = (await source.read(from, tailBytes)).toString('latin1')
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0) throw mismatch('the PDF is cut short')
  const startxref = /startxref[\s\0]+(\d{1,10})[\s\0]+(?:%[^\r\n]*[\r\n]+)*$/.exec(
    tail.slice(Math.max(0, end - 1_024), end),
  )
  if (!startxref) throw mismatch('the PDF does not say where its objects are')
  const trailing = tail.slice(end + 5).replaceAll(/[\s\0]+/g, '')
  if (trailing.length > toleratedTrailing) throw mismatch('behind the end of the PDF follows something else')
  if (hasMarkup(tail.slice(end))) throw mismatch('behind the end of the PDF follows a web page')
  return { startxref: Number(startxref[1]), hasTrailingBytes: trailing.length > 0 }
}

/** Readers repair tables that are a little off, and so do not mind; one that leads back to itself is refused. */
export function checkSections(sections: XrefSection[], startxref: number): void {
  if (sections.length === 0) throw mismatch('the PDF has no table of its objects')
  if (sections.length > maxSections) throw mismatch('the PDF has too many tables of its objects')
  const at = (place: number) => sections.find((it) => it.at >= place && it.at <= place + 40)
  const seen = new Set<XrefSection>()
  for (let section = at(startxref); section; section = follow(section, at)) {
    if (seen.has(section)) throw mismatch('the tables of the PDF form a loop')
    seen.add(section)
  }
}

function follow(
  section: XrefSection,
  at: (place: number) => XrefSection | undefined,
): XrefSection | undefined {
  return section.previous === undefined ? undefined : at(section.previous)
}
