import { closeSync, fstatSync, openSync, renameSync, statSync, writeSync, type Stats } from 'node:fs'

export interface LogPlace {
  /** An output of the process without it. Once it is renamed, the next line goes to a new file under its name. */
  readonly file?: string
  /** Which output; the standard one unless told. */
  readonly output?: 'stdout' | 'stderr'
  /** Beyond this a file makes place for a new one; some former ones are kept. */
  readonly maxBytes?: number
  readonly tell?: (sentence: string) => void
}

// Beyond this, lines that cannot be written are dropped: a log that nobody reads must not fill the memory.
const mostWaitingBytes = 4 * 1024 * 1024
const againMs = 100
const lastWordsMs = 1_000
const formerFiles = 3
const outputs = { stdout: 1, stderr: 2 } as const
const newline = 10

let dropped = 0

interface Receipt {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const shared = new Map<string, LogWriter>()

/** One for each output of the process: two would tear each other's lines. */
export function writerTo(place: LogPlace): LogWriter {
  if (place.file !== undefined) return new LogWriter(place)
  const { output = 'stdout' } = place
  const known = shared.get(output) ?? new LogWriter(place)
  shared.set(output, known)
  return known
}

/** Lines this process could not write, to whatever place. */
export function countDroppedLines(): number {
  return dropped
}

/**
 * Writes the log and never ends the process: lines that find no room, or nobody who reads them, are counted and dropped;
 * when lines pass again, one says how many are missing.
 */
export class LogWriter {
  readonly #place: LogPlace
  #fd: number
  #opened: Pick<Stats, 'ino' | 'dev'> | null = null
  #size = 0
  #waiting = Buffer.alloc(0)
  #timer: NodeJS.Timeout | undefined
  #lost = 0
  #isTorn = false
  #receipts: Receipt[] = []

  constructor(place: LogPlace) {
    this.#place = place
    this.#fd = this.#open()
  }

  write(text: string): void {
    const bytes = Buffer.from(text)
    if (this.#waiting.length + bytes.length > mostWaitingBytes) return this.#drop(bytes, 'EAGAIN')
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes])
    this.#send()
  }

  /** Resolves once the text has left the process, and rejects when it was dropped. */
  deliver(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#receipts.push({ resolve, reject })
      this.write(text)
    })
  }

  /** The last words of a process: a reader who is slow gets a moment. */
  flush(): void {
    const end = Date.now() + lastWordsMs
    const pause = new Int32Array(new SharedArrayBuffer(4))
    while (this.#waiting.length > 0 && Date.now() < end) {
      this.#send()
      if (this.#waiting.length > 0) Atomics.wait(pause, 0, 0, 10)
    }
  }

  #open(): number {
    const { file, output = 'stdout' } = this.#place
    if (file === undefined) return outputs[output]
    const fd = openSync(file, 'a', 0o600)
    this.#opened = fstatSync(fd)
    this.#size = fstatSync(fd).size
    return fd
  }

  /** Whoever turns logs over renames or removes the file, and need not tell us. */
  #follow(): void {
    const { file } = this.#place
    if (file === undefined || this.#opened === null) return
    try {
      const { ino, dev } = statSync(file)
      if (ino === this.#opened.ino && dev === this.#opened.dev) return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return
    }
    try {
      this.#reopen()
    } catch {
      // Its folder is gone, or shut to us: the former file still takes lines.
    }
  }

  #reopen(): void {
    const former = this.#fd
    this.#fd = this.#open()
    closeSync(former)
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#follow()
    this.#makePlace()
    try {
      if (this.#lost > 0) this.#tellLoss()
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(this.#put(this.#waiting))
      this.#settle(({ resolve }) => resolve())
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') this.#timer = setTimeout(() => this.#send(), againMs).unref()
      else this.#drop(this.#waiting, code)
    }
  }

  #put(bytes: Uint8Array): number {
    const written = writeSync(this.#fd, bytes)
    this.#size += written
    this.#isTorn = bytes[written - 1] !== newline
    return written
  }

  #tellLoss(): void {
    const line = {
      level: 'warn',
      time: new Date().toISOString(),
      lost: this.#lost,
      msg: 'lines of the log were lost',
    }
    // Half a line may stand before it.
    const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${JSON.stringify(line)}\n`)
    if (this.#put(bytes) === bytes.length) this.#lost = 0
  }

  #drop(bytes: Buffer, code: string): void {
    const lines = Math.max(1, bytes.filter((byte) => byte === newline).length)
    if (this.#lost === 0) {
      const { tell = writeToStderr } = this.#place
      tell(`The log cannot be written (${code}): lines are lost until there is room again.`)
    }
    this.#lost += lines
    dropped += lines
    if (bytes === this.#waiting) this.#waiting = Buffer.alloc(0)
    this.#settle(({ reject }) => reject(new Error(`Lines cannot be written (${code}).`)))
  }

  #settle(settle: (receipt: Receipt) => void): void {
    const receipts = this.#receipts
    this.#receipts = []
    for (const receipt of receipts) settle(receipt)
  }

  #makePlace(): void {
    const { file, maxBytes = Infinity } = this.#place
    if (file === undefined || this.#size === 0 || this.#size + this.#waiting.length <= maxBytes) return
    try {
      for (let number = formerFiles; number > 0; number -= 1)
        renameIfThere(number === 1 ? file : `${file}.${number - 1}`, `${file}.${number}`)
      this.#reopen()
    } catch {
      // The file goes on growing; better than no log.
      this.#size = 0
    }
  }
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function writeToStderr(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
}

/**
 * What the process says on its own, a welcome or a step of its start, may find a full disk as well, or a reader who left:
 * left to itself, the stream would end the process.
 */
export function outliveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
