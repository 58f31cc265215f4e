import { AppError } from '../../../platform/kernel/index.ts'

const perAccount = 20

/** How many requests of an account are held open at once, in this process. */
export class ReaderSlots {
  readonly #taken = new Map<number, number>()

  /** The answer gives the place back; calling it again changes nothing. */
  take(accountId: number): () => void {
    const own = this.#taken.get(accountId) ?? 0
    if (own >= perAccount) {
      throw new AppError('EVENT_READERS_LIMIT', { limit: perAccount }, { headers: { 'retry-after': '5' } })
    }
    this.#taken.set(accountId, own + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = (this.#taken.get(accountId) ?? 1) - 1
      if (left > 0) this.#taken.set(accountId, left)
      else this.#taken.delete(accountId)
    }
  }
}
