import type { Anchors } from '../open-anchors.ts'
import type { Db } from '../platform/db/index.ts'
import type { CheckpointKeeping } from '../platform/journal/index.ts'
import type { Clock } from '../platform/kernel/index.ts'

/** What the commands of the journal work with. */
export interface JournalContext {
  readonly db: Db
  readonly clock: Clock
  readonly checkpoints: CheckpointKeeping
  readonly anchors: Anchors
  close(): Promise<void>
}
