import { LogController, type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import { LogWriter, type LogPlace } from './log-writer.ts'
import type { HttpOptions } from './options.ts'

const secrets = new Set([
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'iban',
  'email',
])

/** Identifiers only. Redaction is the second wall, for what should never have been passed in the first place. */
export function createLogger(log: Exclude<HttpOptions['log'], false>): FastifyBaseLogger {
  const options = {
    level: log?.level ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
    // Pino's own wildcard redaction costs more than the rest of a line.
    formatters: { log: (line: Record<string, unknown>) => redactSecrets(line, 3) },
  }
  return pino(options, log?.stream ?? logDestination())
}

// Asks the logger to say what each line is about.
const sayMessage: unique symbol = Symbol.for('pino.metadata')
const requestAnswered = 'request'
const gatherMs = 20
const gatheredCharacters = 32 * 1024

/** Where lines go, those of requests of one moment in one write; see `LogWriter` for lines that cannot be written. */
export function logDestination(place: LogPlace = {}): DestinationStream {
  const writer = new LogWriter(place)
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
 * Writing the line of each request by itself would cost a small answer a tenth of its processor time. A killed process
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
    if (this.lastMsg !== requestAnswered || this.#text.length >= gatheredCharacters) this.flush()
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

function redactSecrets(line: Record<string, unknown>, depth: number): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(line)) {
    if (secrets.has(key.toLowerCase())) result[key] = '[redacted]'
    else if (depth > 0 && isPlain(value)) result[key] = redactSecrets(value, depth - 1)
    else result[key] = value
  }
  return result
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

interface LoggedError {
  type: string
  code?: string
  message?: string
  constraint?: string
  stack?: string
  cause?: LoggedError
}

/** PostgreSQL puts the offending values into message and detail, so of its errors only the names are kept. */
export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, severity } = error as { code?: unknown; constraint?: unknown; severity?: unknown }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return {
    type: error.name,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(severity === undefined && { message: error.message }),
    stack: frames.join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
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
      ms: Math.round(reply.elapsedTime * 10) / 10,
      accountId: identity?.scope?.accountId,
      principalId: identity?.principal.id,
      code: problemCode ?? undefined,
      deprecated: plan?.deprecation ? plan.key : undefined,
      traceId: trace?.traceId,
      spanId: trace?.spanId,
    }
    if (error) request.log.warn({ ...line, err: error }, 'answer cut short')
    else request.log.info(line, requestAnswered)
  }
}
