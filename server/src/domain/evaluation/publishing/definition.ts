import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'

/** The largest number of faults told at once. */
const maxTold = 20

/** What an account may write of a type: all but its code and the number of its version. */
export function editablePart<T extends { code: string; version: number }>(
  type: T,
): Omit<T, 'code' | 'version'> {
  const { code: _code, version: _version, ...rest } = type
  return rest
}

export function sameDefinition<T extends { code: string; version: number }>(one: T, other: T): boolean {
  return isDeepStrictEqual(editablePart(one), editablePart(other))
}

export function refuseFaults(faults: readonly string[]): void {
  if (faults.length === 0) return
  const reported = faults.slice(0, maxTold)
  throw new AppError(
    'TYPE_DEFINITION_INVALID',
    { faults: reported.join('; ') },
    { members: { faults: reported } },
  )
}

/** Null stands for what never shipped, or was never taken from what shipped. */
export function shippedState(current: number | null, newest: number | null) {
  return {
    shippedVersion: current,
    newestShippedVersion: newest,
    newerShipped: newest !== null && newest > (current ?? 0),
  }
}

/**
 * Who changes the types of an account does so alone: a document type cannot go while a dossier type that asks
 * for it is being published. Such changes are rare; opening dossiers waits for nobody here.
 */
export async function lockCatalogue(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue', ${scope.accountId}))`.execute(tx)
}
