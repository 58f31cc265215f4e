import type { Db, Tx } from '../../src/platform/db/index.ts'
import type { DemoPaper } from '../../src/demo/make-papers.ts'
import type { ObjectStore } from '../../src/platform/files/index.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'

export interface Stage {
  readonly db: Db
  readonly scope: Scope
  readonly store: ObjectStore
  /** Where links in mails lead. */
  readonly publicUrl: string
  /** Told of each paper that was made, so that it can be made again for another day. */
  readonly onPaper: (objectKey: string, paper: DemoPaper) => void
}

/** What an act does once everything that takes long is at hand: all of it in one transaction. */
export type Work = (tx: Tx) => Promise<void>

/** Something that happens in the demonstration account, so many days before its present. */
export interface Act {
  readonly daysAgo: number
  readonly prepare: (stage: Stage) => Promise<Work>
}
