import type { Db } from '../../platform/db/index.ts'
import { enqueueForAccount, type Handlers } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { reopenRelationships } from './reopen-relationships.ts'

type ReviewHandlers = Pick<Handlers, Extract<keyof Handlers, `relationships.${string}`>>

/** Decisions that have ended, by the clock of the account. */
export function endRelationships(db: Db, scope: Scope, signal: AbortSignal): Promise<void> {
  return reopenRelationships(db, scope, { thirdpartyIds: null, only: 'EXPIRY' }, signal)
}

export function relationshipTasks(accountIds: (db: Db) => Promise<number[]>): ReviewHandlers {
  return {
    'relationships.review': ({ thirdpartyIds }, { db, scope, signal }) =>
      reopenRelationships(db, scope, { thirdpartyIds }, signal),
    'relationships.expire': async (_payload, { db }) => {
      const accounts = await accountIds(db)
      await db.system(async (tx) => {
        for (const accountId of accounts) {
          await enqueueForAccount(tx, 'relationships.expire-account', accountId)
        }
      })
    },
    'relationships.expire-account': (_payload, { db, scope, signal }) => endRelationships(db, scope, signal),
  }
}
