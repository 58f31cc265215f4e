import type { Announcement } from '../../src/domain/references/index.ts'

const inBoth = (text: string) => ({ fr: text, en: text })

/** Of a short life, so that few days are lived through to see it end. */
export const extract = {
  name: inBoth('Extrait de moins d’un mois'),
  purpose: inBoth('The company exists.'),
  theme: 'LEGAL_COMPLIANCE',
  kind: 'FILE',
  validity: { kind: 'MONTHS', months: 1, from: 'EFFECTIVE_DATE' },
  legalBasis: inBoth('Story'),
  legalBasisVerified: false,
  acceptedFileTypes: ['image/png'],
  retentionYears: 5,
  expectedScore: null,
  personalData: false,
  bankDetails: false,
  fields: [],
}

const dossier = {
  purpose: inBoth('Story'),
  typed: false,
  themes: ['LEGAL_COMPLIANCE'],
  dueDays: 28,
}

/** Both ask for the same piece; the first is renewed within the story, and asks for a form of the shipped catalogue. */
export const dossierTypes = {
  LABOUR: {
    ...dossier,
    label: inBoth('Labour'),
    renewal: { months: 2, opensDaysBefore: 20 },
    documents: [
      { code: 'EXTRACT', required: true },
      { code: 'NO_FOREIGN_WORKERS', required: true },
    ],
  },
  CONTRACT: {
    ...dossier,
    label: inBoth('Contract'),
    renewal: { months: 12, opensDaysBefore: 20 },
    documents: [{ code: 'EXTRACT', required: true }],
  },
}

/** A judgment that opens a collective procedure. */
export function opening(siren: string, publishedOn: string): Announcement {
  return {
    siren,
    provider: 'toy gazette',
    key: 'A-1',
    publishedOn,
    effectiveOn: publishedOn,
    kind: 'COLLECTIVE_PROCEDURE',
    notice: 'INITIAL',
    previousKey: null,
    role: 'SUBJECT',
    procedure: { phase: 'OPENING', state: 'REDRESSEMENT' },
    title: 'Jugement d’ouverture',
    text: null,
    court: null,
    url: null,
  }
}
