import type { Bilingual, DocumentDefinition, DossierDefinition, FormField } from './catalogue.queries.ts'

const nothing: Bilingual = { fr: '', en: '' }

export const blankDocument: DocumentDefinition = {
  name: nothing,
  purpose: nothing,
  theme: 'LEGAL_COMPLIANCE',
  kind: 'FILE',
  validity: { kind: 'MONTHS', months: 12, from: 'UPLOAD_DATE' },
  legalBasis: nothing,
  legalBasisVerified: false,
  acceptedFileTypes: [],
  retentionYears: 5,
  expectedScore: null,
  personalData: false,
  bankDetails: false,
  fields: [],
}

export const blankDossier: DossierDefinition = {
  label: nothing,
  purpose: nothing,
  typed: true,
  themes: ['LEGAL_COMPLIANCE'],
  renewal: null,
  dueDays: 30,
  documents: [],
}

const isSaid = ({ fr, en }: Bilingual) => fr.trim() !== '' && en.trim() !== ''

export const codePattern = /^[A-Z][A-Z0-9_]+$/

export function isCompleteDocument({ name, purpose, legalBasis, fields }: DocumentDefinition): boolean {
  return [name, purpose, legalBasis, ...fields.map(({ label }) => label)].every(isSaid)
}

export function isCompleteDossier({ label, purpose, themes }: DossierDefinition): boolean {
  return isSaid(label) && isSaid(purpose) && themes.length > 0
}

/** A key that no field of the form has yet. */
export function newField(fields: readonly FormField[]): FormField {
  let number = fields.length + 1
  while (fields.some(({ key }) => key === `field${number}`)) number++
  return { key: `field${number}`, label: nothing, required: true, type: 'string' }
}
