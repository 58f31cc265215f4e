import { dependencies } from '../../../../platform/kernel/index.ts'

const maxBytes = 10 * 1024 * 1024
const timeoutMs = 30_000

/** FOREIGN: not an address of the provider's. */
export type FetchedReport = { kind: 'OK'; bytes: Buffer } | { kind: 'UNAVAILABLE' } | { kind: 'FOREIGN' }

interface From {
  /** Nothing outside of it is ever asked: the answer of a provider must not steer us elsewhere. */
  readonly base: string
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

/** The report a provider points at, bounded in time and size. */
export async function fetchReport(address: string, { base, headers, signal }: From): Promise<FetchedReport> {
  const root = new URL(base)
  const url = URL.canParse(address, root.href) ? new URL(address, root.href) : null
  const prefix = root.pathname.replace(/\/*$/, '/')
  if (url?.origin !== root.origin || !url.pathname.startsWith(prefix)) return { kind: 'FOREIGN' }
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const response = await fetch(url, { headers, signal: limits, redirect: 'manual' })
    const bytes = response.ok ? await readBounded(response) : null
    if (bytes === null) await response.body?.cancel().catch(() => undefined)
    if (response.status >= 500) dependencies.fail('verification', `status ${response.status}`)
    return bytes === null ? { kind: 'UNAVAILABLE' } : { kind: 'OK', bytes }
  } catch (error) {
    if (!signal.aborted) dependencies.fail('verification', error)
    return { kind: 'UNAVAILABLE' }
  }
}

async function readBounded(response: Response): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
