import { dependencies, tracing } from '../../platform/kernel/index.ts'
import {
  createGuardedFetch,
  UnsafeAddress,
  type AllowedHost,
  type GuardedFetch,
} from '../../platform/outgoing/index.ts'

export const outsideTimeoutMs = 3_000
const maxAnswerBytes = 256 * 1024

/** Fetches from an issuer: no redirect, a time limit, and no more bytes than such documents ever have. */
export function createIssuerFetch(allowedHosts: readonly AllowedHost[]): GuardedFetch {
  const fetch = createGuardedFetch({
    allowedHosts,
    timeoutMs: outsideTimeoutMs,
    maxBytes: maxAnswerBytes,
    dependency: 'identity-provider',
  })
  return async (url, request) => {
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    try {
      const answer = await tracing.ask('identity-provider', () => fetch(url, request))
      if (answer.status < 500) dependencies.succeed('identity-provider', '', seconds())
      else dependencies.fail('identity-provider', `status ${answer.status}`, '', seconds())
      return answer
    } catch (error) {
      if (!(error instanceof UnsafeAddress)) dependencies.fail('identity-provider', error, '', seconds())
      throw error
    }
  }
}

/** The operator named the issuer, which vouches for its host. */
export function hostOfIssuer(issuer: string): AllowedHost {
  const { hostname, port, protocol } = new URL(issuer)
  const usual = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? usual : Number(port) }
}

export async function fetchJson(fetch: GuardedFetch, url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new Error(`The issuer answered ${response.status}.`)
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new Error('The issuer answered no JSON object.')
  return { ...body }
}

/** Plain http is for issuers on the machine itself: development and tests. */
export function requireSafeIssuer(issuer: string): void {
  const { protocol, hostname } = new URL(issuer)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    throw new Error(`The issuer ${issuer} must be reached by https.`)
  }
}
