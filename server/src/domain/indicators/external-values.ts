import type { ReadTx } from '../../platform/db/index.ts'
import { addDays, formatDate, type Scope } from '../../platform/kernel/index.ts'
import { latestValues } from '../datahub/index.ts'
import type { ExternalValue } from './facts.ts'

/** What the providers of the data hub said last, in the words of the indicators. */
export async function externalValues(
  tx: ReadTx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<Map<number, ExternalValue[]>> {
  const found = new Map<number, ExternalValue[]>()
  for (const external of await latestValues(tx, scope, thirdpartyIds)) {
    const { thirdpartyId, provider, value, asOf, state, staleAt } = external
    // The day after: by then it is too old at whatever hour one looks.
    const staleOn = addDays(formatDate(staleAt), 1)
    const own = { thirdpartyId, provider, value, asOf, isStale: state === 'STALE', staleOn }
    found.set(thirdpartyId, [...(found.get(thirdpartyId) ?? []), own])
  }
  return found
}
