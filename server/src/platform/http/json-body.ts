import { AppError, unfitInText } from '../kernel/index.ts'
import type { HttpLimits } from './options.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Limits = Pick<HttpLimits, 'jsonDepth' | 'jsonItems'>

/** `undefined` for an empty body: whether that is allowed depends on the route. */
export function parseJson(bytes: Buffer, limits: Limits): unknown {
  if (bytes.length === 0) return undefined
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw new AppError('JSON_MALFORMED')
  }
  inspect(value, '', limits, limits.jsonDepth)
  return value
}

function inspect(value: unknown, pointer: string, limits: Limits, depth: number): void {
  if (typeof value === 'string') {
    if (unfitInText.test(value)) throw fieldFault(pointer, 'FIELD_CHARACTERS')
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new AppError('JSON_MALFORMED')
  if (Array.isArray(value)) {
    if (value.length > limits.jsonItems) throw fieldFault(pointer, 'FIELD_TOO_MANY')
    for (const [index, item] of value.entries()) inspect(item, `${pointer}/${index}`, limits, depth - 1)
    return
  }
  const keys = Object.keys(value)
  if (keys.length > limits.jsonItems) throw fieldFault(pointer, 'FIELD_TOO_MANY')
  for (const key of keys) {
    const part = (value as Record<string, unknown>)[key]
    if (key === '__proto__' || (key === 'constructor' && hasPrototype(part)))
      throw new AppError('JSON_MALFORMED')
    if (unfitInText.test(key)) throw fieldFault(pointer, 'FIELD_CHARACTERS')
    inspect(part, `${pointer}/${escapePointer(key)}`, limits, depth - 1)
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

export function escapePointer(key: string): string {
  return key.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}

function fieldFault(pointer: string, code: string): AppError {
  return new AppError('VALIDATION_FAILED', {}, { errors: [{ pointer, code, message: '' }] })
}
