import type { Db, Tx } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import type { Scope } from '../platform/kernel/index.ts'

export interface Stage {
  readonly db: Db
  readonly scope: Scope
  readonly store: ObjectStore
  /** Where links in mails lead. */
  readonly publicUrl: string
}

/** What an act does once everything that takes long is at hand: all of it in one transaction. */
export type Work = (tx: Tx) => Promise<void>

/** Something that happens in the demonstration account, so many days before its present. */
export interface Act {
  readonly daysAgo: number
  readonly prepare: (stage: Stage) => Promise<Work>
}
