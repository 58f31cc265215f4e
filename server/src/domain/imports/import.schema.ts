import { Type, type Static } from 'typebox'
import { dateTimeSchema, nullable, namedObject } from '../../platform/http/index.ts'
import { formatDateTime, problemSentence, type Language } from '../../platform/kernel/index.ts'
import { duplicateRules, importFormats, importStates, progressOf, type PortfolioImport } from './import.ts'
import type { ListedFault } from './imports.queries.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const Import = Type.Object(
  {
    importId: Type.Integer(),
    state: Type.Enum([...importStates], { title: 'ImportState' }),
    format: Type.Enum([...importFormats]),
    dryRun: Type.Boolean(),
    onDuplicate: Type.Enum([...duplicateRules]),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; 100 when done.' }),
    rows: count('Rows read so far; blank ones do not count.'),
    added: count('Companies added; in a dry run, those that would be.'),
    duplicates: count('Rows passed over: the company is in the portfolio, or in an earlier row.'),
    updated: count('With `onDuplicate=update`: companies that were changed; in a dry run, that would be.'),
    unchanged: count('With `onDuplicate=update`: companies of which the file says nothing new.'),
    invalid: count('Rows left out because something is wrong with them.'),
    pending: count('Of those added, the companies whose register is queried later.'),
    problem: nullable(
      Type.Object(
        { code: Type.String(), detail: Type.String() },
        { description: 'What ended an import that FAILED.' },
      ),
    ),
    createdAt: dateTimeSchema,
    finishedAt: nullable(dateTimeSchema),
  },
  { title: 'Import' },
)

export const ImportError = namedObject('ImportError', {
  row: Type.Integer({ description: 'As a spreadsheet counts: the header of a CSV file is row 1.' }),
  column: nullable(Type.String()),
  code: Type.String({ description: 'A code of the problem catalogue.' }),
  message: Type.String(),
})

export function importView(one: PortfolioImport, language: Language): Static<typeof Import> {
  const { importId, state, format, dryRun, onDuplicate, rows, added, duplicates, invalid, pending } = one
  const { updated, unchanged, problem, createdAt, finishedAt } = one
  return {
    importId,
    state,
    format,
    dryRun,
    onDuplicate,
    progress: progressOf(one),
    rows,
    added,
    duplicates,
    updated,
    unchanged,
    invalid,
    pending,
    problem: problem && {
      code: problem.code,
      detail: problemSentence(problem.code, language, problem.params),
    },
    createdAt: formatDateTime(createdAt),
    finishedAt: finishedAt && formatDateTime(finishedAt),
  }
}

export function faultView(fault: ListedFault, language: Language): Static<typeof ImportError> {
  const { row, column, code, params } = fault
  return { row, column, code, message: problemSentence(code, language, params) }
}
