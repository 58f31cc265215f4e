const redrawMs = 100
const lineMs = 5_000

/** Where a long command is: redrawn on a terminal, elsewhere a line now and then. Always on the error stream. */
export class StepProgress {
  #step = ''
  #shown = performance.now()
  #isDrawn = false

  step(name: string): void {
    this.end()
    this.#step = name
    if (process.stderr.isTTY) this.#draw(name)
    else process.stderr.write(`${name}\n`)
  }

  /** `detail` says of what. */
  show(done: number, detail: string): void {
    const now = performance.now()
    const { isTTY } = process.stderr
    if (now - this.#shown < (isTTY ? redrawMs : lineMs)) return
    this.#shown = now
    const line = `${this.#step}: ${done.toLocaleString('en')} ${detail}`
    if (isTTY) this.#draw(line)
    else process.stderr.write(`${line}\n`)
  }

  end(): void {
    if (this.#isDrawn) process.stderr.write('\r\u001b[2K')
    this.#isDrawn = false
  }

  #draw(line: string): void {
    process.stderr.write(`\r\u001b[2K${line}`)
    this.#isDrawn = true
  }
}
