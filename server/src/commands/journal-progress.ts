const redrawMs = 100

/** How far a long walk has come, on a terminal only: programs that read the answer never see it. */
export class JournalProgress {
  readonly #name: string
  readonly #begin = performance.now()
  #drawn = 0

  constructor(name: string) {
    this.#name = name
  }

  show(reached: number, head: number): void {
    const now = performance.now()
    if (!process.stderr.isTTY || now - this.#drawn < redrawMs) return
    this.#drawn = now
    const rate = Math.round((reached / (now - this.#begin)) * 1_000)
    const share = head > 0 ? Math.min(100, Math.floor((reached / head) * 100)) : 100
    process.stderr.write(
      `\r\u001b[2K${this.#name}: event ${formatCount(reached)} of ${formatCount(head)} (${share} %, ${formatCount(rate)} a second)`,
    )
  }

  end(): void {
    if (this.#drawn > 0) process.stderr.write('\r\u001b[2K')
    this.#drawn = 0
  }
}

const formatCount = (number: number) => number.toLocaleString('en')
