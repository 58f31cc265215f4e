import pc from 'picocolors'

interface Lines {
  info(values: object, message: string): void
}

/**
 * What is shown while the service prepares: one line a step, with the seconds it took. Where nobody sits in front of it,
 * these are lines of the log like any other.
 */
export class Progress {
  readonly #log: Lines | null
  readonly #begin = performance.now()
  #step: { name: string; since: number } | null = null

  constructor(log: Lines | null = null) {
    this.#log = log
  }

  title(text: string): void {
    if (this.#log) this.#log.info({}, text)
    else process.stdout.write(`${pc.bold(text)}\n`)
  }

  step(name: string): void {
    this.#finish()
    this.#step = { name, since: performance.now() }
    if (!this.#log && process.stdout.isTTY) process.stdout.write(`${pc.dim('…')} ${name}`)
  }

  note(text: string): void {
    this.#finish()
    if (this.#log) this.#log.info({}, text)
    else process.stdout.write(`${pc.dim('·')} ${text}\n`)
  }

  done(): void {
    this.#finish()
    const seconds = ((performance.now() - this.#begin) / 1000).toFixed(1)
    if (this.#log) this.#log.info({}, `Ready in ${seconds} s`)
    else process.stdout.write(`${pc.green('✓')} ${pc.bold(`Ready in ${seconds} s`)}\n`)
  }

  #finish(): void {
    if (!this.#step) return
    const { name, since } = this.#step
    this.#step = null
    const ms = performance.now() - since
    if (this.#log) {
      this.#log.info({ durationMs: Math.round(ms) }, name)
      return
    }
    const seconds = (ms / 1000).toFixed(1)
    const line = `${pc.green('✓')} ${name} ${pc.dim(`${seconds} s`)}\n`
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[2K${line}` : line)
  }
}
