import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/index.ts'
import {
  appendToFile,
  lastInFile,
  readCheckpoints,
  readNewestCheckpoints,
  signatureHolds,
  type Checkpoint,
  type CheckpointKeeping,
  type CheckpointOutcome,
  type CheckpointedAccount,
} from '../journal/index.ts'
import { signedHashOf } from './chain.ts'
import {
  administrationCheckpoints,
  findChainState,
  entryHash,
  storeAdministrationCheckpoint,
} from './checkpoints.queries.ts'
import { operatorChain } from './record-administration.ts'
import { wholeAccount } from '../kernel/index.ts'
import { countContradiction } from '../metrics/index.ts'

interface Run {
  readonly accountIds: readonly number[]
  readonly log: { error(values: object, message: string): void }
  /** Begins no further account once it fired. */
  readonly signal?: AbortSignal
}

/** Beside those of the events, in a folder of their own, one file a chain; the operator's has the number 0. */
export const administrationFolder = (folder: string) => path.join(folder, 'administration')

/**
 * A checkpoint for every administration journal that moved, the operator's among them, and into the files whatever
 * they do not have yet. A fault with one keeps none of the others waiting; it is thrown at the end.
 */
export async function updateAdministrationCheckpoints(
  db: Db,
  keeping: CheckpointKeeping,
  { accountIds, log, signal }: Run,
): Promise<CheckpointedAccount[]> {
  const accounts: CheckpointedAccount[] = []
  const faults: unknown[] = []
  for (const accountId of new Set([operatorChain, ...accountIds])) {
    if (signal?.aborted) break
    try {
      accounts.push(await updateOne(db, keeping, { accountId, log }))
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return accounts
}

async function updateOne(
  db: Db,
  keeping: CheckpointKeeping,
  { accountId, log }: { accountId: number; log: Run['log'] },
): Promise<CheckpointedAccount> {
  const outcome = await makeCheckpoint(db, keeping, accountId)
  if (outcome.state === 'refused') {
    const { brokenSeq } = outcome
    countContradiction()
    log.error(
      { accountId, brokenSeq },
      'the administration journal contradicts its last checkpoint, no new one was signed',
    )
  }
  const exported = await exportNew(db, administrationFolder(keeping.folder), accountId).catch(
    (error: NodeJS.ErrnoException) => {
      const fault = error.code ?? error.name
      log.error({ accountId, fault }, 'checkpoints of administration could not be written to their file')
      return null
    },
  )
  return { accountId, outcome, exported }
}

/** Signed between two transactions: the key may live outside this process, and take its time. */
async function makeCheckpoint(
  db: Db,
  { signer }: CheckpointKeeping,
  accountId: number,
): Promise<CheckpointOutcome> {
  const { head, last, lastHash } = await db.read(wholeAccount(accountId), async (tx) => {
    const [newest] = await administrationCheckpoints(tx, { accountId }, { newest: 1 })
    return {
      head: await findChainState(tx, { accountId }),
      last: newest,
      lastHash: newest ? await entryHash(tx, { accountId }, newest.seq) : null,
    }
  })
  if (!head) return last ? { state: 'refused', brokenSeq: 1 } : { state: 'empty' }
  if (last && (!signatureHolds(last) || !lastHash || !signedHashOf(lastHash).equals(last.hash))) {
    return { state: 'refused', brokenSeq: Math.min(last.seq, head.seq + 1) }
  }
  if (!head.holds) return { state: 'refused', brokenSeq: head.seq }
  if (last?.seq === head.seq) return { state: 'current', checkpoint: last }
  const facts = { seq: head.seq, hash: signedHashOf(head.hash), at: head.at }
  const signature = await Promise.resolve(signer.sign(accountId, facts))
  const { keyId, publicKey } = signer
  await db.write(wholeAccount(accountId), (tx) =>
    storeAdministrationCheckpoint(tx, { accountId, ...facts, keyId, publicKey, signature }),
  )
  const range = { from: head.seq, to: head.seq }
  const [checkpoint] = await db.read(wholeAccount(accountId), (tx) =>
    administrationCheckpoints(tx, { accountId }, range),
  )
  if (!checkpoint) throw new Error('The checkpoint was not stored.')
  return { state: 'made', checkpoint }
}

async function exportNew(db: Db, folder: string, accountId: number): Promise<number> {
  const since = await lastInFile(folder, accountId)
  const missing: Checkpoint[] = await db.read(wholeAccount(accountId), (tx) =>
    administrationCheckpoints(tx, { accountId }, { since }),
  )
  await appendToFile(folder, accountId, missing)
  return missing.length
}

/** Where those of administration lie within a place; null where only events were kept, or it is a single file. */
export async function findAdministrationFolder(place: string): Promise<string | null> {
  const folder = administrationFolder(place)
  const isThere = await stat(folder).catch(() => null)
  return isThere?.isDirectory() ? folder : null
}

/** Early lines of these files do not say which chain they are of. */
export const readAdministrationCheckpoints = (folder: string) => readCheckpoints(folder, 'ADMINISTRATION')

/** The newest of one account, as many as a request may look at; null when there is no file to be read. */
export const readNewestAdministration = (folder: string, accountId: number) =>
  readNewestCheckpoints(administrationFolder(folder), accountId, 'ADMINISTRATION')
