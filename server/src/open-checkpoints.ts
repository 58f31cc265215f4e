import type { Config } from './config.ts'
import { listAccounts } from './domain/accounts/index.ts'
import { keepAdministrationCheckpoints } from './platform/administration/index.ts'
import type { Db } from './platform/db/index.ts'
import { createCheckpointSigner, keepCheckpoints, type CheckpointKeeping } from './platform/journal/index.ts'

/** Who signs the checkpoints of this installation, and where they are kept besides the database. */
export function openCheckpoints(
  { checkpointDir }: Pick<Config, 'checkpointDir'>,
  secretKey: Uint8Array,
): CheckpointKeeping {
  return { signer: createCheckpointSigner(secretKey), folder: checkpointDir }
}

const stopLimitMs = 5_000

/** At the end of a process: what it wrote since the last checkpoint is vouched for at once, as far as time allows. */
export async function lastCheckpoints(
  db: Db,
  keeping: CheckpointKeeping,
  log: { error(values: object, message: string): void },
): Promise<void> {
  const accountIds = (await db.system(listAccounts)).map(({ accountId }) => accountId)
  const run = { accountIds, log, signal: AbortSignal.timeout(stopLimitMs) }
  await keepCheckpoints(db, keeping, run)
  await keepAdministrationCheckpoints(db, keeping, run)
}
