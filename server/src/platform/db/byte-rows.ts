import type { EventEmitter } from 'node:events'
import type { Writable } from 'node:stream'
import pg from 'pg'
import { Parser } from 'pg-protocol/dist/parser.js'

/**
 * A column that is cast to `varchar` is read as bytes: text in which nobody looks, passed on as PostgreSQL sent it. To
 * make a string of it and bytes of that string again is most of what a long answer costs. No table has this type.
 */
export const bytesType = 1043

/** Takes the place of the driver's message of a row: its texts are only made when somebody asks for them. */
export class RowMessage {
  readonly name = 'dataRow'
  readonly length: number
  readonly #bytes: Buffer
  readonly #offset: number

  constructor(bytes: Buffer, offset: number, length: number) {
    this.#bytes = bytes
    this.#offset = offset
    this.length = length
  }

  get fields(): (string | null)[] {
    return this.read((bytes, start, end) => bytes.toString('utf8', start, end))
  }

  /** Each value in its turn; null where there is none. */
  read<T>(value: (bytes: Buffer, start: number, end: number, index: number) => T): (T | null)[] {
    const bytes = this.#bytes
    const count = bytes.readInt16BE(this.#offset)
    const values: (T | null)[] = []
    let offset = this.#offset + 2
    for (let index = 0; index < count; index += 1) {
      const length = bytes.readInt32BE(offset)
      const start = offset + 4
      offset = start + Math.max(0, length)
      values.push(length < 0 ? null : value(bytes, start, offset, index))
    }
    return values
  }
}

interface Message {
  readonly name: string
}

/** The part of the driver's parser that its published types leave out. */
interface PacketParser {
  parse(chunk: Buffer, take: (message: Message) => void): void
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message
}

const dataRow = 'D'.charCodeAt(0)
/** A letter, and the length of what follows with itself counted in. */
const headBytes = 5

const messageBytes = (head: Buffer, at: number) => 1 + head.readUInt32BE(at + 1)

/**
 * Hands the driver's parser whole messages only, as they lie in what the socket read. By itself it copies what follows a
 * message that is cut in two, over and over and into memory it uses again: a page of rows would be copied twice, and
 * nobody could keep a part of it.
 */
class RowParser extends (Parser as unknown as new () => PacketParser) {
  /** The message that is cut in two: its bytes so far, in place once its length is known. */
  #cut: Buffer | null = null
  #cutBytes = 0

  override parse(chunk: Buffer, take: (message: Message) => void): void {
    const start = this.#cut === null ? 0 : this.#completeCut(chunk, take)
    let end = start
    while (end + headBytes <= chunk.length && end + messageBytes(chunk, end) <= chunk.length) {
      end += messageBytes(chunk, end)
    }
    if (end > start) super.parse(chunk.subarray(start, end), take)
    if (end < chunk.length) this.#keepCut(chunk.subarray(end))
  }

  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    return code === dataRow
      ? new RowMessage(bytes, offset, length)
      : super.handlePacket(offset, code, length, bytes)
  }

  #keepCut(rest: Buffer): void {
    const length = rest.length < headBytes ? headBytes : messageBytes(rest, 0)
    this.#cut = Buffer.allocUnsafe(length)
    this.#cutBytes = rest.copy(this.#cut)
  }

  /** How much of the chunk belonged to it. */
  #completeCut(chunk: Buffer, take: (message: Message) => void): number {
    let taken = 0
    while (this.#cut !== null && taken < chunk.length) {
      const copied = chunk.copy(this.#cut, this.#cutBytes, taken)
      taken += copied
      this.#cutBytes += copied
      if (this.#cutBytes < this.#cut.length) break
      const whole = this.#cut
      this.#cut = null
      // Only its head was there before, and nobody knew how long it is.
      if (whole.length < messageBytes(whole, 0)) this.#keepCut(whole)
      else super.parse(whole, take)
    }
    return taken
  }
}

interface Listening extends EventEmitter {
  readonly stream: Writable
  attachListeners(stream: NodeJS.ReadableStream): void
}

/**
 * The driver's client with this parser. What is asked in one go leaves in one write: each write wakes a process of
 * PostgreSQL, which costs more than all else that is done to send a short statement.
 */
export class ByteClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const { connection } = this as unknown as { connection: Listening }
    connection.attachListeners = (stream) => {
      const parser = new RowParser()
      const take = (message: Message) =>
        connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message)
      stream.on('data', (chunk: Buffer) => parser.parse(chunk, take))
    }
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver has a dozen ways to call it, all passed on
  override query(...asked: any[]): any {
    const { stream } = (this as unknown as { connection: Listening }).connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    // oxlint-disable-next-line typescript/unbound-method -- bound to this very object by the call
    return Reflect.apply(super.query, this, asked) as unknown
  }
}
