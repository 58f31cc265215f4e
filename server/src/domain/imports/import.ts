import type { ProblemCode, ProblemParams, Scope } from '../../platform/kernel/index.ts'

export const importStates = [
  'UPLOADED',
  'VALIDATING',
  'READY',
  'RUNNING',
  'DONE',
  'FAILED',
  'CANCELLED',
] as const
export type ImportState = (typeof importStates)[number]

export const importFormats = ['CSV', 'NDJSON', 'XLSX'] as const
export type ImportFormat = (typeof importFormats)[number]

export const duplicateRules = ['skip', 'error', 'update'] as const
export type DuplicateRule = (typeof duplicateRules)[number]

export interface PortfolioImport {
  readonly importId: number
  readonly state: ImportState
  readonly format: ImportFormat
  readonly dryRun: boolean
  readonly onDuplicate: DuplicateRule
  readonly byteCount: number
  readonly bytesRead: number
  readonly lastRow: number
  readonly position: number
  readonly rows: number
  readonly added: number
  readonly duplicates: number
  readonly updated: number
  readonly unchanged: number
  readonly invalid: number
  readonly pending: number
  readonly problem: { readonly code: ProblemCode; readonly params: ProblemParams } | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly actor: Scope['actor']
  /** The set of the unit its companies go into. */
  readonly unitSetId: number | null
  /** Whether its sender sees some units only. */
  readonly limited: boolean
}

/** What is wrong with a row, in the words of the problem catalogue. */
export interface RowFault {
  readonly column: string | null
  readonly code: ProblemCode
  readonly params: ProblemParams
}

export interface ImportLimits {
  readonly maxRows: number
  readonly maxBytes: number
  /** Imports of an account that have not ended. */
  readonly maxWaiting: number
}

export function hasEnded({ state }: Pick<PortfolioImport, 'state'>): boolean {
  return state === 'DONE' || state === 'FAILED' || state === 'CANCELLED'
}

// Reading a row costs less than adding it.
const readingShare = 30

/** 0 to 100; 100 only when it is done. */
export function progressOf(one: PortfolioImport): number {
  if (one.state === 'DONE') return 100
  const read = readingShare * Math.min(1, one.bytesRead / one.byteCount)
  const done = one.lastRow === 0 ? 0 : (99 - readingShare) * Math.min(1, one.position / one.lastRow)
  return Math.floor(read + done)
}
