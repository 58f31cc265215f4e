import type { GivenRow } from './check-row.ts'
import type { RowFault } from './import.ts'

/** One row of the file: what it says, or why it cannot be read. */
export interface ReadRow {
  readonly row: number
  /** How far in the file it ends, about. */
  readonly bytes: number
  readonly given?: GivenRow
  readonly faults?: readonly RowFault[]
}
