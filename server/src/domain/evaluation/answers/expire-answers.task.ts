import type { Db } from '../../../platform/db/index.ts'
import { enqueue, type Handler } from '../../../platform/jobs/index.ts'
import { expireAnswers } from './expire-answers.ts'

/** Each account by its own clock, as a job of its own: one that fails holds up nobody else. */
export const expireEverywhere =
  (deps: { accountIds: (db: Db) => Promise<number[]> }): Handler<'responses.expire'> =>
  async (_payload, { db }) => {
    const accounts = await deps.accountIds(db)
    await db.system(async (tx) => {
      for (const accountId of accounts) {
        await enqueue(
          tx,
          'responses.expire-account',
          { accountId },
          { jobKey: `responses.expire:${accountId}` },
        )
      }
    })
  }

export const expireAccount: Handler<'responses.expire-account'> = (_payload, { db, scope, signal }) =>
  expireAnswers(db, scope, signal)
