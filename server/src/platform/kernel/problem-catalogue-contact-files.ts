import type { Problem } from './problem-catalogue-entry.ts'

/** Files of contacts: the header, then the rows. */
export const contactFileProblems = {
  CONTACT_COLUMN_UNKNOWN: {
    status: 422,
    title: 'Unknown column in a file of contacts',
    titleFr: 'Colonne inconnue dans un fichier de contacts',
    retryable: false,
    en: 'The header contains columns that are not known: {columns}. Known columns: {known}. Map the others to one of these, or to null.',
    fr: 'L’en-tête contient des colonnes inconnues : {columns}. Colonnes connues : {known}. Associez les autres à l’une de celles-ci, ou à null.',
  },
  CONTACT_COLUMNS_MISSING: {
    status: 422,
    title: 'Column missing',
    titleFr: 'Colonne manquante',
    retryable: false,
    en: 'A file of contacts needs a column email and one that names the company: code, siret, vatNumber, duns, lei, thirdpartyId or reference.',
    fr: 'Un fichier de contacts a besoin d’une colonne email et d’une colonne qui désigne l’entreprise : code, siret, vatNumber, duns, lei, thirdpartyId ou reference.',
  },
  CONTACT_COMPANY_MISSING: {
    status: 422,
    title: 'Company missing',
    titleFr: 'Entreprise manquante',
    retryable: false,
    en: 'The row does not say whose contact this is. Fill in one of the columns that name the company.',
    fr: 'La ligne ne dit pas de quelle entreprise il s’agit. Remplissez l’une des colonnes qui désignent l’entreprise.',
  },
  CONTACT_COMPANY_NOT_FOUND: {
    status: 404,
    title: 'Company not in the portfolio',
    titleFr: 'Entreprise absente du portefeuille',
    retryable: false,
    en: 'No company of your portfolio goes by what this row says. Correct it, or add the company first.',
    fr: 'Aucune entreprise de votre portefeuille ne correspond à cette ligne. Corrigez-la, ou ajoutez d’abord l’entreprise.',
  },
  CONTACT_COMPANIES_DIFFER: {
    status: 409,
    title: 'Two companies in one row',
    titleFr: 'Deux entreprises dans une ligne',
    retryable: false,
    en: 'The columns of this row mean different companies of your portfolio. Correct them, or keep one.',
    fr: 'Les colonnes de cette ligne désignent des entreprises différentes de votre portefeuille. Corrigez-les, ou n’en gardez qu’une.',
  },
  CONTACT_LANGUAGE_UNKNOWN: {
    status: 422,
    title: 'Unknown language',
    titleFr: 'Langue inconnue',
    retryable: false,
    en: 'People are written to in French or English. Write fr or en, or leave the cell empty.',
    fr: 'On écrit aux personnes en français ou en anglais. Écrivez fr ou en, ou laissez la cellule vide.',
  },
  CONTACT_THEME_UNKNOWN: {
    status: 422,
    title: 'Unknown theme',
    titleFr: 'Thème inconnu',
    retryable: false,
    en: 'Themes are {known}, separated by a vertical bar. Correct the cell, or leave it empty for all of them.',
    fr: 'Les thèmes sont {known}, séparés par une barre verticale. Corrigez la cellule, ou laissez-la vide pour tous.',
  },
  CONTACT_ROW_REPEATED: {
    status: 409,
    title: 'Contact given twice',
    titleFr: 'Contact donné deux fois',
    retryable: false,
    en: 'Row {row} of the file is the same person of the same company. Keep one of them.',
    fr: 'La ligne {row} du fichier est la même personne de la même entreprise. N’en gardez qu’une.',
  },
} as const satisfies Record<string, Problem>
