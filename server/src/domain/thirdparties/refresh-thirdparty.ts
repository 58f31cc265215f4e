import type { Db, Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { CompanyRecord, Lookup, References } from '../references/index.ts'
import { registerPatienceMs } from './add-thirdparty.ts'
import { findRefreshable } from './identity.queries.ts'
import { storeIdentity } from './store-identity.ts'
import { findThirdParty } from './thirdparties.queries.ts'

/** Before the transaction: whether it may be refreshed at all, and the register's word. */
export async function refreshFromRegister(
  { db, references }: { db: Db; references: References },
  scope: Scope,
  thirdpartyId: number,
): Promise<Lookup<CompanyRecord>> {
  const found = await db.read(scope, (tx) => findRefreshable(tx, scope, thirdpartyId))
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
  if (found.isArchived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
  if (found.source === 'UNMANAGED' || found.identifier === null)
    throw new AppError('THIRD_PARTY_UNMANAGED', { thirdpartyId })
  return references.find(found.identifier, AbortSignal.timeout(registerPatienceMs))
}

interface Refreshed {
  readonly status: 200 | 202
  readonly version: number
  /** The answer as JSON; the record in it is text already. */
  readonly text: string
}

export async function refreshThirdParty(
  tx: Tx,
  scope: Scope,
  command: { thirdpartyId: number; lookup: Lookup<CompanyRecord> },
): Promise<Refreshed> {
  const { thirdpartyId, lookup } = command
  const { accountId } = scope
  if (lookup.kind === 'UNAVAILABLE') {
    const jobKey = `identity.complete:${accountId}:${thirdpartyId}`
    await enqueue(tx, 'identity.complete', { accountId, thirdpartyId }, { jobKey })
    const present = await findThirdParty(tx, scope, thirdpartyId)
    if (!present) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
    return { status: 202, version: present.version, text: answer('PENDING', [], present.wire) }
  }
  const outcome = await storeIdentity(tx, scope, { thirdpartyId, lookup })
  if (outcome.kind === 'NOT_MANAGED') throw new AppError('WRITE_CONFLICT')
  if (outcome.kind === 'SAME_AS') {
    const { existingThirdpartyId } = outcome
    throw new AppError(
      'THIRD_PARTY_DUPLICATE',
      { existingThirdpartyId },
      { members: { existingThirdpartyId } },
    )
  }
  const changes = outcome.kind === 'CHANGED' ? outcome.changes : []
  return { status: 200, version: outcome.version, text: answer(outcome.kind, changes, outcome.wire) }
}

function answer(outcome: string, changes: readonly object[], wire: string): string {
  return `{"outcome":${JSON.stringify(outcome)},"changes":${JSON.stringify(changes)},"thirdParty":${wire}}`
}
