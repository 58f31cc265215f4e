import {
  operatorChain,
  readAdministrationCheckpoints,
  verifyAdministration,
} from '../platform/administration/index.ts'
import { KeptSet, type Checkpoint } from '../platform/journal/index.ts'
import type { JournalContext } from './journal-context.ts'
import { JournalProgress } from './journal-progress.ts'
import type { AccountVerdict } from './journal-words.ts'

interface Asked {
  /** One account alone; the operator's chain is verified with all of them. */
  readonly account?: number
  /** A number is one of the events: this chain is then walked from its beginning. */
  readonly since?: number | 'last'
  readonly trusted: ReadonlySet<string> | null
  /** Where checkpoints of events were read; those of administration lie in a folder there. */
  readonly folders: readonly string[]
}

/** The administration journal of each account, and the operator's own. */
export async function verifyAdministrations(
  { db }: JournalContext,
  accountIds: readonly number[],
  { account, since, trusted, folders }: Asked,
): Promise<AccountVerdict[]> {
  const kept = (await Promise.all(folders.map(readAdministrationCheckpoints))).flat()
  const verdicts: AccountVerdict[] = []
  for (const accountId of account === undefined ? [operatorChain, ...accountIds] : accountIds) {
    const progress = new JournalProgress(`Administration of ${accountId}`)
    const options = {
      ...(since === 'last' && { since: 'checkpoint' as const }),
      ...(trusted && { trusted }),
      kept: new KeptSet(accountId, kept satisfies readonly Checkpoint[]),
      onProgress: (reached: number, head: number) => progress.show(reached, head),
    }
    try {
      const verdict = await db.read({ accountId }, (tx) => verifyAdministration(tx, { accountId }, options))
      verdicts.push({ accountId, chain: 'ADMINISTRATION', ...verdict })
    } finally {
      progress.end()
    }
  }
  return verdicts
}
