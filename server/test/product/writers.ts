import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

/** One intended write, under one Idempotency-Key for all its attempts. */
export interface Write {
  readonly duns: string
  readonly key: string
  /** From the 201; undefined as long as nobody acknowledged it. */
  thirdpartyId?: number
}

export interface Target {
  baseUrl: string
  accountId: number
  token: string
}

/** What must be there, and what may be. */
export interface Ledger {
  readonly acknowledged: readonly Write[]
  /** Sent at least once, neither acknowledged nor refused. */
  readonly open: readonly Write[]
}

/** What one attempt came to. No answer within the limit is a hang, which is a fault of its own. */
export type Outcome = { status: number; code: string; thirdpartyId?: number; replayed: boolean }

const hangMs = 15_000
// Somebody else is at it: on a busy machine longer than a write waits.
const isForNow = new Set(['WRITE_CONFLICT', 'IDEMPOTENCY_IN_PROGRESS'])
// Impatient, but not so much that the asking itself slows the recovery down.
const retryMs = 100

async function attempt(target: Target, write: Write): Promise<Outcome> {
  try {
    const answer = await fetch(`${target.baseUrl}/api/v1/account/${target.accountId}/thirdparties`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${target.token}`,
        'content-type': 'application/json',
        'idempotency-key': write.key,
      },
      body: JSON.stringify({
        legalIdentifier: { code: 'CIT003', value: write.duns },
        unmanaged: { name: `Written ${write.duns}`, countryCode: 'DE' },
      }),
      signal: AbortSignal.timeout(hangMs),
    })
    const body = (await answer.json()) as { thirdpartyId?: number; code?: string }
    const replayed = answer.headers.get('idempotency-replayed') === 'true'
    const made = answer.status === 201 && body.thirdpartyId !== undefined
    return {
      status: answer.status,
      code: body.code ?? '',
      replayed,
      ...(made ? { thirdpartyId: body.thirdpartyId } : {}),
    }
  } catch (error) {
    const hung = (error as Error).name === 'TimeoutError'
    return { status: 0, code: hung ? 'HANG' : 'NO_CONNECTION', replayed: false }
  }
}

/** Comes back as long as a busy machine asks for it. */
export async function patientAttempt(target: Target, write: Write): Promise<Outcome> {
  for (;;) {
    const outcome = await attempt(target, write)
    if (outcome.code !== 'OVERLOADED') return outcome
    await delay(retryMs)
  }
}

/** Loops that add companies as fast as they are answered; each DUNS number is used once in the life of the object. */
export class Writers implements Ledger {
  readonly acknowledged: Write[] = []
  readonly open: Write[] = []
  /** How often each answer came: a status with its problem code, or the lack of any answer. */
  readonly answers = new Map<string, number>()
  slowestMs = 0
  #next: number
  #stopping = false
  #loops: Promise<void>[] = []
  readonly #target: () => Target

  constructor(target: () => Target, firstDuns = 200_000_000) {
    this.#target = target
    this.#next = firstDuns
  }

  /** With `retry` a loop repeats an unanswered write until it is acknowledged; otherwise it leaves it open. */
  start(count: number, options: { retry: boolean }): void {
    this.#stopping = false
    this.#loops = Array.from({ length: count }, () => this.#loop(options.retry))
  }

  /** Returns when no request is under way any more. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.#loops)
  }

  /** Another attempt at each open write, under its first key: to be called when the service is back. */
  async settle(): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const write of this.open.splice(0))
      outcomes.push(await this.#repeat(write, ({ status, code }) => status === 503 || isForNow.has(code)))
    return outcomes
  }

  async #loop(retry: boolean): Promise<void> {
    while (!this.#stopping) {
      this.#next += 1
      const write: Write = { duns: String(this.#next), key: randomUUID() }
      const outcome = await this.#repeat(write, () => retry && !this.#stopping)
      if (outcome.status !== 201) await delay(retryMs)
    }
  }

  /** Until it is acknowledged, or not worth another attempt. */
  async #repeat(write: Write, again: (seen: Outcome) => boolean): Promise<Outcome> {
    for (;;) {
      const outcome = await this.#try(write)
      if (outcome.status === 201 || !again(outcome)) return outcome
      this.open.splice(this.open.indexOf(write), 1)
      await delay(retryMs)
    }
  }

  async #try(write: Write): Promise<Outcome> {
    const began = performance.now()
    const outcome = await attempt(this.#target(), write)
    this.slowestMs = Math.max(this.slowestMs, performance.now() - began)
    const label = outcome.code === '' ? String(outcome.status) : `${outcome.status} ${outcome.code}`
    this.answers.set(label, (this.answers.get(label) ?? 0) + 1)
    if (outcome.thirdpartyId === undefined) this.open.push(write)
    else this.acknowledged.push({ ...write, thirdpartyId: outcome.thirdpartyId })
    return outcome
  }
}
