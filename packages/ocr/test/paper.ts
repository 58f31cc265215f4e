import PDFDocument from 'pdfkit'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import type { ScannedPage } from '../src/index.ts'

export const certificate = [
  'ATTESTATION DE VIGILANCE',
  'Attestation de fourniture des déclarations sociales et de paiement des cotisations',
  "prévue à l'article L. 243-15 du code de la sécurité sociale",
  'Dénomination : SOCIETE GENERALE DE MACONNERIE DU RHONE',
  'SIREN : 732 829 320',
  'SIRET : 732 829 320 00074',
  'Adresse : 14 rue des Minimes, 69007 Lyon',
  "L'entreprise est à jour de ses obligations en matière de cotisations au 31/10/2026.",
  'Effectif : 27 salariés, masse salariale : 128 456,78 €',
  'Fait à Lyon, le 15 novembre 2026',
]

/** Of the certificate, as they must be read. */
export const values = ['732 829 320 00074', '31/10/2026.', '15 novembre 2026', '128 456,78', 'MACONNERIE']

export const textOf = ({ runs }: ScannedPage) => runs.map(({ text }) => text).join(' ')

/** A PDF with these lines as text. */
export async function print(lines: readonly string[], pages = 1): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 60 })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (let page = 0; page < pages; page++) {
    if (page > 0) pdf.addPage()
    for (const line of lines) pdf.fontSize(11).text(line).moveDown(0.5)
  }
  pdf.end()
  await ended
  return Buffer.concat(parts)
}

/** These lines on paper, as a scanner sees it. */
export const scan = async (lines: readonly string[]): Promise<Sharp> => scanPdf(await print(lines))

/** The first page on paper, as a scanner sees it. */
export async function scanPdf(bytes: Uint8Array, dotsPerInch = 200): Promise<Sharp> {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const { width, height, data } = await pdf
    .getPage(0)
    .render({ scale: dotsPerInch / 72, render: 'bitmap', colorSpace: 'Gray' })
  const drawn = sharp(Buffer.from(data), { raw: { width, height, channels: 1 } })
  library.destroy()
  return drawn
}

/** The same grain each time. */
export async function addGrain(picture: Sharp, strength: number): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  let state = 1
  for (let at = 0; at < data.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    data[at] = Math.max(0, Math.min(255, data[at]! + (state / 2_147_483_648 - 0.5) * strength))
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
}

/** A PDF whose pages are these pictures. */
export async function wrap(...pictures: readonly Sharp[]): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (const picture of pictures)
    pdf.addPage().image(await picture.png().toBuffer(), 0, 0, { fit: [595, 842] })
  pdf.end()
  await ended
  return Buffer.concat(parts)
}
