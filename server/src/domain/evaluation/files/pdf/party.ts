import { drawTable, type Cell, type Language, type Sheet } from '../../../../platform/pdf/index.ts'
import type { Words } from './words.ts'

export type Transmitter = keyof Words['transmitters']

export interface NamedDocument {
  code: string
  names: Record<Language, string>
  dossier?: string
  legalBasis?: string
}

export interface PrintedThirdParty {
  name: string
  identifiers: { label: string; value: string }[]
}

export function otherName(document: NamedDocument, language: Language): string[] {
  const other = document.names[language === 'fr' ? 'en' : 'fr']
  return other && other !== document.names[language] ? [other] : []
}

export type Fact = [label: string, value: Cell]

/** Labels on the left, values on the right, on the same grid in every document. */
export async function facts(sheet: Sheet, rows: Fact[], words: Words): Promise<void> {
  await drawTable(sheet, {
    columns: [{ share: 0.36, tone: 'soft' }, { share: 0.64 }],
    rows,
    continued: words.continued,
  })
}

export function partyFacts(party: PrintedThirdParty, words: Words): Fact[] {
  return [
    [words.thirdParty, { text: party.name, face: 'bold' }],
    ...party.identifiers.map(({ label, value }): Fact => [label, value]),
  ]
}

export function documentFacts(document: NamedDocument, words: Words): Fact[] {
  return [
    [words.documentCode, document.code],
    ...(document.dossier ? [[words.dossier, document.dossier] satisfies Fact] : []),
    ...(document.legalBasis ? [[words.legalBasis, document.legalBasis] satisfies Fact] : []),
  ]
}
