import { crc32 } from 'node:zlib'

export interface ChunkSizes {
  readonly least: number
  readonly wanted: number
  readonly most: number
}

const MiB = 1024 * 1024
export const chunkSizes: ChunkSizes = { least: MiB, wanted: 4 * MiB, most: 8 * MiB }

/** Enough of a row to tell it from its neighbours: its key stands in front. */
const lookedAt = 512

/**
 * Cuts rows into chunks where the rows themselves say so, not at every so many bytes: a row that is added or changed
 * moves the cuts around it and no others, so that all other chunks are the same as in the copy before.
 */
export class ChunkCutter {
  readonly #sizes: ChunkSizes
  #rows: Buffer[] = []
  #bytes = 0

  constructor(sizes: ChunkSizes = chunkSizes) {
    this.#sizes = sizes
  }

  /** The chunk that ends with this row, if one does. */
  take(row: Buffer): Buffer | null {
    this.#rows.push(row)
    this.#bytes += row.length
    return this.#endsHere(row) ? this.#cut() : null
  }

  /** What is left. */
  end(): Buffer | null {
    return this.#bytes > 0 ? this.#cut() : null
  }

  #endsHere(row: Buffer): boolean {
    const { least, wanted, most } = this.#sizes
    if (this.#bytes >= most) return true
    if (this.#bytes < least) return false
    // A long row ends more often than a short one, so that chunks of any table come out alike.
    return crc32(row.subarray(0, lookedAt)) / 2 ** 32 < row.length / (wanted - least)
  }

  #cut(): Buffer {
    const chunk = Buffer.concat(this.#rows, this.#bytes)
    this.#rows = []
    this.#bytes = 0
    return chunk
  }
}
