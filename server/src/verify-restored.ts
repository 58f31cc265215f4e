import { createPool, openDatabase } from './platform/db/index.ts'
import {
  findAdministrationFolder,
  readAdministrationCheckpoints,
  verifyAdministration,
} from './platform/administration/index.ts'
import type { Manifest } from './platform/backup/index.ts'
import {
  readCheckpoints,
  verifyJournal,
  type ChainKey,
  type Checkpoint,
  type Verdict,
} from './platform/journal/index.ts'
import { wholeAccount } from './platform/kernel/index.ts'

export interface RestoredChain extends ChainKey {
  readonly verdict: Verdict
  /** What a checkpoint file vouches for beyond the end of the copy: it happened, and it is gone. */
  readonly lost: Checkpoint | null
}

/** Walks every chain of a restored database, and tells what the checkpoint files know of that came after the copy. */
export async function verifyRestored(
  appUrl: string,
  { manifest, folder }: { readonly manifest: Manifest; readonly folder: string },
): Promise<RestoredChain[]> {
  const db = openDatabase(createPool({ url: appUrl, max: 2, applicationName: 'vigie restore' }))
  const kept = await readKept(folder)
  try {
    const chains: RestoredChain[] = []
    for (const { accountId, chain, seq } of manifest.heads) {
      const verdict = await db.read(wholeAccount(accountId), (tx) =>
        chain === 'EVENTS' ? verifyJournal(tx, { accountId }) : verifyAdministration(tx, { accountId }),
      )
      const beyond = kept.filter((one) => one.accountId === accountId && one.chain === chain && one.seq > seq)
      const lost = beyond.toSorted((one, other) => other.seq - one.seq)[0] ?? null
      chains.push({ accountId, chain, verdict, lost })
    }
    return chains
  } finally {
    await db.close()
  }
}

/** A folder that is not there knows of nothing. */
async function readKept(folder: string): Promise<Checkpoint[]> {
  const found = await readCheckpoints(folder).catch(() => ({ checkpoints: [] }))
  const inner = await findAdministrationFolder(folder)
  const others = inner === null ? { checkpoints: [] } : await readAdministrationCheckpoints(inner)
  return [...found.checkpoints, ...others.checkpoints]
}
