export const outsideTimeoutMs = 3_000
const maxAnswerBytes = 256 * 1024

/** Fetches from an issuer: no redirect, a time limit, and no more bytes than such documents ever have. */
export async function fetchBounded(url: string, init: RequestInit = {}): Promise<Response> {
  const signal = init.signal ?? AbortSignal.timeout(outsideTimeoutMs)
  const response = await fetch(url, { ...init, redirect: 'manual', signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxAnswerBytes) throw new Error('The answer of the issuer is too large.')
    chunks.push(chunk)
  }
  const bodyless = response.status === 204 || response.status === 304
  const { status, headers } = response
  return new Response(bodyless ? null : Buffer.concat(chunks), { status, headers })
}

export async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const response = await fetchBounded(url, { headers: { accept: 'application/json' } })
  if (response.status !== 200) throw new Error(`The issuer answered ${response.status}.`)
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null) throw new Error('The issuer answered no JSON object.')
  return { ...body }
}

/** Plain http is for issuers on the machine itself: development and tests. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

export function requireSafeIssuer(issuer: string): void {
  const url = new URL(issuer)
  if (url.protocol !== 'https:' && !isLoopbackHttp(url)) {
    throw new Error(`The issuer ${issuer} must be reached by https.`)
  }
}
