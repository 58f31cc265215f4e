import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../kernel/index.ts'

/** Both ends are inclusive. */
export interface RequestedRange {
  readonly start: number
  readonly end: number
}

const single = /^bytes=(\d*)-(\d*)$/

/**
 * The part a request asks for, or null for the whole. Several ranges at once, another unit, or a condition on another
 * version get the whole, as RFC 9110 allows; a part that is not there is refused.
 */
export function parseByteRange(
  headers: IncomingHttpHeaders,
  { size, etag }: { readonly size: number; readonly etag: string },
): RequestedRange | null {
  const [, from = '', to = ''] = single.exec(headers.range?.trim() ?? '') ?? []
  if (from === '' && to === '') return null
  // Only a strong tag proves that the parts belong together; a date does not.
  const condition = headers['if-range']
  if (condition !== undefined && String(condition).trim() !== etag) return null
  const [first, last] = [Number(from), Number(to)]
  // Without a first byte, so many from the end.
  const suffix = from === ''
  const start = suffix ? Math.max(size - last, 0) : first
  const end = suffix || to === '' ? size - 1 : Math.min(last, size - 1)
  if (!suffix && to !== '' && last < first) return null
  if (start >= size || (suffix && last === 0)) {
    throw new AppError('RANGE_NOT_SATISFIABLE', { size }, { headers: { 'content-range': `bytes */${size}` } })
  }
  return { start, end }
}
