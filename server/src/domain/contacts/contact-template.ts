import type { Sheet } from '@vigie/spreadsheet'
import { themeCodes, type Language } from '../../platform/kernel/index.ts'
import { explanationSheet, type TemplateField } from '../imports/index.ts'

const both = (en: string, fr: string) => ({ en, fr })

const fields: readonly TemplateField[] = [
  {
    heading: both('Your code', 'Votre code'),
    explained: both(
      'What your own systems call the company. Give at least one of the columns up to External reference.',
      'Le code de l’entreprise dans vos systèmes. Remplissez au moins une des colonnes jusqu’à Référence externe.',
    ),
  },
  {
    heading: both('SIRET', 'SIRET'),
    explained: both('French companies: 14 digits.', 'Entreprises françaises\u00a0: 14 chiffres.'),
  },
  {
    heading: both('VAT number', 'Numéro de TVA'),
    explained: both(
      'European companies: with its country, such as DE136695976.',
      'Entreprises européennes\u00a0: avec le pays, comme DE136695976.',
    ),
  },
  {
    heading: both('DUNS', 'DUNS'),
    explained: both('Companies anywhere: 9 digits.', 'Entreprises du monde entier\u00a0: 9 chiffres.'),
  },
  {
    heading: both('LEI', 'LEI'),
    explained: both(
      'Companies anywhere: 20 characters.',
      'Entreprises du monde entier\u00a0: 20 caractères.',
    ),
  },
  {
    heading: both('Vigie number', 'Numéro Vigie'),
    explained: both(
      'The number of the company here, as in exports.',
      'Le numéro de l’entreprise ici, comme dans les exports.',
    ),
  },
  {
    heading: both('External reference', 'Référence externe'),
    explained: both(
      'What another system calls the company, such as SAP:4711.',
      'Le numéro de l’entreprise dans un autre système, comme SAP:4711.',
    ),
  },
  {
    heading: both('Email', 'Adresse électronique'),
    explained: both('Of the person. Required.', 'De la personne. Obligatoire.'),
  },
  { heading: both('First name', 'Prénom'), explained: both('Optional.', 'Facultatif.') },
  { heading: both('Last name', 'Nom de famille'), explained: both('Optional.', 'Facultatif.') },
  {
    heading: both('Language', 'Langue'),
    explained: both(
      'In which the person is written to: fr or en. fr unless told.',
      'Dans laquelle on écrit à la personne\u00a0: fr ou en. fr par défaut.',
    ),
  },
  {
    heading: both('Themes', 'Thèmes'),
    explained: both(
      `What the person answers for, separated by |: ${themeCodes.join(', ')}. Everything unless told.`,
      `Ce dont la personne répond, séparé par |\u00a0: ${themeCodes.join(', ')}. Tout par défaut.`,
    ),
  },
]

export function contactTemplateHeadings(language: Language): string[] {
  return fields.map(({ heading }) => heading[language])
}

export function contactTemplateSheets(language: Language): Sheet[] {
  const columns = contactTemplateHeadings(language).map((heading) => ({ heading, type: 'text' as const }))
  const explained = fields.map((one) => [one.heading[language], one.explained[language]] as const)
  return [{ name: 'Contacts', columns, rows: [] }, explanationSheet(explained, language)]
}

export const contactTemplateName: Readonly<Record<Language, string>> = {
  en: 'contacts-to-import',
  fr: 'contacts-a-importer',
}
