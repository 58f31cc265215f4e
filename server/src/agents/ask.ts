import type { FastifyRequest } from 'fastify'
import { agentHeaders, type HttpApp } from '../platform/http/index.ts'
import type { Language } from '../platform/kernel/index.ts'

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** The account's own routes, asked with the caller's token: the same checks, rights and limits as from outside. */
export interface Ask {
  readonly language: Language
  get<T>(path: string, query?: Query): Promise<T>
  post<T>(path: string, body: object, key?: string): Promise<T>
}

/** The service said no; what it said, as it said it. */
export class Refusal extends Error {
  readonly problem: RefusedProblem

  constructor(problem: RefusedProblem) {
    super(problem.detail)
    this.problem = problem
  }
}

interface RefusedProblem {
  readonly code: string
  readonly detail: string
  readonly retryable?: boolean
  readonly retryAfterSeconds?: number
  readonly errors?: readonly { readonly pointer?: string; readonly message?: string }[]
}

interface Caller {
  readonly app: HttpApp
  readonly request: FastifyRequest
  readonly agent: string
  /** Ends when the caller has gone: what was not begun is not begun any more. */
  readonly signal: AbortSignal
}

export function createAsk({ app, request, agent, signal }: Caller): Ask {
  const { authorization, host, 'user-agent': userAgent } = request.headers
  const headers = {
    ...(authorization !== undefined && { authorization }),
    ...(host !== undefined && { host }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
    'accept-language': request.language,
    'x-request-id': request.id,
    ...agentHeaders(agent),
  }
  const base = `/api/v1/account/${request.scope.accountId}`
  const send = async <T>(method: 'GET' | 'POST', url: string, rest: Sent): Promise<T> => {
    signal.throwIfAborted()
    const answer = await app.inject({
      method,
      url: base + url,
      headers: { ...headers, ...rest.headers },
      remoteAddress: request.ip,
      ...(rest.payload && { payload: rest.payload }),
    })
    if (answer.statusCode < 400) return answer.json<T>()
    const retryAfter = Number(answer.headers['retry-after'])
    throw new Refusal({
      ...answer.json<RefusedProblem>(),
      ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
    })
  }
  return {
    language: request.language,
    get: (path, query) => send('GET', path + queryText(query), {}),
    post: (path, payload, key) =>
      send('POST', path, { payload, ...(key !== undefined && { headers: { 'idempotency-key': key } }) }),
  }
}

interface Sent {
  readonly payload?: object
  readonly headers?: Record<string, string>
}

function queryText(query: Query = {}): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value))}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
