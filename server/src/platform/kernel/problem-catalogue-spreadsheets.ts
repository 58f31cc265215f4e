import type { Problem } from './problem-catalogue-entry.ts'

/** Tables that leave as files and come from them. */
export const spreadsheetProblems = {
  EXPORT_TOO_MANY_ROWS: {
    status: 422,
    title: 'Too many rows for a workbook',
    retryable: false,
    en: 'An Excel sheet holds {max} rows and this table has {count}. Narrow it with filters, or export it as CSV.',
    fr: 'Une feuille Excel contient {max} lignes et ce tableau en a {count}. Réduisez-le avec des filtres, ou exportez-le en CSV.',
  },
  IMPORT_WORKBOOK_UNREADABLE: {
    status: 422,
    title: 'Workbook cannot be read',
    retryable: false,
    en: 'The file is not an Excel workbook (.xlsx), or it is damaged. Open it in Excel, save it as “Excel workbook (.xlsx)” and send it again.',
    fr: 'Le fichier n’est pas un classeur Excel (.xlsx), ou il est endommagé. Ouvrez-le dans Excel, enregistrez-le au format « Classeur Excel (.xlsx) » et renvoyez-le.',
  },
  IMPORT_WORKBOOK_OLD: {
    status: 422,
    title: 'Workbook in the old format or protected',
    retryable: false,
    en: 'The workbook is in the old format (.xls) or protected by a password. Save it without a password as “Excel workbook (.xlsx)” and send it again.',
    fr: 'Le classeur est dans l’ancien format (.xls) ou protégé par un mot de passe. Enregistrez-le sans mot de passe au format « Classeur Excel (.xlsx) » et renvoyez-le.',
  },
  IMPORT_WORKBOOK_MACROS: {
    status: 422,
    title: 'Workbook with macros',
    retryable: false,
    en: 'The workbook contains macros, which are not accepted. Save it as “Excel workbook (.xlsx)” and send it again.',
    fr: 'Le classeur contient des macros, qui ne sont pas acceptées. Enregistrez-le au format « Classeur Excel (.xlsx) » et renvoyez-le.',
  },
  IMPORT_WORKBOOK_TOO_LARGE: {
    status: 422,
    title: 'Workbook too large',
    retryable: false,
    en: 'The workbook takes more room than allowed once it is unpacked, or one of its rows is too long. Keep the table only, split it, or send it as CSV.',
    fr: 'Le classeur prend plus de place qu’il n’est permis une fois décompressé, ou l’une de ses lignes est trop longue. Ne gardez que le tableau, divisez-le, ou envoyez-le en CSV.',
  },
  IMPORT_WORKBOOK_MERGED: {
    status: 422,
    title: 'Merged cells',
    retryable: false,
    en: 'The sheet has merged cells ({cells}), so it is not clear which row they belong to. Unmerge them, fill in each cell and send the file again.',
    fr: 'La feuille a des cellules fusionnées ({cells}) : leur ligne n’est pas certaine. Défusionnez-les, remplissez chaque cellule et renvoyez le fichier.',
  },
  IMPORT_CELL_FORMULA: {
    status: 422,
    title: 'Formula without a value',
    retryable: false,
    en: 'The cell contains a formula whose result is not stored in the file. Replace it with its value.',
    fr: 'La cellule contient une formule dont le résultat n’est pas enregistré dans le fichier. Remplacez-la par sa valeur.',
  },
  IMPORT_CELL_ERROR: {
    status: 422,
    title: 'Cell with an error',
    retryable: false,
    en: 'The cell shows an error ({value}). Correct it or leave it empty.',
    fr: 'La cellule affiche une erreur ({value}). Corrigez-la ou laissez-la vide.',
  },
  IMPORT_CELL_DATE: {
    status: 422,
    title: 'Date that does not exist',
    retryable: false,
    en: 'The cell holds a date that no calendar has, such as 29 February 1900. Correct it.',
    fr: 'La cellule contient une date qui n’existe pas, comme le 29 février 1900. Corrigez-la.',
  },
  IMPORT_NUMBER_ROUNDED: {
    status: 422,
    title: 'Identifier rounded by the spreadsheet',
    retryable: false,
    en: 'The spreadsheet has rounded this identifier ({value}), so its digits are lost. Format the column as text and enter it again.',
    fr: 'Le tableur a arrondi cet identifiant ({value}) : ses chiffres sont perdus. Mettez la colonne au format texte et saisissez-le de nouveau.',
  },
  IMPORT_ZEROS_LOST: {
    status: 422,
    title: 'Identifier without its zeros',
    retryable: false,
    en: 'The spreadsheet holds this identifier as a number ({value}), which may have lost zeros at its beginning. Format the column as text and enter it again.',
    fr: 'Le tableur garde cet identifiant comme un nombre ({value}), qui a pu perdre des zéros au début. Mettez la colonne au format texte et saisissez-le de nouveau.',
  },
  IMPORT_MAPPING_INVALID: {
    status: 400,
    title: 'Mapping of columns not understood',
    retryable: false,
    en: 'The parameter mapping must be a JSON object from headings of the file to fields. This entry is not one: {entry}. Known fields: {known}.',
    fr: 'Le paramètre mapping doit être un objet JSON qui va des titres du fichier aux champs. Cette entrée ne convient pas : {entry}. Champs connus : {known}.',
  },
} as const satisfies Record<string, Problem>
