export interface FieldFault {
  pointer?: string
  parameter?: string
  code: string
  message: string
}

/** Why the service refused. Program against `code`; `message` is for people. */
export class VigieProblem extends Error {
  override readonly name = 'VigieProblem'
  readonly status: number
  readonly code: string
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
    const code = text(body['code']) ?? text(body['error']) ?? `HTTP_${response.status}`
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
