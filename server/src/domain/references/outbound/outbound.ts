import type { Static, TSchema } from 'typebox'
import {
  dependencies,
  systemClock,
  tracing,
  type Clock,
  type DependencyKind,
} from '../../../platform/kernel/index.ts'
import { certificates } from '../../../platform/metrics/index.ts'
import { Base } from './address.ts'
import { AnswerCache } from './answer-cache.ts'
import { Attempts } from './attempts.ts'
import { Breaker } from './breaker.ts'
import { fault, type Call, type Fault } from './exchange.ts'
import { Flights } from './flights.ts'
import { Pace } from './pace.ts'
import type { Outbound, OutboundAnswer, OutboundOptions, OutboundRequest } from './types.ts'

type Answer = OutboundAnswer<unknown>

const userAgent = 'Vigie (third-party evaluation; open source)'

/** The way out to one service: bounded in time, size and rate, and quiet while the service is down. */
export function createOutbound(options: OutboundOptions): Outbound {
  return new Client(options)
}

class Client implements Outbound {
  readonly name: string
  readonly #dependency: DependencyKind
  readonly #base: Base
  readonly #clock: Clock
  readonly #headers: Record<string, string>
  readonly #maxBytes: number
  readonly #maxText: number | undefined
  readonly #attempts: Attempts
  readonly #breaker: Breaker
  readonly #cache: AnswerCache<Answer>
  readonly #flights = new Flights<Answer>()
  #posts = 0

  constructor(options: OutboundOptions) {
    const { name, timeoutMs = 10_000, attempts = 3, perSecond = null } = options
    this.name = name
    this.#dependency = options.dependency ?? 'register'
    this.#base = new Base(name, options.baseUrl)
    if (URL.canParse(options.baseUrl)) certificates.expect(this.#dependency, new URL(options.baseUrl))
    this.#clock = options.clock ?? systemClock
    this.#headers = options.headers ?? {}
    this.#maxBytes = options.maxBytes ?? 5 * 1024 * 1024
    this.#maxText = options.maxText
    const burst = options.burst ?? Math.max(1, perSecond ?? 1)
    const pace = perSecond === null ? null : new Pace(perSecond, burst)
    const rate = perSecond === null ? null : { perSecond, burst: Math.floor(burst) }
    const shared = rate === null ? undefined : options.limits?.buckets('register', rate)
    const together = shared && (() => shared.take(name))
    this.#attempts = new Attempts({ timeoutMs, attempts, pace, together, clock: this.#clock })
    this.#breaker = new Breaker(this.#clock, options.breaker ?? { faults: 5, pauseMs: 30_000 })
    this.#cache = new AnswerCache(this.#clock, (options.cacheSeconds ?? 0) * 1_000)
  }

  get state(): 'CLOSED' | 'OPEN' {
    return this.#breaker.state
  }

  async ask<S extends TSchema>(request: OutboundRequest<S>): Promise<OutboundAnswer<Static<S>>> {
    try {
      return (await this.#answer(request)) as OutboundAnswer<Static<S>>
    } catch {
      return this.#unavailable('the question could not be put')
    }
  }

  async #answer(request: OutboundRequest<TSchema>): Promise<Answer> {
    const call = this.#callOf(request)
    if (call === null) return this.#unavailable('the question leads outside the configured address')
    const key = this.#keyOf(call)
    const known = request.fresh ? undefined : this.#cache.get(key)
    if (known) return known
    const answer = await this.#flights.board(key, request.signal, (signal) => this.#fly(call, key, signal))
    return answer ?? this.#unavailable('the caller gave up')
  }

  async #fly(call: Call, key: string, signal: AbortSignal): Promise<Answer> {
    const away = this.#breaker.enter()
    if (away !== null) return this.#unavailable('not to be asked again yet', away)
    const started = performance.now()
    const outcome = await tracing
      .ask(this.#dependency, () => this.#attempts.run(call, signal))
      .catch(() => fault('the answer could not be read'))
    const seconds = (performance.now() - started) / 1000
    if (outcome.kind === 'FAULT') return this.#failed(outcome, signal, seconds)
    this.#wellDone(seconds)
    const answer: Answer = outcome.kind === 'OK' ? { kind: 'OK', value: outcome.value } : outcome
    if (call.method === 'GET') this.#cache.set(key, answer, outcome.kind === 'OK' ? outcome.bytes : 0)
    return answer
  }

  #failed({ reason, unwell, retryAfterMs, asked }: Fault, signal: AbortSignal, seconds: number): Answer {
    if (signal.aborted || !asked) this.#breaker.release()
    else if (unwell) {
      this.#breaker.fault(retryAfterMs)
      dependencies.fail(this.#dependency, reason, this.#told, seconds)
    } else this.#wellDone(seconds)
    return this.#unavailable(reason, retryAfterMs)
  }

  #wellDone(seconds: number): void {
    this.#breaker.success()
    dependencies.succeed(this.#dependency, this.#told, seconds)
  }

  /** Registers are few, and named by us. Providers have names that customers chose. */
  get #told(): string {
    return this.#dependency === 'register' ? this.name : ''
  }

  #unavailable(reason: string, retryAfterMs: number | null = null): OutboundAnswer<never> {
    const retryAfterSeconds = retryAfterMs === null ? null : Math.max(1, Math.ceil(retryAfterMs / 1_000))
    return { kind: 'UNAVAILABLE', reason: `${this.name}: ${reason}`, retryAfterSeconds }
  }

  #callOf(request: OutboundRequest<TSchema>): Call | null {
    const { path, query = {}, method = 'GET', schema } = request
    const { notFound = [404], accept = [], acceptText = [] } = request
    const url = this.#base.under(path, query)
    if (url === null) return null
    const { body, type } = bodyOf(request)
    const headers = {
      accept: 'application/json',
      'user-agent': userAgent,
      ...type,
      ...this.#headers,
      ...request.headers,
    }
    const statuses = { notFound, accept, acceptText }
    const bounds = { maxBytes: this.#maxBytes, maxText: this.#maxText }
    return { url, method, headers, body, schema, ...statuses, ...bounds }
  }

  // Two GETs alike may share an answer; two POSTs never do.
  #keyOf({ url, method, headers, schema, notFound, accept, acceptText }: Call): string {
    if (method === 'POST') return `POST ${++this.#posts}`
    return JSON.stringify([url.href, headers, schemaNumber(schema), notFound, accept, acceptText])
  }
}

function bodyOf({ body, form }: OutboundRequest<TSchema>): {
  body: string | null
  type: Record<string, string>
} {
  if (form) {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return { body: new URLSearchParams(form).toString(), type }
  }
  if (body === undefined) return { body: null, type: {} }
  return { body: JSON.stringify(body), type: { 'content-type': 'application/json' } }
}

const schemaNumbers = new WeakMap<TSchema, number>()
let schemasSeen = 0

function schemaNumber(schema: TSchema): number {
  const known = schemaNumbers.get(schema) ?? ++schemasSeen
  schemaNumbers.set(schema, known)
  return known
}
