import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string }
}

export interface WireSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number; readonly message?: string }
}

export interface Collector {
  readonly endpoint: string
  /** Each request as it came over the wire. */
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  spans(): WireSpan[]
  /** How it answers from now on; one that does not answer hangs. */
  answer(reply: (response: ServerResponse) => void): void
  close(): Promise<void>
}

interface Wire {
  readonly resourceSpans: { readonly scopeSpans: { readonly spans: WireSpan[] }[] }[]
}

/** Takes traces as a real collector does: OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  let reply = (response: ServerResponse): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      headers.push(request.headers)
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString())
      reply(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Wire).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    answer: (next) => void (reply = next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const attributesOf = ({ attributes }: WireSpan): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]))
