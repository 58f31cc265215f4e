import { readFile } from 'node:fs/promises'
import {
  askDeletion,
  deletionHolds,
  readKeptProofs,
  readProofs,
  type DeletionProof,
} from '../domain/leaving/index.ts'
import { operatorScope } from '../platform/administration/index.ts'
import type { Tx } from '../platform/db/index.ts'

/** The proofs that were named, and those that lie beside the checkpoints; one that does not hold ends the command. */
export async function gatherProofs(
  file: string | undefined,
  folder: string | null,
): Promise<DeletionProof[]> {
  const named = file === undefined ? [] : readProofs(await readFile(file, 'utf8'))
  const kept = folder === null ? [] : await readKeptProofs(folder)
  const proofs = [...named, ...kept]
  const broken = proofs.find((proof) => !deletionHolds(proof))
  if (broken)
    throw new Error(`The proof that account ${broken.proof.accountId} was deleted is not as it was signed.`)
  return proofs
}

/** Accounts that are there again because the copy is older than their deletion. */
export async function findRevived(tx: Tx, proofs: readonly DeletionProof[]): Promise<number[]> {
  const ids = [...new Set(proofs.map(({ proof }) => proof.accountId))]
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('account')
    .select('account_id')
    .where('account_id', 'in', ids)
    .orderBy('account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

/** In the transaction of the release: nobody gets in between, and the workers begin with them. */
export async function deleteRevived(tx: Tx, accountIds: readonly number[], now: Date): Promise<void> {
  for (const accountId of accountIds) {
    const scope = operatorScope('restore release', accountId)
    await askDeletion(tx, scope, { reason: 'Deleted before', now, dueAt: now, publicUrl: null })
  }
}
