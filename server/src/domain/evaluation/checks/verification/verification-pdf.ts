import {
  band,
  drawFrame,
  heading,
  paragraph,
  Sheet,
  styles,
  type Language,
} from '../../../../platform/pdf/index.ts'
import { facts } from '../../files/pdf/party.ts'
import { digestCell, utcTime } from '../../files/pdf/format-values.ts'
import { wordsOf } from '../../files/pdf/words.ts'
import type { ProviderStatus } from './connector.ts'
import type { VerifiedPiece } from './piece.queries.ts'

export interface VerificationOutcome {
  readonly status: Exclude<ProviderStatus, 'PENDING'>
  readonly reference: string | null
  readonly at: Date
}

const texts = {
  fr: {
    title: 'Compte rendu de vérification',
    piece: 'Pièce vérifiée',
    document: 'Document',
    verdict: 'Résultat du prestataire',
    result: 'Résultat',
    reference: 'Référence du prestataire',
    none: 'Aucune',
    results: { VERIFIED: 'Pièce authentifiée', REFUSED: 'Pièce refusée', INCONCLUSIVE: 'Sans conclusion' },
    note: 'Établi par le service à partir de la réponse du prestataire de vérification, qui n’a pas fourni de rapport exploitable.',
  },
  en: {
    title: 'Verification report',
    piece: 'Piece verified',
    document: 'Document',
    verdict: 'What the provider found',
    result: 'Result',
    reference: 'Reference of the provider',
    none: 'None',
    results: { VERIFIED: 'Authentic', REFUSED: 'Refused', INCONCLUSIVE: 'Inconclusive' },
    note: 'Written by the service from the answer of the verification provider, which sent no report that could be used.',
  },
} satisfies Record<Language, unknown>

/** Our own page on what the provider answered; the same input gives the same bytes. */
export async function verificationPdf(piece: VerifiedPiece, outcome: VerificationOutcome): Promise<Buffer> {
  const { language, company, documentNames, fileName, accountName } = piece
  const words = wordsOf(language)
  const text = texts[language]
  const sheet = new Sheet({
    title: `${text.title} – ${company}`,
    author: accountName,
    subject: `${text.title} (${piece.documentCode})`,
    keywords: `${outcome.reference ?? ''} sha256:${piece.sha256}`,
    language,
    createdAt: outcome.at,
  })
  band(sheet, { over: accountName, title: text.title, under: [documentNames[language]] })
  heading(sheet, text.piece)
  await facts(
    sheet,
    [
      [words.thirdParty, { text: company, face: 'bold' }],
      [text.document, `${documentNames[language]} (${piece.documentCode})`],
      [words.fileName, fileName],
      ['SHA-256', digestCell(piece.sha256)],
    ],
    words,
  )
  heading(sheet, text.verdict)
  await facts(
    sheet,
    [
      [text.result, { text: text.results[outcome.status], face: 'bold' }],
      [text.reference, outcome.reference ?? text.none],
      [words.producedAt, utcTime(outcome.at, language)],
    ],
    words,
  )
  paragraph(sheet, text.note, styles.small)
  return sheet.finish(
    drawFrame(sheet, {
      runningLeft: text.title,
      runningRight: company,
      footer: [`SHA-256 ${piece.sha256}`, utcTime(outcome.at, language)],
      page: (page, pages) => `${words.page} ${page}/${pages}`,
    }),
  )
}
