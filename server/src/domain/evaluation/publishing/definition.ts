import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../platform/kernel/index.ts'

/** The largest number of faults told at once. */
const maxTold = 20

/** What an account may write of a type: all but its code and the number of its version. */
export function writtenPart<T extends { code: string; version: number }>(
  type: T,
): Omit<T, 'code' | 'version'> {
  const { code: _code, version: _version, ...rest } = type
  return rest
}

export function sameDefinition<T extends { code: string; version: number }>(one: T, other: T): boolean {
  return isDeepStrictEqual(writtenPart(one), writtenPart(other))
}

export function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return
  const told = faults.slice(0, maxTold)
  throw new AppError('TYPE_DEFINITION_INVALID', { faults: told.join('; ') }, { members: { faults: told } })
}

/** Null stands for what never shipped, or was never taken from what shipped. */
export function shippedState(taken: number | null, newest: number | null) {
  return {
    shippedVersion: taken,
    newestShippedVersion: newest,
    newerShipped: newest !== null && newest > (taken ?? 0),
  }
}
