import type { Language } from '../../platform/kernel/index.ts'
import type { TitleValues } from './task-titles.ts'

interface StoredDetails {
  readonly details: string | null
  readonly titleKey: string | null
  readonly titleValues: TitleValues | null
}

/** In the words of a person, else what the product knows, in the reader's language. */
export function tellDetails(
  { details, titleKey, titleValues }: StoredDetails,
  language: Language,
): string | null {
  if (details !== null || titleKey !== 'FIND_CONTACT' || titleValues?.['open'] === undefined) return details
  const said = sentences[language](readSearch(titleValues))
  return said.filter((sentence) => sentence !== '').join('\n')
}

interface Search {
  /** Pieces the company still has to give, how many of them are named, and their names in both languages. */
  readonly open: number
  readonly named: number
  readonly piecesEn: string
  readonly piecesFr: string
  readonly silent: number
  readonly refused: number
  readonly declined: number
  /** Others who are asked instead, and colleagues somebody named. */
  readonly asked: number
  readonly suggested: number
}

function readSearch(values: TitleValues): Search {
  const count = (name: string) => Number(values[name] ?? 0)
  return {
    open: count('open'),
    named: count('named'),
    piecesEn: String(values['piecesEn'] ?? ''),
    piecesFr: String(values['piecesFr'] ?? ''),
    silent: count('silent'),
    refused: count('refused'),
    declined: count('declined'),
    asked: count('asked'),
    suggested: count('suggested'),
  }
}

/** Those of the parts that count somebody. */
const list = (parts: readonly (readonly [number, string])[]) =>
  parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(', ')

const sentences: Record<Language, (search: Search) => string[]> = {
  en: ({ open, named, piecesEn, silent, refused, declined, asked, suggested }) => {
    const tried = list([
      [silent, 'without an answer'],
      [refused, 'whose address is refused'],
      [declined, 'who declined'],
    ])
    const more = open > named ? ` and ${open - named} more` : ''
    return [
      open > 0 ? `Still open: ${piecesEn}${more}.` : '',
      tried === '' ? '' : `Contacts tried: ${tried}.`,
      asked > 0 ? `Other contacts asked instead: ${asked}.` : 'No other contact of the company can be asked.',
      suggested > 0
        ? `Colleagues they suggested: ${suggested}. Invite or dismiss them among the contacts.`
        : '',
    ]
  },
  fr: ({ open, named, piecesFr, silent, refused, declined, asked, suggested }) => {
    const tried = list([
      [silent, 'sans réponse'],
      [refused, 'à l’adresse refusée'],
      [declined, 'ayant décliné'],
    ])
    const more = open > named ? ` et ${open - named} de plus` : ''
    return [
      open > 0 ? `Reste à obtenir\u00a0: ${piecesFr}${more}.` : '',
      tried === '' ? '' : `Contacts essayés\u00a0: ${tried}.`,
      asked > 0
        ? `Autres contacts sollicités à leur place\u00a0: ${asked}.`
        : 'Aucun autre contact de l’entreprise ne peut être sollicité.',
      suggested > 0
        ? `Collègues proposés\u00a0: ${suggested}. Invitez-les ou écartez-les parmi les contacts.`
        : '',
    ]
  },
}
