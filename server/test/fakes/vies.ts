import { startLoopback, type Loopback } from './loopback.ts'

export interface FakeVies extends Loopback {
  /** Valid numbers, prefix included, and what their state tells of them. */
  readonly valid: Map<string, { name: string; address: string }>
  /** What a state's service answers instead of a verdict. */
  readonly faults: Map<string, string>
  /** How long each answer takes. */
  latencyMs: number
}

/** The Commission's VAT check on loopback: faults come with status 200 and isValid false. */
export async function startVies(): Promise<FakeVies> {
  const valid = new Map<string, { name: string; address: string }>()
  const faults = new Map<string, string>()
  const running = new Map<string, number>()
  const loopback = await startLoopback(({ url }) => {
    const [, state = '', number = ''] = /^\/ms\/([A-Z]{2})\/vat\/([^/]+)$/.exec(url.pathname) ?? []
    const busy = (running.get(state) ?? 0) + 1
    running.set(state, busy)
    setTimeout(() => running.set(state, (running.get(state) ?? 1) - 1), fake.latencyMs)
    const company = valid.get(state + number)
    const verdict = company ? 'VALID' : 'INVALID'
    // The true service refuses a second check of one state while the first runs.
    const userError = busy > 1 ? 'MS_MAX_CONCURRENT_REQ' : (faults.get(state) ?? verdict)
    const isValid = userError === 'VALID'
    return {
      afterMs: fake.latencyMs,
      body: {
        isValid,
        requestDate: '2026-11-15T09:12:44.310Z',
        userError,
        name: isValid ? company?.name : '---',
        address: isValid ? company?.address : '---',
        requestIdentifier: '',
        originalVatNumber: number,
        vatNumber: number,
        viesApproximate: { name: '---', street: '---', matchName: 3 },
      },
    }
  })
  const fake: FakeVies = { ...loopback, valid, faults, latencyMs: 0 }
  return fake
}
