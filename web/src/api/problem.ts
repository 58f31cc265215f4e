import { VigieProblem } from '@vigie/client'

/** The server could not be reached, or what answered was not the server. */
export class UnreachableError extends Error {
  /** Of the answer, when a proxy answered in the server's place. */
  readonly status: number | null

  constructor(status: number | null, cause?: unknown) {
    super('The service cannot be reached', { cause })
    this.name = 'UnreachableError'
    this.status = status
  }
}

/** The browser gave no passkey: the person turned away, took too long, or has none on this device. */
export class PasskeyError extends Error {
  constructor(cause: unknown) {
    super('No passkey was given', { cause })
    this.name = 'PasskeyError'
  }
}

/** `fetch` that tells a refusal of the server, which is answered, from a server that cannot be reached. */
export async function reachService(request: Request): Promise<Response> {
  const response = await fetch(request).catch((error: unknown) => {
    throw request.signal.aborted ? error : new UnreachableError(null, error)
  })
  return rejectForeignResponse(response)
}

/** Whatever is no problem of ours was written by a proxy on the way. */
export function rejectForeignResponse(response: Response): Response {
  const isOurs = response.ok || response.headers.get('content-type')?.includes('problem+json') === true
  if (!isOurs) throw new UnreachableError(response.status)
  return response
}

export function isProblem(error: unknown, ...codes: string[]): error is VigieProblem {
  return error instanceof VigieProblem && (codes.length === 0 || codes.includes(error.code))
}
