import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'

/** How often each effect came, by its id. */
export class Effects {
  readonly #seen = new Map<string, number>()

  note(id: string): void {
    this.#seen.set(id, (this.#seen.get(id) ?? 0) + 1)
  }

  has(id: string): boolean {
    return this.#seen.has(id)
  }

  get count(): number {
    return this.#seen.size
  }

  get repeated(): number {
    let repeated = 0
    for (const times of this.#seen.values()) repeated += times - 1
    return repeated
  }
}

export interface Catcher {
  readonly port: number
  readonly effects: Effects
  close(): void
}

/** Takes every mail, and counts them by recipient and Message-ID. */
export async function catchMails(): Promise<Catcher> {
  const effects = new Effects()
  const server = createServer((socket) => {
    let waiting = ''
    let mail: string | null = null
    let recipient = ''
    socket.on('error', () => undefined)
    socket.write('220 catcher\r\n')
    const answer = (line: string): string => {
      if (/^RCPT TO/i.test(line)) recipient = /<(.*)>/.exec(line)?.[1] ?? ''
      if (/^DATA/i.test(line)) mail = ''
      if (/^QUIT/i.test(line)) return '221 bye'
      return mail === null ? '250 ok' : '354 go on'
    }
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1')
      for (;;) {
        const end = waiting.indexOf('\r\n')
        if (end < 0) return
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (mail === null) socket.write(`${answer(line)}\r\n`)
        else if (line === '.') {
          const id = /^message-id:\s*(\S+)/im.exec(mail)?.[1] ?? ''
          effects.note(`${recipient} ${id}`)
          mail = null
          socket.write('250 taken\r\n')
        } else mail += `${line}\n`
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, effects, close: () => void server.close() }
}

/** The other end of the webhooks; counts by the id each message has for all its attempts. */
export async function catchWebhooks(): Promise<Catcher> {
  const effects = new Effects()
  const server = createHttpServer((request, response) => {
    const id = String(request.headers['webhook-id'] ?? '')
    request.resume().on('end', () => {
      effects.note(id)
      response.writeHead(204).end()
    })
    request.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, effects, close }
}
