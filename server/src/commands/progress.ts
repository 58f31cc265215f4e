import pc from 'picocolors'

/** What the terminal shows while the service prepares: one line a step, with the seconds it took. */
export class Progress {
  readonly #begin = performance.now()
  #step: { name: string; since: number } | null = null

  title(text: string): void {
    process.stdout.write(`${pc.bold(text)}\n`)
  }

  step(name: string): void {
    this.#finish()
    this.#step = { name, since: performance.now() }
    if (process.stdout.isTTY) process.stdout.write(`${pc.dim('…')} ${name}`)
  }

  note(text: string): void {
    this.#finish()
    process.stdout.write(`${pc.dim('·')} ${text}\n`)
  }

  done(): void {
    this.#finish()
    const seconds = ((performance.now() - this.#begin) / 1000).toFixed(1)
    process.stdout.write(`${pc.green('✓')} ${pc.bold(`Ready in ${seconds} s`)}\n`)
  }

  #finish(): void {
    if (!this.#step) return
    const seconds = ((performance.now() - this.#step.since) / 1000).toFixed(1)
    const line = `${pc.green('✓')} ${this.#step.name} ${pc.dim(`${seconds} s`)}\n`
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[2K${line}` : line)
    this.#step = null
  }
}
