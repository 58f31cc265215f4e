import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { Block } from '../layouts/blocks.ts'

export interface Look {
  readonly font: 'Helvetica' | 'Times-Roman'
  readonly bold: 'Helvetica-Bold' | 'Times-Bold'
  readonly size: number
}

export const looks: readonly Look[] = [
  { font: 'Helvetica', bold: 'Helvetica-Bold', size: 10 },
  { font: 'Times-Roman', bold: 'Times-Bold', size: 11 },
]

interface Drawing {
  readonly blocks: readonly Block[]
  readonly look: Look
  /** When the file was made. */
  readonly at: Date
}

/** A file as a server makes it that draws line by line. */
export function drawByKit({ blocks, look, at }: Drawing): Promise<Buffer> {
  const info = { Producer: 'Edition 4.2', CreationDate: at, ModDate: at }
  const document = new PDFDocument({ size: 'A4', margin: 60, info })
  document.font(look.font).fontSize(look.size)
  for (const block of blocks) drawBlock(document, block, look)
  document.end()
  return buffer(document)
}

function drawBlock(document: PDFKit.PDFDocument, block: Block, { font, bold, size }: Look): void {
  if ('page' in block) document.addPage()
  else if ('letterhead' in block) {
    for (const line of block.letterhead) document.text(line, 60)
  } else if ('right' in block) {
    for (const line of block.right) document.text(line, 320)
  } else if ('title' in block) {
    document
      .moveDown(1)
      .font(bold)
      .fontSize(size * 1.7)
    document.text(block.title, 60, document.y, { align: 'center' }).font(font).fontSize(size)
  } else if ('heading' in block) document.font(bold).text(block.heading, 60).font(font)
  else if ('pairs' in block) {
    for (const row of block.pairs) drawRow(document, row, [60, 250])
  } else if ('table' in block) {
    for (const row of block.table) drawRow(document, row, [60, 250, 420, 500])
  } else if ('small' in block)
    document
      .fontSize(size * 0.8)
      .text(block.small, 60)
      .fontSize(size)
  else document.text(block.text, 60)
  document.moveDown(0.6)
}

function drawRow(document: PDFKit.PDFDocument, cells: readonly string[], lefts: readonly number[]): void {
  const { y } = document
  let end = y
  for (const [index, cell] of cells.entries()) {
    const left = lefts[index] ?? 60
    const width = (cells.length > index + 1 ? (lefts[index + 1] ?? 535) : 535) - left - 8
    document.text(cell, left, y, { width })
    end = Math.max(end, document.y)
  }
  document.y = end + 2
}
