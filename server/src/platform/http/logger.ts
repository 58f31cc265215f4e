import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import { describeError } from './describe-error.ts'
import { keepListed } from './log-fields.ts'
import { writerTo, type LogPlace } from './log-writer.ts'
import type { HttpOptions } from './options.ts'
import type { Identity } from './types.ts'

/** Identifiers only: what is not in the list of fields is left out, whoever passes it. */
export function createLogger(log: Exclude<HttpOptions['log'], false>): FastifyBaseLogger {
  const options = {
    level: log?.level ?? 'info',
    base: { process: log?.process ?? 'service' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    formatters: { level: (level: string) => ({ level }), log: keepListed },
  }
  return pino(options, log?.stream ?? logDestination())
}

// Asks the logger to say what each line is about.
const sayMessage: unique symbol = Symbol.for('pino.metadata')
const requestAnswered = 'request'
const frequent = new Set([requestAnswered, 'job'])
const gatherMs = 20
const gatheredCharacters = 32 * 1024

/** Where lines go, those of requests of one moment in one write; see `LogWriter` for lines that cannot be written. */
export function logDestination(place: LogPlace = {}): DestinationStream {
  const writer = writerTo(place)
  const lines = new GatheredLines(writer)
  const flush = () => {
    lines.flush()
    writer.flush()
  }
  // Ahead of other listeners, so that the last words of a process that ends by itself are kept.
  process.prependListener('beforeExit', flush)
  process.prependListener('exit', flush)
  return lines
}

/**
 * Writing the line of each request or job by itself would cost a small answer a tenth of its processor time. A killed process
 * loses those of its last moment; any other line (a warning, a sign-in) is written at once, with those before it.
 */
export class GatheredLines implements DestinationStream {
  readonly [sayMessage] = true
  lastMsg: string | undefined
  readonly #log: DestinationStream
  #text = ''
  #timer: NodeJS.Timeout | undefined

  constructor(log: DestinationStream) {
    this.#log = log
  }

  write(line: string): void {
    this.#text += line
    if (!frequent.has(this.lastMsg ?? '') || this.#text.length >= gatheredCharacters) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), gatherMs).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#text === '') return
    const text = this.#text
    this.#text = ''
    this.#log.write(text)
  }
}

/** One line a request, once it is answered: never the URL's query, a header or a body. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const { identity, plan, problemCode, trace } = request
    if (plan?.exempt === true && reply.statusCode < 400) return
    const line = {
      method: request.method,
      route: plan?.pattern ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      account: identity?.scope?.accountId,
      actor: identity ? nameActor(identity.principal) : undefined,
      operation: plan?.key,
      code: problemCode ?? undefined,
      deprecated: plan?.deprecation ? plan.key : undefined,
      traceId: trace?.traceId,
      spanId: trace?.spanId,
    }
    if (error) request.log.warn({ ...line, err: error }, 'answer cut short')
    else request.log.info(line, requestAnswered)
  }
}

const actorKinds = { USER: 'user', API_CLIENT: 'client', CONTACT: 'contact' } as const

/** By kind and number. Who comes from an issuer outside by its claims has no row here, hence the number 0. */
export function nameActor({ kind, id }: Pick<Identity['principal'], 'kind' | 'id'>): string {
  return `${actorKinds[kind]}:${id}`
}
