import type { Sheet, SheetColumn } from '@vigie/spreadsheet'
import type { Language } from '../../platform/kernel/index.ts'
import type { Definition } from '../attributes/index.ts'
import { isOwnHeading } from './find-column.ts'

type Words = Readonly<Record<Language, string>>

export interface TemplateField {
  readonly heading: Words
  readonly explained: Words
}

const both = (en: string, fr: string): Words => ({ en, fr })

const fields: readonly TemplateField[] = [
  {
    heading: both('SIRET', 'SIRET'),
    explained: both(
      'French companies: 14 digits. Give at least one identifier a row.',
      'Entreprises françaises : 14 chiffres. Donnez au moins un identifiant par ligne.',
    ),
  },
  {
    heading: both('VAT number', 'Numéro de TVA'),
    explained: both(
      'European companies: with its country, such as DE136695976.',
      'Entreprises européennes : avec le pays, comme DE136695976.',
    ),
  },
  {
    heading: both('DUNS', 'DUNS'),
    explained: both('Companies anywhere: 9 digits.', 'Entreprises du monde entier : 9 chiffres.'),
  },
  {
    heading: both('Your code', 'Votre code'),
    explained: both(
      'What your own systems call the company. Optional.',
      'Le code de l’entreprise dans vos systèmes. Facultatif.',
    ),
  },
  {
    heading: both('Name', 'Nom'),
    explained: both(
      'Only for companies that no register knows; with the country. Optional.',
      'Seulement pour les entreprises qu’aucun registre ne connaît ; avec le pays. Facultatif.',
    ),
  },
  {
    heading: both('Country', 'Pays'),
    explained: both('Two letters, such as FR. With the name.', 'Deux lettres, comme FR. Avec le nom.'),
  },
  {
    heading: both('Owner', 'Responsable'),
    explained: both(
      'The e-mail address of a member, or the name of a team. Optional.',
      'L’adresse électronique d’un membre, ou le nom d’une équipe. Facultatif.',
    ),
  },
]

const columnTypes: Partial<Record<Definition['type'], SheetColumn['type']>> = {
  boolean: 'boolean',
  date: 'date',
  decimal: 'number',
  percentage: 'number',
}

const typeWords: Readonly<Record<Definition['type'], Words>> = {
  string: both('Text.', 'Texte.'),
  boolean: both('Yes or no.', 'Oui ou non.'),
  date: both('A date.', 'Une date.'),
  decimal: both('A number.', 'Un nombre.'),
  percentage: both('A percentage, from 0 to 100.', 'Un pourcentage, de 0 à 100.'),
  list_unique: both('One of: ', 'Au choix : '),
  list_multiple: both('Any of these, separated by |: ', 'Un ou plusieurs, séparés par | : '),
}

/** What can be filled in: our fields, and the account's attributes that are entered. */
export function templateColumns(definitions: readonly Definition[], language: Language): SheetColumn[] {
  return [
    ...fields.map(({ heading }) => ({ heading: heading[language], type: 'text' as const })),
    ...entered(definitions).map((one) => ({
      heading: headingOf(one),
      type: columnTypes[one.type] ?? ('text' as const),
    })),
  ]
}

/** The sheet to fill in comes first: it is the one that is read. */
export function templateSheets(definitions: readonly Definition[], language: Language): Sheet[] {
  const names = both('Third parties', 'Tiers')
  const explained = [
    ...fields.map((one) => [one.heading[language], one.explained[language]] as const),
    ...entered(definitions).map((one) => [headingOf(one), explain(one, language)] as const),
  ]
  const columns = templateColumns(definitions, language)
  return [{ name: names[language], columns, rows: [] }, explanationSheet(explained, language)]
}

/** What goes into each column, by its heading. */
export function explanationSheet(
  explained: readonly (readonly [heading: string, words: string])[],
  language: Language,
): Sheet {
  return {
    name: both('Explanations', 'Explications')[language],
    columns: [
      { heading: both('Column', 'Colonne')[language], type: 'text' },
      { heading: both('What goes into it', 'Ce qu’il faut y mettre')[language], type: 'note' },
    ],
    rows: [explained],
  }
}

const entered = (definitions: readonly Definition[]) =>
  definitions.filter(({ expression }) => expression === null)

/** Its label, unless that means a field of ours. */
const headingOf = ({ code, label }: Definition) => (isOwnHeading(label) ? `attribute.${code}` : label)

function explain({ type, options }: Definition, language: Language): string {
  return `${typeWords[type][language]}${options.join(', ')}`
}
