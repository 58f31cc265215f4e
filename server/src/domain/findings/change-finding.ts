import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { FindingChange } from './finding.schema.ts'
import { enqueueCap, lockOpenFinding, settleFinding } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

/** What is given and the same as before is no change. */
export async function changeFinding(
  tx: Tx,
  scope: Scope,
  { findingId, change }: { readonly findingId: number; readonly change: FindingChange },
  checkVersion: (version: number) => void,
): Promise<void> {
  const before = await lockOpenFinding(tx, scope, findingId, checkVersion)
  const columns = (['theme', 'severity', 'title', 'description'] as const).filter(
    (name) => change[name] !== undefined && change[name] !== before[name],
  )
  if (columns.length === 0) return
  const pick = (from: FindingChange, names: readonly string[]) =>
    Object.fromEntries(columns.filter((name) => names.includes(name)).map((name) => [name, from[name]]))
  await tx
    .updateTable('finding')
    .set(pick(change, columns))
    .where('account_id', '=', scope.accountId)
    .where('finding_id', '=', findingId)
    .execute()
  await settleFinding(tx, scope, findingId)
  const [facts, words] = [
    ['theme', 'severity'],
    ['title', 'description'],
  ]
  recordFinding(tx, scope, before, {
    change: 'CHANGED',
    data: { before: pick(before, facts ?? []), after: pick(change, facts ?? []) },
    words: { before: pick(before, words ?? []), after: pick(change, words ?? []) },
  })
  await enqueueCap(tx, scope, before.thirdpartyId)
}
