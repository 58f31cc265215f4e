import type { Tx } from '../../platform/db/index.ts'
import {
  AppError,
  problemSentence,
  type Language,
  type ProblemCode,
  type Scope,
} from '../../platform/kernel/index.ts'
import { deliverRecords, type RecordOutcome } from './deliver-records.ts'
import { defaultMapping } from './mapping.ts'
import { getProvider } from './providers.queries.ts'
import type { Provider } from './providers.ts'
import { readFile, type FileFormat, type FileRow } from './read-file.ts'

const toldErrors = 100

export interface FileReport {
  rows: number
  changed: number
  unchanged: number
  older: number
  notMonitored: number
  unknownCompanies: number
  errorCount: number
  errors: { row: number; code: ProblemCode; message: string }[]
}

const faultCodes: Partial<Record<RecordOutcome, ProblemCode>> = {
  NO_IDENTIFIER: 'DATAHUB_IDENTIFIER_MISSING',
  NO_VALUE: 'DATAHUB_VALUE_MISSING',
  SCORE_INVALID: 'DATAHUB_SCORE_INVALID',
  OUT_OF_SCALE: 'DATAHUB_SCORE_OUT_OF_SCALE',
  DATE_INVALID: 'DATAHUB_DATE_INVALID',
}

/** Rows that can be read count; the others are named, so that they can be mended and sent again. */
export async function receiveFile(
  tx: Tx,
  scope: Scope,
  file: { provider: Provider; text: string; format: FileFormat; language: Language },
): Promise<FileReport> {
  const { provider, language } = file
  const settings = await getProvider(tx, scope, provider)
  if (settings.kind !== 'FILE') throw new AppError('DATAHUB_KIND_OTHER', { provider, kind: settings.kind })
  const rows = readFile(file.text, file.format)
  const readable = rows.filter((row) => row.record !== null)
  const records = readable.map(({ record }) => record)
  const outcomes = await deliverRecords(tx, scope, {
    settings,
    mapping: defaultMapping,
    source: 'FILE',
    records,
  })
  const params = { min: settings.scale.min, max: settings.scale.max }
  const unread = rows.flatMap(({ row, fault }) => (fault ? [{ row, ...fault }] : []))
  const refused = readable.flatMap(({ row }: FileRow, nth) => {
    const code = faultCodes[outcomes[nth] ?? 'UNCHANGED']
    return code ? [{ row, code, params }] : []
  })
  const errors = [...unread, ...refused].toSorted((a, b) => a.row - b.row)
  return {
    rows: rows.length,
    ...countOutcomes(outcomes),
    errorCount: errors.length,
    errors: errors
      .slice(0, toldErrors)
      .map(({ row, code, params: told }) => ({ row, code, message: problemSentence(code, language, told) })),
  }
}

export function countOutcomes(outcomes: readonly RecordOutcome[]) {
  const count = (wanted: RecordOutcome) => outcomes.filter((one) => one === wanted).length
  return {
    changed: count('CHANGED'),
    unchanged: count('UNCHANGED'),
    older: count('OLDER'),
    notMonitored: count('NOT_MONITORED'),
    unknownCompanies: count('UNKNOWN_COMPANY'),
  }
}
