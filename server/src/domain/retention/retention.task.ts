import type { Db } from '../../platform/db/index.ts'
import { enqueue, type Handler } from '../../platform/jobs/index.ts'
import { retireAnswers } from './retire-answers.ts'

/** Each account as a job of its own. */
export const retireEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'retention.run'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        await enqueue(tx, 'retention.run-account', { accountId }, { jobKey: `retention.run:${accountId}` })
      }
    })
  }

export const retireAccount: Handler<'retention.run-account'> = (_payload, { db, scope, signal }) =>
  retireAnswers(db, scope, signal)
