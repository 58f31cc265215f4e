import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps, type RequestOptions as HttpsOptions } from 'node:https'
import { isIP } from 'node:net'
import { tracing, type DependencyKind } from '../kernel/index.ts'
import { certificates } from '../metrics/index.ts'
import { checkUrl, type AllowedHost } from './check-url.ts'
import { pinAddresses, resolveAddresses, systemResolve, type Resolve } from './resolve.ts'

export interface GuardedFetchOptions {
  /** Hosts the operator vouches for: by http too, and inside the own network. */
  readonly allowedHosts: readonly AllowedHost[]
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly resolve?: Resolve
  /** Whose certificates these are, for the metrics; nobody's where customers choose the address alone. */
  readonly dependency?: DependencyKind
}

/** What we ask of a place somebody else chose. */
export interface GuardedRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
}

export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<Response>

/** The address leads where no account may send us. */
export class UnsafeAddress extends Error {
  override name = 'UnsafeAddress'
  constructor(host: string) {
    super(`${host} is not a public address reached by https.`)
  }
}

/**
 * Reads from addresses that strangers chose: https to the open internet, no redirects, bounded in time and size. Names
 * are looked up once, and the connection goes to what was found then.
 */
export function createGuardedFetch(options: GuardedFetchOptions): GuardedFetch {
  return async (address, request = {}) => {
    const limit = withinTime(options.timeoutMs, request.signal)
    return toResponse(await openGuarded(options, address, { ...request, signal: limit }), options.maxBytes)
  }
}

export function withinTime(timeoutMs: number, signal?: AbortSignal): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
}

/** The head of an answer, its body yet to be read; the caller bounds time and size. */
export async function openGuarded(
  { allowedHosts, resolve = systemResolve, dependency }: Omit<GuardedFetchOptions, 'timeoutMs' | 'maxBytes'>,
  address: string,
  { method = 'GET', headers = {}, body, signal: limit }: GuardedRequest & { readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const to = checkUrl(address, allowedHosts)
  if (typeof to === 'string') throw new UnsafeAddress(hostOf(address))
  const places = await withinLimit(limit, resolveAddresses(to, resolve))
  if (places === 'ADDRESS_REFUSED') throw new UnsafeAddress(to.host)
  if (places === 'DNS') throw new Error(`The name ${to.host} leads nowhere.`)
  const { url, host, port } = to
  return send(url.protocol, body, {
    host,
    port,
    path: url.pathname + url.search,
    method,
    headers: {
      ...headers,
      ...tracing.headers(),
      host: url.host,
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    },
    // A connection of its own: one kept open would outlive the check of its address.
    agent: false,
    lookup: pinAddresses(places),
    ...(isIP(host) > 0 ? {} : { servername: host }),
    ...(dependency && { checkServerIdentity: certificates.checker(dependency) }),
    signal: limit,
  })
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'This'
}

/** Names are looked up by parts that know no signal. */
function withinLimit<T>(limit: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = () => reject(new Error('No answer in time.'))
    limit.addEventListener('abort', over, { once: true })
    work.then(resolve, reject).finally(() => limit.removeEventListener('abort', over))
  })
}

function send(protocol: string, body: string | undefined, options: HttpsOptions): Promise<IncomingMessage> {
  const open = protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    open(options).once('response', resolve).once('error', reject).end(body)
  })
}

const bodyless = new Set([101, 204, 205, 304])

async function toResponse(message: IncomingMessage, maxBytes: number): Promise<Response> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    // Leaving the loop ends the connection.
    if (size > maxBytes) throw new Error('The answer is too large.')
    chunks.push(chunk)
  }
  const status = message.statusCode ?? 502
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return new Response(bodyless.has(status) ? null : Buffer.concat(chunks), { status, headers })
}
