import type { CallOptions } from './operations.ts'

export interface Tagged<T> {
  readonly value: T
  /** Sent back as `ifMatch`: a change is refused when somebody else was faster. */
  readonly tag: string | null
}

/**
 * Reads something together with the mark of its version, which travels beside it:
 * `readTagged((seen) => account.get('/dossiers/{dossierId}', { path: { dossierId: 7 }, ...seen }))`
 */
export async function readTagged<T>(
  ask: (seen: Pick<CallOptions, 'onHeaders'>) => Promise<T>,
): Promise<Tagged<T>> {
  let tag: string | null = null
  const value = await ask({
    onHeaders: (headers) => {
      tag = headers.get('etag')
    },
  })
  return { value, tag }
}
