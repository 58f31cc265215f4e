import type { BudgetKeys, CookieJar } from '../domain/accounts/index.ts'
import type { Colleague } from '../domain/contacts/index.ts'
import type { Db, Tx } from '../platform/db/index.ts'
import type { ObjectStore } from '../platform/files/index.ts'
import type { Buckets, SharedLimits } from '../platform/limits/index.ts'
import type { Clock, Scope, SecurityLog } from '../platform/kernel/index.ts'

export interface PortalOptions {
  readonly db: Db
  readonly clock: Clock
  readonly store: ObjectStore
  readonly publicUrl: string
  /** Of one file. */
  readonly maxBytes: number
  /** Takes somebody off the list of those who are written to, at their own wish. */
  readonly decline: (
    tx: Tx,
    scope: Scope,
    wish: {
      readonly contactId: number
      readonly reason: 'NOT_ME' | 'DECLINED'
      readonly colleague: Colleague | null
    },
  ) => Promise<unknown>
  readonly log: SecurityLog
  readonly budgetKeys: BudgetKeys
  readonly limits: SharedLimits
}

/** What the routes of this folder share. */
export interface PortalDeps extends PortalOptions {
  readonly cookies: CookieJar
  /** What one contact may ask for. */
  readonly contacts: Buckets
}
