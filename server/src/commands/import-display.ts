import { basename } from 'node:path'
import pc from 'picocolors'

/** How far an import has come, in rows. */
type Progress = { readonly position: number }

const barLength = 24
const quietMs = 5_000

/** A bar that moves on a terminal; elsewhere a plain line now and then, so that a log stays readable. */
export class ImportDisplay {
  readonly #name: string
  #start: { at: number; position: number; share: number } | null = null
  #lastLine = performance.now()
  #isDrawn = false

  constructor(path: string) {
    this.#name = basename(path)
  }

  show(counts: Progress, share: number): void {
    const now = performance.now()
    this.#start ??= { at: now, position: counts.position, share }
    if (process.stdout.isTTY) {
      process.stdout.write(`\r\u001b[2K${bar(share)} ${this.#line(counts, share)}`)
      this.#isDrawn = true
    } else if (now - this.#lastLine > quietMs) {
      process.stdout.write(`· ${this.#line(counts, share)}\n`)
      this.#lastLine = now
    }
  }

  done(sentence: string): void {
    this.end()
    process.stdout.write(`${pc.green('✓')} ${sentence}\n`)
  }

  /** Leaves the line, whatever happened. */
  end(): void {
    if (this.#isDrawn) process.stdout.write('\r\u001b[2K')
    this.#isDrawn = false
  }

  #line({ position }: Progress, share: number): string {
    const { at, position: from, share: before } = this.#start ?? { at: 0, position: 0, share: 0 }
    const seconds = (performance.now() - at) / 1000
    const rate = seconds > 0 ? (position - from) / seconds : 0
    const left = share > before ? (seconds * (1 - share)) / (share - before) : Number.NaN
    const parts = [
      this.#name,
      `${Math.floor(share * 100)} %`,
      `${position.toLocaleString('en')} rows`,
      `${Math.round(rate).toLocaleString('en')} rows/s`,
      ...(Number.isNaN(left) ? [] : [`${duration(left)} left`]),
    ]
    return parts.join(', ')
  }
}

function bar(share: number): string {
  const full = Math.round(share * barLength)
  return pc.green('█'.repeat(full)) + pc.dim('░'.repeat(barLength - full))
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`
}
