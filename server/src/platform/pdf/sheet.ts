import { cleanText } from './clean-text.ts'
import { faces, type Face } from './fonts.ts'
import { documentBytes, hasGlyph, openDocument, type DocumentInfo } from './pdf-document.ts'
import { colours, contentBottom, margin, paper, sizes, type Tone } from './theme.ts'
import { wordsInVisualOrder, wrapText, type Measure } from './wrap-text.ts'

export interface Style {
  face: Face
  size: number
  tone: Tone
}

export type StructureTag = 'H1' | 'H2' | 'H3' | 'P' | 'TH' | 'TD'

type Element = PDFKit.PDFStructureElement
interface KeptBlock {
  height: number
  draw: () => void
}

/** The pages of one document, filled from top to bottom; blocks (table, heading, band) draw on it. */
export class Sheet {
  readonly document: PDFKit.PDFDocument
  readonly root: Element
  y: number = margin.top
  #kept: KeptBlock[] = []
  readonly #glyphs = new Map<Face, Map<number, boolean>>(faces.map((face) => [face, new Map()]))

  constructor(info: DocumentInfo) {
    const cleanLine = (text: string) => cleanText(text, () => true).replaceAll('\n', ' ')
    this.document = openDocument({
      ...info,
      title: cleanLine(info.title),
      author: cleanLine(info.author),
      subject: cleanLine(info.subject),
      keywords: cleanLine(info.keywords),
    })
    this.root = this.document.struct('Document')
    this.document.addStructure(this.root)
    this.newPage()
  }

  newPage(): void {
    this.document.addPage()
    this.y = margin.top
  }

  get isAtTop(): boolean {
    return this.y <= margin.top
  }

  get room(): number {
    return contentBottom - this.y
  }

  /** Something that must stand above what follows, on the same page: it is drawn with the next block. */
  keepWithNext(block: KeptBlock): void {
    this.#kept.push(block)
  }

  /** Makes sure of this much height, with whatever waits to stand above it. */
  reserve(height: number): void {
    const waiting = this.#kept
    this.#kept = []
    const total = waiting.reduce((sum, block) => sum + block.height, height)
    if (total > this.room && !this.isAtTop) this.newPage()
    for (const block of waiting) block.draw()
  }

  measure(face: Face, size: number): Measure {
    const document = this.document.font(face).fontSize(size)
    return (text) => document.font(face).fontSize(size).widthOfString(text)
  }

  /** The text as this face can print it. */
  printable(text: string, face: Face): string {
    return cleanText(text, (codePoint) => {
      const known = this.#glyphs.get(face)
      const answer = known?.get(codePoint) ?? hasGlyph(this.document, face, codePoint)
      known?.set(codePoint, answer)
      return answer
    })
  }

  lines(text: string, width: number, style: Style): string[] {
    return wrapText(this.printable(text, style.face), width, this.measure(style.face, style.size))
  }

  /** One line that has been made printable and narrow enough already. */
  line(text: string, at: { x: number; y: number; width?: number }, style: Style): void {
    if (text === '') return
    const measure = this.measure(style.face, style.size)
    // Given a width, the line ends at its right edge.
    let x = at.width === undefined ? at.x : at.x + at.width - measure(text.trimEnd())
    this.document.fillColor(colours[style.tone])
    const words = wordsInVisualOrder(text)
    for (const piece of words ?? [text]) {
      if (piece !== '') this.document.text(piece, x, at.y, { lineBreak: false })
      if (words) x += measure(piece) + measure(' ')
    }
  }

  child(parent: Element, type: string, options: { scope?: 'Row' | 'Column' } = {}): Element {
    // The published types do not know `scope`; pdfkit writes it.
    const attributes: object = options
    const element = this.document.struct(type, attributes)
    parent.add(element)
    return element
  }

  /** Draws what a reading machine reads as part of this element; may be called again on a later page. */
  content(element: Element, tag: StructureTag, draw: () => void): void {
    const marked = this.document.markStructureContent(tag)
    draw()
    this.document.endMarkedContent()
    element.add(marked)
  }

  /** Draws what a reading machine passes over: rules, grounds, repeated headers, page numbers. */
  ornament(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.document.markContent('Artifact', { type })
    draw()
    this.document.endMarkedContent()
  }

  rule(y: number, tone: keyof typeof colours = 'hair', thickness = 0.5): void {
    const { document } = this
    document.moveTo(margin.side, y).lineTo(paper.width - margin.side, y)
    document.lineWidth(thickness).stroke(colours[tone])
  }

  ground(box: { x: number; y: number; width: number; height: number }, tone: keyof typeof colours): void {
    this.document.rect(box.x, box.y, box.width, box.height).fill(colours[tone])
  }

  /** Goes over the finished pages, then closes the document. */
  async finish(onEachPage: (page: number, pages: number) => void): Promise<Buffer> {
    if (this.#kept.length > 0) this.reserve(0)
    const { count } = this.document.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page)
      this.ornament(() => onEachPage(page + 1, count), 'Pagination')
    }
    return documentBytes(this.document)
  }
}

export const styles = {
  body: { face: 'regular', size: sizes.body, tone: 'ink' },
  strong: { face: 'bold', size: sizes.body, tone: 'ink' },
  small: { face: 'regular', size: sizes.small, tone: 'soft' },
  heading: { face: 'bold', size: sizes.heading, tone: 'accent' },
} as const satisfies Record<string, Style>
