import type { Query } from '../../api/index.ts'

/** How a CSV file is written, as parameters of any export. */
export type CsvLook = Pick<Query<'exportFindings'>, 'separator' | 'decimal' | 'encoding' | 'headings'>

export const csvLooks: Readonly<Record<'csv' | 'french', CsvLook>> = {
  csv: {},
  french: { separator: 'semicolon', decimal: 'comma', encoding: 'windows-1252', headings: 'translated' },
}
