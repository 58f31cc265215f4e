import { tooMuch } from './fault.ts'

/** Far beyond any honest document; what goes further is left to a person. */
export const limits = {
  fileBytes: 256 * 1024 * 1024,
  nesting: 100,
  sections: 500,
  objects: 1_000_000,
  /** Values read in all views of a file together. */
  values: 20_000_000,
  unpackedStream: 64 * 1024 * 1024,
  unpackedBytes: 256 * 1024 * 1024,
  fields: 10_000,
  signatures: 64,
  certificates: 400,
  pathLength: 8,
  pathAttempts: 200,
  revocationAnswers: 400,
  cmsBytes: 8 * 1024 * 1024,
} as const

/** What one file may still cost. */
export class Budget {
  private values: number = limits.values
  private unpacked: number = limits.unpackedBytes

  spendValue(): void {
    this.values -= 1
    if (this.values < 0) throw tooMuch('the file has more parts than can be read')
  }

  spendUnpacked(bytes: number): void {
    this.unpacked -= bytes
    if (this.unpacked < 0) throw tooMuch('the packed parts of the file are too large')
  }

  get unpackedLeft(): number {
    return Math.min(this.unpacked, limits.unpackedStream)
  }
}
