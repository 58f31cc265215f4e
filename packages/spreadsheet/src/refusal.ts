export type RefusalCode =
  /** Not an Excel workbook, or a damaged one. */
  | 'UNREADABLE'
  /** The old binary format, or protected by a password. */
  | 'OLD_OR_ENCRYPTED'
  | 'MACROS'
  /** Unpacks to more than its reader allows. */
  | 'TOO_LARGE'
  | 'MERGED_CELLS'

/** Why a workbook is not read; `where` names the cells or the part, if that helps. */
export class WorkbookRefusal extends Error {
  readonly code: RefusalCode
  readonly where: string
  constructor(code: RefusalCode, why: string, where = '') {
    super(why)
    this.name = 'WorkbookRefusal'
    this.code = code
    this.where = where
  }
}

export interface ReadLimits {
  readonly maxEntries: number
  /** Of all parts together, unpacked. */
  readonly maxUnpackedBytes: number
  /** Unpacked to packed, for anything large. */
  readonly maxRatio: number
  /** Of the texts that cells share, which are held in memory. */
  readonly maxSharedBytes: number
  readonly maxCellsOfRow: number
  readonly maxRowBytes: number
}

export const usualLimits: ReadLimits = {
  maxEntries: 1_000,
  maxUnpackedBytes: 1024 * 1024 * 1024,
  maxRatio: 200,
  maxSharedBytes: 64 * 1024 * 1024,
  maxCellsOfRow: 2_000,
  maxRowBytes: 64 * 1024,
}
