import { AppError } from '../../../platform/kernel/index.ts'

const perAccount = 2
const perProcess = 8

/** How many archives are read at once: each holds a connection and an open file for as long as its reader takes. */
export class ZipSlots {
  readonly #taken = new Map<number, number>()
  #all = 0

  /** The answer gives the place back; calling it again changes nothing. */
  take(accountId: number): () => void {
    const own = this.#taken.get(accountId) ?? 0
    if (own >= perAccount || this.#all >= perProcess) {
      throw new AppError('ZIP_BUSY', {}, { headers: { 'retry-after': '5' } })
    }
    this.#taken.set(accountId, own + 1)
    this.#all += 1
    let held = true
    return () => {
      if (!held) return
      held = false
      this.#all -= 1
      const left = (this.#taken.get(accountId) ?? 1) - 1
      if (left > 0) this.#taken.set(accountId, left)
      else this.#taken.delete(accountId)
    }
  }
}
