import type { Db } from '../platform/db/index.ts'
import type { CheckpointKeeping } from '../platform/journal/index.ts'

/** What the commands of the journal work with. */
export interface JournalContext {
  readonly db: Db
  readonly checkpoints: CheckpointKeeping
  close(): Promise<void>
}
