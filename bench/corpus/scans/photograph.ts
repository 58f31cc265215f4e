import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'

/** The last page of a file as a grey picture: certificates follow their letters. */
export async function photograph(bytes: Uint8Array, dotsPerInch: number): Promise<Sharp> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const { width, height, data } = await pdf
    .getPage(pdf.getPageCount() - 1)
    .render({ scale: dotsPerInch / 72, render: 'bitmap', colorSpace: 'Gray' })
  const drawn = sharp(Buffer.from(data), { raw: { width, height, channels: 1 } })
  library.destroy()
  return drawn
}
