/** What one file may cost. */
export interface ScanLimits {
  readonly maxBytes: number
  /** Certificates are short: of longer files the first pages and the last one are read. */
  readonly maxPages: number
  /** Of one page or picture, before it is unpacked. */
  readonly maxPixels: number
  readonly memoryMiB: number
  /** Of the processor, for one page: on a busy machine a page waits longer, and is read all the same. */
  readonly pageSeconds: number
  /** Of the processor, for the whole file. */
  readonly seconds: number
  /** By the clock: the end of a process that waits for something that never comes. */
  readonly patienceSeconds: number
}

export const defaultLimits: ScanLimits = {
  maxBytes: 32 * 1024 * 1024,
  maxPages: 4,
  maxPixels: 50_000_000,
  memoryMiB: 900,
  pageSeconds: 60,
  seconds: 120,
  patienceSeconds: 600,
}

/**
 * Why not everything was read: the file is too large, has more pages than are read, took too long or too much memory,
 * or cannot be opened.
 */
export type ScanLimit = 'TOO_LARGE' | 'TOO_MANY_PAGES' | 'TIMEOUT' | 'MEMORY' | 'UNREADABLE'
