import type { Db } from '../db/index.ts'
import type { Checkpoint, CheckpointSigner } from './checkpoint.ts'
import { appendToFile, lastInFile } from './checkpoint-file.ts'
import { checkpointsSince, type CheckpointOutcome } from './checkpoints.queries.ts'
import { SignerFault } from './external-signer.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { wholeAccount } from '../kernel/index.ts'
import { countContradiction } from '../metrics/index.ts'

/** Who signs, and the folder outside the database that gets a copy. */
export interface CheckpointKeeping {
  readonly signer: CheckpointSigner
  readonly folder: string
}

interface Log {
  error(values: object, message: string): void
}

interface Run {
  readonly accountIds: readonly number[]
  readonly log: Log
  /** Begins no further account once it fired. */
  readonly signal?: AbortSignal
}

export interface CheckpointedAccount {
  readonly accountId: number
  readonly outcome: CheckpointOutcome
  /** Null when the file could not be written; the next run catches up. */
  readonly exported: number | null
}

/**
 * A checkpoint for every account whose journal moved, and into the files whatever they do not have yet. A fault
 * with one account keeps none of the others waiting; it is thrown at the end.
 */
export async function updateCheckpoints(
  db: Db,
  keeping: CheckpointKeeping,
  { accountIds, log, signal }: Run,
): Promise<CheckpointedAccount[]> {
  const accounts: CheckpointedAccount[] = []
  const faults: unknown[] = []
  for (const accountId of accountIds) {
    if (signal?.aborted) break
    try {
      accounts.push(await updateOne(db, keeping, { accountId, log }))
    } catch (error) {
      faults.push(error)
      // It would be waited for once an account, and nobody is served by that.
      if (error instanceof SignerFault) break
    }
  }
  if (faults.length > 0) throw faults[0]
  return accounts
}

async function updateOne(
  db: Db,
  { signer, folder }: CheckpointKeeping,
  { accountId, log }: { accountId: number; log: Log },
): Promise<CheckpointedAccount> {
  const outcome = await makeCheckpoint(db, wholeAccount(accountId), signer).catch((error: unknown) => {
    const fault = error instanceof SignerFault ? error.code : 'unknown'
    log.error({ accountId, fault }, 'no checkpoint of the journal could be made')
    throw error
  })
  if (outcome.state === 'refused') {
    const { brokenSeq } = outcome
    countContradiction()
    log.error({ accountId, brokenSeq }, 'the journal contradicts its last checkpoint, no new one was signed')
  }
  const exported = await exportNew(db, folder, accountId).catch((error: NodeJS.ErrnoException) => {
    log.error(
      { accountId, fault: error.code ?? error.name },
      'checkpoints could not be written to their file',
    )
    return null
  })
  return { accountId, outcome, exported }
}

async function exportNew(db: Db, folder: string, accountId: number): Promise<number> {
  const last = await lastInFile(folder, accountId)
  const missing: Checkpoint[] = await db.read(wholeAccount(accountId), (tx) =>
    checkpointsSince(tx, { accountId }, last),
  )
  await appendToFile(folder, accountId, missing)
  return missing.length
}
