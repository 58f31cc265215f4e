import type { FileReading } from '../answers/file-readings.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { checkFacts } from './conclude-check.ts'
import { judgeAnswer, readAs } from './judge-answer.ts'
import type { PdfContent } from './pdf-content.ts'
import { readingRecord } from './reading-record.ts'

/** What a sender may be told before anything is sent: plain facts about the document, never a doubt about the file. */
const advisable: ReadonlySet<string> = new Set([
  'OTHER_COMPANY_IDENTIFIER',
  'KIND_DIFFERS',
  'PRINTED_EXPIRED',
])

interface DraftFile {
  readonly evidenceId: number
  readonly warnings: readonly string[]
  readonly content: PdfContent | null
}

/** What is asked for, and of whom. */
export interface DraftFacts {
  readonly type: DocumentType
  readonly facts: Awaited<ReturnType<typeof checkFacts>>
}

/** What is kept of a file of a draft, with what its sender may be told at once. */
export function readForSender(file: DraftFile, { type, facts }: DraftFacts): FileReading {
  const read = { ...readAs(type.code, file), seal: null }
  const undated = { effectiveDate: null, expirationDate: null, forms: [], banks: new Map<string, never>() }
  const { findings } = judgeAnswer({ ...undated, ...facts, type, files: [read] })
  const advice = findings.map(({ code }) => code).filter((code) => advisable.has(code))
  return readingRecord(read, [...new Set(advice)])
}
