import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const misbehaviours = [
  'down',
  'slow',
  'garbage',
  'wrong-shape',
  'huge',
  'rate-limited',
  'server-error',
  'redirect',
] as const
export type Behaviour = 'ok' | (typeof misbehaviours)[number]

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Loopback {
  readonly url: string
  /** What was asked, in order. */
  readonly requests: Asked[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body: unknown
  readonly afterMs?: number
}

/** A register on loopback: answers by its own rules, or fails in one of the ways services fail. */
export async function startLoopback(answer: (asked: Asked) => Reply): Promise<Loopback> {
  const requests: Asked[] = []
  let behaviour: Behaviour = 'ok'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', 'http://register'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(asked)
      if (behaviour === 'ok') send(response, answer(asked))
      else misbehave[behaviour](response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    behave(next) {
      behaviour = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A busy machine must not look like a slow register: only who expects no answer waits a short time. */
export function bounds(behaviour: Behaviour = 'ok') {
  const timeoutMs = behaviour === 'slow' ? 300 : 20_000
  return { timeoutMs, maxBytes: 1024 * 1024, attempts: 1, perSecond: null }
}

const misbehave: Record<Exclude<Behaviour, 'ok'>, (response: ServerResponse) => void> = {
  down: (response) => response.destroy(),
  slow: () => undefined,
  garbage: (response) => response.end('<html>maintenance</html>'),
  'wrong-shape': (response) => send(response, { body: { data: [{ id: 12 }], results: 3, isValid: 'yes' } }),
  huge: (response) => response.end(' '.repeat(2 * 1024 * 1024)),
  'rate-limited': (response) => response.writeHead(429, { 'retry-after': '7' }).end(),
  'server-error': (response) => send(response, { status: 503, body: { error: 'maintenance' } }),
  redirect: (response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
}

function send(
  response: ServerResponse,
  { status = 200, type = 'application/json', body, afterMs }: Reply,
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const write = () => response.writeHead(status, { 'content-type': type }).end(text)
  if (afterMs === undefined) write()
  else setTimeout(write, afterMs)
}
