import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { certificate, privateKey } from './certificate.ts'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** Of TLS: the name the sender asked for. */
  readonly serverName: string | null
}

export interface Receiver {
  readonly port: number
  readonly url: string
  readonly received: Received[]
  /** Requests that wait for an answer, now and at most. */
  readonly open: { now: number; most: number }
  /** How it answers from now on; a receiver that does not answer hangs. */
  answer(reply: (response: ServerResponse) => void): void
  close(): Promise<void>
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}, body = '') =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

/** The other end of a webhook, on loopback. */
export async function startReceiver({ secure = false } = {}): Promise<Receiver> {
  const received: Received[] = []
  const open = { now: 0, most: 0 }
  let reply: (response: ServerResponse) => void = withStatus(204)
  const server = secure ? createSecureServer({ cert: certificate, key: privateKey }) : createServer()
  server.on('request', (request, response) => {
    open.now += 1
    open.most = Math.max(open.most, open.now)
    response.on('close', () => (open.now -= 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { servername } = request.socket as TLSSocket
      const serverName = typeof servername === 'string' ? servername : null
      const body = Buffer.concat(chunks).toString()
      received.push({ path: request.url ?? '', headers: request.headers, body, serverName })
      reply(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}/hooks?of=vigie`,
    received,
    open,
    answer: (how) => {
      reply = how
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
