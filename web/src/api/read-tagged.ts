import { reachService } from './problem.ts'

type Send = (request: Request) => Promise<Response>

export interface Tagged<T> {
  readonly value: T
  /** Sent back as If-Match: a change is refused when somebody else was faster. */
  readonly tag: string | null
}

/** Reads something together with the mark of its version, which travels beside it. */
export async function readTagged<T>(ask: (fetch: Send) => Promise<T>): Promise<Tagged<T>> {
  let tag: string | null = null
  const value = await ask(async (request) => {
    const response = await reachService(request)
    tag = response.headers.get('etag')
    return response
  })
  return { value, tag }
}

export const ifMatch = (tag: string | null): Record<string, string> =>
  tag === null ? {} : { 'if-match': tag }
