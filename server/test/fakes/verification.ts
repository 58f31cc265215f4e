import { startLoopback, type Loopback } from './loopback.ts'

export interface Verdict {
  readonly status: 'PENDING' | 'VERIFIED' | 'REFUSED' | 'INCONCLUSIVE'
  readonly report?: string
  readonly reportUrl?: string
}

export interface FakeVerification extends Loopback {
  /** What is answered from now on, to pieces and to questions alike. */
  answer(verdict: Verdict): void
  /** What it was sent so far. */
  pieces(): Record<string, unknown>[]
  /** The bytes behind /reports/, null for none. */
  report: Buffer | null
  /** Forgets every piece: questions are answered with 404. */
  forget(): void
}

/** A verification provider on loopback. */
export async function startFakeVerification(): Promise<FakeVerification> {
  let verdict: Verdict = { status: 'VERIFIED' }
  let known = true
  const fake = { report: null as Buffer | null }
  const loopback = await startLoopback(({ method, url }) => {
    if (url.pathname.startsWith('/v1/reports/')) {
      const { report } = fake
      return report === null
        ? { status: 503, body: '' }
        : { type: 'application/pdf', body: report.toString('latin1') }
    }
    if (method === 'POST') known = true
    if (!known) return { status: 404, body: {} }
    return { body: { id: 'V-1', ...verdict } }
  })
  return Object.assign(fake, loopback, {
    url: `${loopback.url}/v1`,
    answer(next: Verdict) {
      verdict = next
    },
    pieces: () =>
      loopback.requests
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>),
    forget() {
      known = false
    },
  })
}
