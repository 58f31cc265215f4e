import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { ClientBase, Submittable } from 'pg'

/** What pg gives a query of one's own to speak through. */
interface Wire {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const newline = 0x0a
/** What may wait here before the server is made to wait. */
const mostWaiting = 1024 * 1024

abstract class CopyQuery {
  rowCount = 0
  readonly #text: string
  protected wire: Wire | null = null

  constructor(text: string) {
    this.#text = text
  }

  submit(connection: unknown): void {
    this.wire = connection as Wire
    this.wire.query(this.#text)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rowCount = Number(text.split(' ').at(-1))
  }

  abstract handleError(error: Error): void
  abstract handleReadyForQuery(): void
  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFail('nothing to send')
  }
  handleCopyData(_message: { chunk: Buffer }): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {}
}

class CopyOut extends CopyQuery {
  #rows: Buffer[] = []
  #waiting = 0
  #half: Buffer[] = []
  #isOver = false
  #fault: Error | null = null
  #wake: () => void = () => undefined

  /** A message is a row, though the protocol does not promise it; it is copied, as pg uses its memory again. */
  override handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#half.push(Buffer.from(chunk))
    if (chunk.at(-1) !== newline) return
    const [only] = this.#half
    const row = this.#half.length === 1 && only ? only : Buffer.concat(this.#half)
    this.#half = []
    this.#rows.push(row)
    this.#waiting += row.length
    if (this.#waiting >= mostWaiting) {
      this.wire?.stream.pause()
      this.#wake()
    }
  }

  handleError(error: Error): void {
    this.#fault = error
    this.#end()
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  #end(): void {
    this.#isOver = true
    // The last rows may have stopped it, and whoever asks next on this connection must hear an answer.
    this.wire?.stream.resume()
    this.#wake()
  }

  /** Null at the end. */
  async next(): Promise<readonly Buffer[] | null> {
    if (!this.#isOver && this.#waiting < mostWaiting) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#fault) throw this.#fault
    const rows = this.#rows
    this.#rows = []
    this.#waiting = 0
    if (!this.#isOver) this.wire?.stream.resume()
    return rows.length === 0 && this.#isOver ? null : rows
  }
}

/** Runs `copy … to stdout` and hands over its rows as they come, each with its line end. Returns how many there were. */
export async function copyOut(
  client: ClientBase,
  text: string,
  take: (rows: readonly Buffer[]) => Promise<void> | void,
): Promise<number> {
  const copy = new CopyOut(text)
  client.query(copy as unknown as Submittable)
  for (let rows = await copy.next(); rows !== null; rows = await copy.next()) await take(rows)
  return copy.rowCount
}

class CopyIn extends CopyQuery {
  readonly #source: AsyncIterable<Buffer>
  readonly ended: Promise<void>
  #resolve: () => void = () => undefined
  #reject: (reason: unknown) => void = () => undefined
  #sourceFault: unknown = null
  #isOver = false

  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text)
    this.#source = source
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  override handleCopyInResponse(wire: Wire): void {
    void this.#send(wire)
  }

  async #send(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        if (this.#isOver) return
        wire.sendCopyFromChunk(chunk)
        if (wire.stream.writableNeedDrain) {
          await Promise.race([once(wire.stream, 'drain'), this.ended.catch(() => undefined)])
        }
      }
      if (!this.#isOver) wire.endCopyFrom()
    } catch (error) {
      this.#sourceFault = error
      if (!this.#isOver) wire.sendCopyFail('the source failed')
    }
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.#reject(this.#sourceFault ?? error)
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#resolve()
  }
}

/** Runs `copy … from stdin` with what the source gives. Returns how many rows there were. */
export async function copyIn(
  client: ClientBase,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const copy = new CopyIn(text, source)
  client.query(copy as unknown as Submittable)
  await copy.ended
  return copy.rowCount
}
