import type { Readable } from 'node:stream'

/** Values of the columns asked for, in that order; null for an empty one. */
export type Values = readonly (string | null)[]

export interface Rows {
  readonly values: readonly Values[]
  /** Rows read so far, those before the start included. */
  readonly position: number
  /** Of the whole file, 0 to 1. */
  readonly share: number
}

export interface RegisterFile {
  readonly columns: readonly string[]
  rows(wanted: readonly string[], from: number): AsyncIterable<Rows>
}

/** A text that can be read again from its beginning. */
export interface Text {
  readonly bytes: number
  stream(): Promise<Readable>
}

/** Rows that are read together. */
export const rowsAtOnce = 500
