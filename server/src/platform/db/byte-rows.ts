import type { EventEmitter } from 'node:events'
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

  /** Valid until the next message is read; whoever keeps something of it makes a copy. */
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

class RowParser extends (Parser as unknown as new () => PacketParser) {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): Message {
    return code === dataRow
      ? new RowMessage(bytes, offset, length)
      : super.handlePacket(offset, code, length, bytes)
  }
}

interface Listening extends EventEmitter {
  attachListeners(stream: NodeJS.ReadableStream): void
}

/** The driver's client with this parser. */
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
}
