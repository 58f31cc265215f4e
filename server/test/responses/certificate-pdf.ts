import { buffer } from 'node:stream/consumers'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

/** One line of a certificate: prose, or a label and its value in two columns. */
export type CertificateLine = string | readonly [label: string, value: string]

interface Certificate {
  readonly issuer: string
  readonly title: string
  readonly lines: readonly CertificateLine[]
  readonly info?: PDFKit.DocumentInfo
  /** Draws more on the finished page. */
  readonly draw?: (document: PDFKit.PDFDocument) => void
  /** Programs are told 5 where the page shows 6, and 6 where it shows 5. */
  readonly lies?: boolean
}

/** A page as an office prints it: the issuer at the top, a title, then prose and values in two columns. */
export async function certificatePdf({
  issuer,
  title,
  lines,
  info = {},
  draw,
  lies = false,
}: Certificate): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 60, info, compress: !lies })
  const [plain, bold] = lies ? [embedded, embedded] : ['Helvetica', 'Helvetica-Bold']
  const shown = (text: string) => (lies ? swapDigits(text) : text)
  document.font(plain).fontSize(11).text(shown(issuer))
  document.moveDown(2).font(bold).fontSize(17).text(shown(title), { align: 'center' })
  document.moveDown(2).font(plain).fontSize(10)
  for (const line of lines) {
    if (typeof line === 'string') document.text(shown(line), 60)
    else {
      const { y } = document
      document.text(shown(line[0]), 60, y).text(shown(line[1]), 260, y)
    }
    document.moveDown(0.6)
  }
  draw?.(document)
  document.end()
  const bytes = await buffer(document)
  return lies ? withSwappedMeanings(bytes) : bytes
}

const embedded = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')
const swapDigits = (text: string) => text.replaceAll(/[56]/g, (digit) => (digit === '5' ? '6' : '5'))

/** What an embedded font says its signs mean, with 5 and 6 exchanged. */
function withSwappedMeanings(bytes: Buffer): Buffer {
  const swapped = bytes
    .toString('latin1')
    .replaceAll(/<003([56])>/g, (_, digit: string) => `<003${swapDigits(digit)}>`)
  return Buffer.from(swapped, 'latin1')
}

interface Subject {
  readonly name: string
  readonly siren: string
  readonly siret: string
}

export interface VigilanceParts extends Pick<Certificate, 'info' | 'draw' | 'lies'> {
  readonly certifiedOn?: string
  readonly issuedOn?: string
  readonly statement?: string
  readonly securityCode?: string
}

/** A certificate of social contributions, made up for tests. */
export function vigilancePdf({ name, siren, siret }: Subject, parts: VigilanceParts = {}): Promise<Buffer> {
  const { certifiedOn = '31/10/2026', issuedOn = '05/11/2026', statement = 'est à jour' } = parts
  const { securityCode = 'K7M2P9Q4R1S8T3U' } = parts
  return certificatePdf({
    ...parts,
    issuer: 'URSSAF Pays-Imaginaire',
    title: 'ATTESTATION DE VIGILANCE',
    lines: [
      'Article L. 243-15 du code de la sécurité sociale',
      ['Dénomination sociale', name],
      ['SIREN', siren],
      ['SIRET du siège', siret],
      `L’entreprise ${statement} de ses obligations de déclaration et de paiement des cotisations à la date du ${certifiedOn}.`,
      ['Effectif', '12 salariés'],
      ['Code de sécurité', securityCode],
      `Fait à Villeneuve, le ${issuedOn}`,
    ],
  })
}

/** Certificates of liability insurance, made up for tests. */
export function liabilityPdf({ name, siren }: Subject, end = '31/12/2026'): Promise<Buffer> {
  return certificatePdf({
    issuer: 'Mutuelle Imaginaire du Lavoir',
    title: 'ATTESTATION D’ASSURANCE RESPONSABILITÉ CIVILE',
    lines: [
      'La mutuelle atteste que l’assuré ci-dessous a souscrit un contrat de responsabilité civile professionnelle.',
      ['Assuré', name],
      ['SIREN', siren],
      ['Numéro de contrat', 'RC-778204'],
      ['Assureur :', 'Mutuelle Imaginaire du Lavoir'],
      `La présente attestation est valable du 01/01/2026 au ${end}.`,
      ['Plafond de garantie', '1 500 000 €'],
      'Garanties des dommages matériels et immatériels.',
    ],
  })
}

/** An extract of the trade register, made up for tests; of 1 November 2026. */
export function registrationPdf({ name, siren, siret }: Subject): Promise<Buffer> {
  return certificatePdf({
    issuer: 'Greffe du tribunal de commerce de Villeneuve',
    title: 'EXTRAIT KBIS',
    lines: [
      'Registre du commerce et des sociétés, à jour au 1er novembre 2026',
      ['Dénomination ou raison sociale', name],
      ['Immatriculation au RCS, numéro', `${siren} R.C.S. Villeneuve`],
      ['SIRET du siège', siret],
      ['Forme juridique', 'Société par actions simplifiée'],
      ['Capital social', '50 000,00 €'],
    ],
  })
}

/** The same file saved again with another text on its page, as an editor that appends its changes would. */
export function editedByAppending(original: Buffer, text: string): Buffer {
  const source = original.toString('latin1')
  const page = /(\d+) 0 obj\s*<<(?:(?!endobj)[\s\S])*?\/Type \/Page\b(?:(?!endobj)[\s\S])*?endobj/.exec(
    source,
  )
  const root = /\/Root (\d+) 0 R/.exec(source)?.[1] ?? ''
  const size = Number(/\/Size (\d+)/.exec(source)?.[1])
  const before = /startxref\s+(\d+)/.exec(source)?.[1] ?? '0'
  if (!page) throw new Error('The PDF has no page.')
  const content = /\/Contents (\d+) 0 R/.exec(page[0])?.[1] ?? ''
  const stream = `BT /F1 10 Tf 60 90 Td (${text}) Tj ET`
  const added = `${size} 0 obj\n<< /Length ${stream.length} >>\nstream\n${stream}\nendstream\nendobj\n`
  const changed = `${page[0].replace(`/Contents ${content} 0 R`, `/Contents [${content} 0 R ${size} 0 R]`)}\n`
  const start = original.length + 1
  const row = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`
  const table = `xref\n${page[1]} 1\n${row(start + added.length)}${size} 1\n${row(start)}`
  const trailer = `trailer\n<< /Size ${size + 1} /Root ${root} 0 R /Prev ${before} >>\n`
  const end = `startxref\n${start + added.length + changed.length}\n%%EOF\n`
  return Buffer.concat([original, Buffer.from(`\n${added}${changed}${table}${trailer}${end}`, 'latin1')])
}
