const redrawMs = 100
const lineMs = 5_000

/** How many files a long command has been through: redrawn on a terminal, elsewhere a line now and then. */
export class FileProgress {
  readonly #name: string
  readonly #total: number
  #shown = performance.now()
  #isDrawn = false

  constructor(name: string, total: number) {
    this.#name = name
    this.#total = total
  }

  show(done: number): void {
    const now = performance.now()
    const { isTTY } = process.stderr
    if (now - this.#shown < (isTTY ? redrawMs : lineMs)) return
    this.#shown = now
    const line = `${this.#name}: ${done.toLocaleString('en')} of ${this.#total.toLocaleString('en')}`
    process.stderr.write(isTTY ? `\r\u001b[2K${line}` : `${line}\n`)
    this.#isDrawn = isTTY
  }

  end(): void {
    if (this.#isDrawn) process.stderr.write('\r\u001b[2K')
    this.#isDrawn = false
  }
}
