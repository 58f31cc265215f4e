import type { ProblemCode } from '../../platform/kernel/index.ts'
import type { RowFault } from './import.ts'

// Signs that no text means anything by: they stand for what a CSV file has no way to say.
const faultMark = '\u{e000}'
const ignoredMark = '\u{e001}'

/** The heading of a column that is not read. */
export const ignoredHeading = (nth: number): string => `${ignoredMark}${nth}`
export const isIgnoredHeading = (name: string): boolean => name.startsWith(ignoredMark)

const markedCodes = [
  'IMPORT_CELL_FORMULA',
  'IMPORT_CELL_ERROR',
  'IMPORT_CELL_DATE',
  'IMPORT_NUMBER_ROUNDED',
  'IMPORT_ZEROS_LOST',
] as const satisfies readonly ProblemCode[]
export type MarkedCode = (typeof markedCodes)[number]

/** A cell that cannot be used, and why. */
export const markFault = (code: MarkedCode, value: string): string => `${faultMark}${code} ${value}`

/** What is wrong with a cell, if it was marked so. */
export function readMark(column: string, cell: string): RowFault | null {
  if (!cell.startsWith(faultMark)) return null
  const [code = '', ...value] = cell.slice(1).split(' ')
  const known = markedCodes.find((one) => one === code)
  return known ? { column, code: known, params: { value: value.join(' ') } } : null
}
