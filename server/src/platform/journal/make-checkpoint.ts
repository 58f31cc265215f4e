import type { Db } from '../db/index.ts'
import type { AccountScope } from '../kernel/index.ts'
import type { CheckpointSigner } from './checkpoint.ts'
import { nextCheckpoint, storeCheckpoint, type CheckpointOutcome } from './checkpoints.queries.ts'

/**
 * Signs where the journal of the account stands, if that moved since the last time. The signature is asked for
 * between two transactions: the key may be far away, and events written meanwhile change nothing of those signed.
 */
export async function makeCheckpoint(
  db: Db,
  scope: AccountScope,
  signer: CheckpointSigner,
): Promise<CheckpointOutcome> {
  const next = await db.read(scope, (tx) => nextCheckpoint(tx, scope))
  if (next.state !== 'due') return next
  const { keyId, publicKey } = signer
  const signature = await signer.sign(scope.accountId, next.facts)
  const signed = { ...next.facts, keyId, publicKey, signature }
  return { state: 'made', checkpoint: await db.write(scope, (tx) => storeCheckpoint(tx, scope, signed)) }
}
