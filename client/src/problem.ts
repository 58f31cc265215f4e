import type { components } from './schema.gen.ts'

export interface FieldFault {
  pointer?: string
  parameter?: string
  code: string
  message: string
}

/**
 * Why a call was refused, by name: the problems of the service, those of the token address, and `HTTP_502` and the like
 * for answers that something in between has written.
 */
export type ProblemCode = CodesBySource[keyof CodesBySource]

interface CodesBySource {
  service: components['schemas']['Problem']['code']
  token:
    | 'invalid_client'
    | 'invalid_grant'
    | 'invalid_request'
    | 'invalid_scope'
    | 'unauthorized_client'
    | 'unsupported_grant_type'
  between: `HTTP_${number}`
}

/** Why the service refused. Program against `code`; `message` is for people. */
export class VigieProblem extends Error {
  override readonly name = 'VigieProblem'
  readonly status: number
  readonly code: ProblemCode
  /** What happened and what to do, in the language that was asked for. */
  readonly detail: string
  /** The same request, unchanged, may succeed later. */
  readonly retryable: boolean
  readonly errors: readonly FieldFault[]
  /** Names the request in the service's log. */
  readonly requestId: string | null
  /** From `Retry-After`; null when the service named no time. */
  readonly retryAfterSeconds: number | null
  /** The whole answer, with the members that only some problems have. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(response: Response, body: Readonly<Record<string, unknown>>) {
    const code = (body['code'] ?? body['error'] ?? `HTTP_${response.status}`) as ProblemCode
    const detail = text(body['detail']) ?? text(body['error_description']) ?? response.statusText
    super(`${code}: ${detail}`)
    this.status = response.status
    this.code = code
    this.detail = detail
    // A proxy in between knows nothing of our problems.
    this.retryable =
      body['retryable'] === true || (!('code' in body) && [502, 503, 504].includes(this.status))
    this.errors = Array.isArray(body['errors']) ? (body['errors'] as FieldFault[]) : []
    this.requestId = response.headers.get('x-request-id')
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    this.retryAfterSeconds = Number.isFinite(seconds) ? seconds : null
    this.body = body
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export async function problemOf(response: Response): Promise<VigieProblem> {
  const body: unknown = await response.json().catch(() => null)
  return new VigieProblem(response, typeof body === 'object' && body !== null ? { ...body } : {})
}
