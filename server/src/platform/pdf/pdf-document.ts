import PDFDocument from 'pdfkit'
import { faces, fontBytes, type Face } from './fonts.ts'
import { margin, paper } from './theme.ts'

export type Language = 'fr' | 'en'

export interface DocumentInfo {
  title: string
  author: string
  subject: string
  /** Goes into the file's identifier with the rest, so that two documents of one minute differ. */
  keywords: string
  language: Language
  /** The only time in the file: the same input gives the same bytes. */
  createdAt: Date
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeXml = (text: string): string => text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign)

/** pdfkit copies the titles into its XML metadata as they are; by then they stand in the file's own list. */
class EscapingDocument extends PDFDocument {
  override endMetadata(): void {
    const texts = Object.entries(this.info).map(([key, value]): [string, unknown] => [
      key,
      typeof value === 'string' ? escapeXml(value) : value,
    ])
    this.info = Object.fromEntries(texts)
    super.endMetadata()
  }
}

export function openDocument(info: DocumentInfo): PDFKit.PDFDocument {
  const document = new EscapingDocument({
    size: [paper.width, paper.height],
    margins: { top: margin.top, bottom: 0, left: margin.side, right: margin.side },
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    tagged: true,
    lang: info.language === 'fr' ? 'fr-FR' : 'en-GB',
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    // None of the fourteen standard fonts: they would not be embedded.
    font: '',
    info: {
      Title: info.title,
      Author: info.author,
      Subject: info.subject,
      Keywords: info.keywords,
      Creator: 'Vigie',
      Producer: 'Vigie',
      CreationDate: info.createdAt,
    },
  })
  for (const face of faces) document.registerFont(face, fontOf(face))
  return document
}

/** What pdfkit makes of a font's bytes; it takes the same again in their place. */
type ReadFont = PDFKit.Mixins.PDFFontSource & { hasGlyphForCodePoint(codePoint: number): boolean }

const readFonts = new Map<Face, ReadFont>()

/**
 * Read once per process: it takes most of the time of a short document. Each document gets a font of its own upon it,
 * because glyphs remember for which sign they were first used: what was printed before must not show.
 */
function fontOf(face: Face): ReadFont {
  // By a document that nobody keeps: in one that is printed it would count as another font.
  const font =
    readFonts.get(face) ??
    fontInUse(new PDFDocument({ font: '', autoFirstPage: false }).font(fontBytes(face)))
  readFonts.set(face, font)
  return Object.create(font, { _glyphs: { value: {}, writable: true } }) as ReadFont
}

// pdfkit has no public way to it.
function fontInUse(document: PDFKit.PDFDocument): ReadFont {
  return (document as unknown as { _font: { font: ReadFont } })._font.font
}

/** Without this question a missing glyph would be an empty box. */
export function hasGlyph(document: PDFKit.PDFDocument, face: Face, codePoint: number): boolean {
  return fontInUse(document.font(face)).hasGlyphForCodePoint(codePoint)
}

export async function documentBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  document.end()
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
