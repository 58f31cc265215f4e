import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import {
  checkUrl,
  pinAddresses,
  resolveAddresses,
  systemResolve,
  type Address,
  type AllowedHost,
  type CheckedUrl,
  type Resolve,
} from '../../../platform/outgoing/index.ts'
import { dependencies, tracing, type DependencyKind } from '../../../platform/kernel/index.ts'
import { readRetryAfter } from '../../references/index.ts'

export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Words of ours: what the other side says is not kept. */
export type SendError =
  | 'URL_REFUSED'
  | 'ADDRESS_REFUSED'
  | 'DNS'
  | 'CONNECTION'
  | 'TLS'
  | 'TIMEOUT'
  | 'BROKEN'
  | 'REDIRECT'
  | 'STATUS'

export interface Sent {
  readonly status: number | null
  /** Null: taken, with a status from 200 to 299. */
  readonly error: SendError | null
  /** The media type of the answer, without parameters; null when it names none. */
  readonly answerType: string | null
  /** How long the answer was, as far as it was read; null without one. */
  readonly answerBytes: number | null
  readonly retryAfterMs: number | null
  readonly durationMs: number
}

/** Throws only when `signal` fires before there was an answer. */
export type Send = (message: Outgoing, signal: AbortSignal) => Promise<Sent>

export interface SenderOptions {
  readonly allowedHosts: readonly AllowedHost[]
  readonly timeoutMs: number
  readonly resolve?: Resolve
  /** Whose answers these are, for metrics and the log; webhooks' unless told, nobody's when null. */
  readonly dependency?: DependencyKind | null
  /** Instead of the authorities the machine trusts. */
  readonly ca?: string
}

const maxReadBytes = 64 * 1024
const mediaType = /^[\w!#$&^.+-]{1,49}\/[\w!#$&^.+-]{1,50}$/

type Outcome = Omit<Sent, 'durationMs'>
const failedOutcome = (error: SendError): Outcome => ({
  status: null,
  error,
  answerType: null,
  answerBytes: null,
  retryAfterMs: null,
})

/** Posts to addresses that strangers chose: https to the open internet, no redirects, bounded in time and size. */
export function createSender(options: SenderOptions): Send {
  const { allowedHosts, timeoutMs, ca, resolve = systemResolve, dependency = 'webhook' } = options
  return async (message, signal) => {
    const started = performance.now()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const to = checkUrl(message.url, allowedHosts)
    const places =
      typeof to === 'string' ? 'URL_REFUSED' : await withinTime(limit, resolveAddresses(to, resolve))
    const outcome =
      typeof to === 'string' || typeof places === 'string'
        ? failedOutcome(places as SendError)
        : await tracing.ask(dependency ?? 'webhook', () => post({ to, places, message, limit, ca }))
    if (outcome.status === null) signal.throwIfAborted()
    const durationMs = performance.now() - started
    if (dependency !== null) takeNote(dependency, outcome, durationMs / 1000)
    return { ...outcome, durationMs: Math.round(durationMs) }
  }
}

/** What our own rules refuse was never sent. */
function takeNote(dependency: DependencyKind, { error }: Outcome, seconds: number): void {
  if (error === null) dependencies.succeed(dependency, '', seconds)
  else if (error !== 'URL_REFUSED' && error !== 'ADDRESS_REFUSED')
    dependencies.fail(dependency, error, '', seconds)
}

/** Names are looked up by parts that know no signal. */
async function withinTime<T>(limit: AbortSignal, work: Promise<T>): Promise<T | 'TIMEOUT'> {
  let over: () => void = () => undefined
  const late = new Promise<'TIMEOUT'>((resolve) => {
    over = () => resolve('TIMEOUT')
    limit.addEventListener('abort', over, { once: true })
  })
  try {
    return await Promise.race([work, late])
  } finally {
    limit.removeEventListener('abort', over)
  }
}

interface Post {
  readonly to: CheckedUrl
  readonly places: readonly Address[]
  readonly message: Outgoing
  readonly limit: AbortSignal
  readonly ca: string | undefined
}

function post({ to, places, message, limit, ca }: Post): Promise<Outcome> {
  const { url, host, port } = to
  return new Promise((resolve) => {
    const open = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = open({
      host,
      port,
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        ...message.headers,
        ...tracing.headers(),
        host: url.host,
        'content-length': Buffer.byteLength(message.body),
      },
      // A connection of its own: one kept open would outlive the check of its address.
      agent: false,
      lookup: pinAddresses(places),
      servername: isIP(host) > 0 ? '' : host,
      signal: limit,
      ...(ca === undefined ? {} : { ca }),
    })
    const fail = (error?: NodeJS.ErrnoException) =>
      resolve(failedOutcome(limit.aborted ? 'TIMEOUT' : kindOf(error)))
    request.on('error', fail)
    request.on('close', fail)
    request.once('response', (response) => {
      // From here on there is a status, and what becomes of the connection no longer matters.
      request
        .off('error', fail)
        .off('close', fail)
        .on('error', () => undefined)
      void readOutcome(response).then(resolve)
    })
    request.end(message.body)
  })
}

async function readOutcome(response: IncomingMessage): Promise<Outcome> {
  const status = response.statusCode ?? 0
  const answerType = mediaTypeOf(response.headers['content-type'])
  const answerBytes = await lengthOf(response)
  const retryAfterMs =
    status === 429 || status === 503
      ? readRetryAfter(response.headers['retry-after'] ?? null, new Date())
      : null
  return { status, error: errorOf(status), answerType, answerBytes, retryAfterMs }
}

function errorOf(status: number): SendError | null {
  if (status >= 200 && status <= 299) return null
  return status >= 300 && status <= 399 ? 'REDIRECT' : 'STATUS'
}

function mediaTypeOf(header: string | undefined): string | null {
  const name = header?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return mediaType.test(name) ? name : null
}

/** The status has come: whatever happens to the rest of the answer does not change it. Nothing of it is kept. */
async function lengthOf(response: IncomingMessage): Promise<number> {
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength
      // Leaving the loop ends the connection.
      if (bytes >= maxReadBytes) break
    }
  } catch {
    // Cut off, or out of time.
  }
  return Math.min(bytes, maxReadBytes)
}

const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'EADDRNOTAVAIL'])

function kindOf(error: NodeJS.ErrnoException | undefined): SendError {
  const code = error?.code ?? ''
  if (unreachable.has(code)) return 'CONNECTION'
  return /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME)/.test(code)
    ? 'TLS'
    : 'BROKEN'
}
