import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ValueChange } from './apply-values.ts'
import type { Definition } from './attribute.ts'

/** The attributes that rules ask by. */
const inputsOfRules = new Set(['CRITICALITY', 'ANNUAL_PURCHASE_AMOUNT'])

/** Rules are looked at again for the third parties one of whose inputs changed. */
export async function enqueueRules(
  tx: Tx,
  { accountId }: Scope,
  changes: readonly ValueChange[],
  definitions: readonly Definition[],
): Promise<void> {
  const inputs = new Set(
    definitions
      .filter(({ scope, code }) => scope === 'THIRD_PARTY' && inputsOfRules.has(code))
      .map(({ attributeId }) => attributeId),
  )
  const concerned = changes.filter((change) => inputs.has(change.attribute_id))
  const thirdpartyIds = [...new Set(concerned.map(({ subject }) => subject))]
  if (thirdpartyIds.length > 0) await enqueue(tx, 'rules.apply', { accountId, thirdpartyIds })
}
