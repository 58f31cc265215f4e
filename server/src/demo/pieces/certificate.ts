import {
  band,
  drawFrame,
  drawTable,
  heading,
  paragraph,
  Sheet,
  styles,
  type Language,
} from '../../platform/pdf/index.ts'

/** What a paper says of the company it is about. */
export interface PaperCompany {
  /** Its place in the portfolio, from 1. */
  readonly number: number
  readonly name: string
  readonly language: Language
  /** As its papers name it: a SIREN, a VAT number, or whatever it has. */
  readonly identifier: { readonly label: string; readonly value: string }
  readonly street: string
  readonly postalCode: string
  readonly city: string
  readonly activity: string
}

export interface Certificate {
  readonly company: PaperCompany
  readonly code: string
  readonly title: Record<Language, string>
  /** YYYY-MM-DD; null for a paper that does not say when it was issued. */
  readonly issuedOn: string | null
  readonly validUntil: string | null
  /** When the file was made; a time as JSON writes it. */
  readonly at: string
}

const words = {
  fr: {
    over: 'SPÉCIMEN – document inventé pour la démonstration',
    company: 'Entreprise',
    name: 'Dénomination',
    address: 'Adresse',
    activity: 'Activité',
    piece: 'Document',
    reference: 'Référence',
    issuedOn: 'Délivré le',
    validUntil: 'Valable jusqu’au',
    statement: (name: string) =>
      `Le présent document concerne l’entreprise ${name}. Il a été produit par Vigie pour montrer à quoi ressemble une pièce reçue : ni l’entreprise ni l’organisme qui l’aurait délivrée n’existent.`,
    page: (page: number, pages: number) => `Page ${page} sur ${pages}`,
  },
  en: {
    over: 'SPECIMEN – invented for the demonstration',
    company: 'Company',
    name: 'Name',
    address: 'Address',
    activity: 'Activity',
    piece: 'Document',
    reference: 'Reference',
    issuedOn: 'Issued on',
    validUntil: 'Valid until',
    statement: (name: string) =>
      `This document concerns the company ${name}. It was made by Vigie to show what a received piece looks like: neither the company nor the body that would have issued it exists.`,
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
} as const

/** A page that looks like what a supplier would send, and says that it is none. */
export async function certificate(piece: Certificate): Promise<Buffer> {
  const { company, code, at } = piece
  const { language, name } = company
  const texts = words[language]
  const title = piece.title[language]
  const reference = `SPECIMEN-${code}-${String(company.number).padStart(4, '0')}`
  const sheet = new Sheet({
    title: `${title} – ${name}`,
    author: 'Vigie',
    subject: texts.over,
    keywords: reference,
    language,
    createdAt: new Date(at),
  })
  band(sheet, {
    over: texts.over,
    title,
    under: [name, `${company.identifier.label} ${company.identifier.value}`],
  })
  heading(sheet, texts.company)
  await facts(sheet, [
    [texts.name, name],
    [company.identifier.label, company.identifier.value],
    [texts.address, `${company.street}, ${company.postalCode} ${company.city}`],
    [texts.activity, company.activity],
  ])
  heading(sheet, texts.piece)
  await facts(sheet, [
    [texts.reference, reference],
    ...(piece.issuedOn === null ? [] : [[texts.issuedOn, formatDay(piece.issuedOn)] as const]),
    ...(piece.validUntil === null ? [] : [[texts.validUntil, formatDay(piece.validUntil)] as const]),
  ])
  paragraph(sheet, texts.statement(name), styles.body)
  const frame = { runningLeft: title, runningRight: name, footer: [reference], page: texts.page }
  return sheet.finish(drawFrame(sheet, frame))
}

const formatDay = (day: string) => day.split('-').toReversed().join('/')

async function facts(sheet: Sheet, rows: readonly (readonly [string, string])[]): Promise<void> {
  const cells = rows.map(([label, value]) => [{ text: label, tone: 'soft' as const }, value])
  await drawTable(sheet, { columns: [{ share: 0.3 }, { share: 0.7 }], rows: cells, continued: '…' })
}
