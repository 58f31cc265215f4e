import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf, type ProblemCode, type SecurityEvent, type SecurityLog } from '../kernel/index.ts'
import { originOf } from './identity.ts'
import { nameActor } from './logger.ts'

const otherwise: Partial<Record<ProblemCode, SecurityEvent | null>> = {
  ACCOUNT_FORBIDDEN: 'ACCOUNT_REFUSED',
  AUTH_TOKEN_INVALID: 'BEARER_REFUSED',
  AUTH_TOKEN_REVOKED: 'BEARER_REFUSED',
  // Told by those who refuse it, with more than is known here.
  ADDRESS_NOT_ALLOWED: null,
  LOGIN_FAILED: null,
  LOGIN_THROTTLED: null,
  INVITATION_INVALID: null,
}
const byStatus: Readonly<Record<number, SecurityEvent>> = { 403: 'RIGHT_REFUSED', 429: 'RATE_LIMITED' }

const togetherMs = 60_000
// A flood from many places at once: beyond these it is told as one.
const mostCallers = 1_000

/** Tells the security stream whom the door refused. A flood of one caller is told at once, then once a minute. */
export function watchRefusals(app: FastifyInstance, log: SecurityLog): void {
  const floods = new Floods(log)
  app.addHook('onResponse', (request, reply, done) => {
    const { problemCode: code } = request
    if (code !== null) {
      const event = otherwise[code] === undefined ? byStatus[reply.statusCode] : otherwise[code]
      if (event) floods.tell(event, code, request)
    }
    done()
  })
  app.addHook('onClose', async () => floods.end())
}

interface Flood {
  readonly tell: (count: number) => void
  count: number
}

class Floods {
  readonly #log: SecurityLog
  readonly #open = new Map<string, Flood>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: SecurityLog) {
    this.#log = log
  }

  tell(event: SecurityEvent, cause: ProblemCode, request: FastifyRequest): void {
    const { identity, plan, id: requestId } = request
    const actor = identity ? nameActor(identity.principal) : null
    const key = this.#keyOf(`${event} ${cause} ${actor ?? networkOf(request.ip)}`, event)
    const flood = this.#open.get(key)
    if (flood !== undefined) {
      flood.count += 1
      return
    }
    const origin = originOf(request)
    const ids = {
      cause,
      ...(actor !== null && { actor }),
      ...(identity?.scope && { accountId: identity.scope.accountId }),
      ...(plan && { operation: plan.key }),
    }
    this.#open.set(key, { count: 0, tell: (count) => this.#log(event, { ...ids, count }, origin) })
    this.#timer ??= setTimeout(() => this.end(), togetherMs).unref()
    this.#log(event, { ...ids, requestId }, origin)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const floods = [...this.#open.values()]
    this.#open.clear()
    for (const { count, tell } of floods) if (count > 0) tell(count)
  }

  #keyOf(key: string, event: SecurityEvent): string {
    return this.#open.has(key) || this.#open.size < mostCallers ? key : event
  }
}
