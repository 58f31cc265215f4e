/** One fault of a field, as the server names it. */
export interface FieldFault {
  pointer?: string
  parameter?: string
  code: string
  message: string
}

interface ProblemBody {
  code: string
  title: string
  detail: string
  instance?: string
  retryable?: boolean
  errors?: FieldFault[]
  [member: string]: unknown
}

/** An answer of the server that says no, with its reason in the reader's language. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  readonly retryable: boolean
  readonly errors: readonly FieldFault[]
  /** What the code adds of its own, e.g. existingThirdpartyId. */
  readonly members: Readonly<Record<string, unknown>>

  constructor(status: number, body: ProblemBody) {
    super(body.detail)
    this.name = 'ProblemError'
    this.status = status
    this.code = body.code
    this.retryable = body.retryable ?? false
    this.errors = body.errors ?? []
    this.members = body
  }
}

/** The server could not be reached, or what answered was not the server. */
export class UnreachableError extends Error {
  constructor(cause?: unknown) {
    super('The service cannot be reached', { cause })
    this.name = 'UnreachableError'
  }
}

/** The browser gave no passkey: the person turned away, took too long, or has none on this device. */
export class PasskeyError extends Error {
  constructor(cause: unknown) {
    super('No passkey was given', { cause })
    this.name = 'PasskeyError'
  }
}

export async function problemOf(response: Response): Promise<Error> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('problem+json')) return new UnreachableError(response.status)
  const body = (await response.json().catch(() => null)) as ProblemBody | null
  return body === null ? new UnreachableError(response.status) : new ProblemError(response.status, body)
}

export function isProblem(error: unknown, ...codes: string[]): error is ProblemError {
  return error instanceof ProblemError && (codes.length === 0 || codes.includes(error.code))
}
