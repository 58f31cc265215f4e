import { enqueueForAccount, type Handler } from '../../platform/jobs/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { References } from '../references/index.ts'
import { endImport } from './import-step.ts'
import { processImport } from './process-import.ts'

/** From so many on, nobody should have to wait for the account to be counted. */
const many = 1_000

/** Adds the companies of a file that was sent; a job taken over from a dead worker goes on where that one stopped. */
export const importThirdParties =
  (deps: { references: References; maxRows: number }): Handler<'thirdparties.import'> =>
  async ({ importId }, { db, scope, signal, isLastAttempt }) => {
    try {
      const { accountId } = scope
      const { added } = await processImport({ ...deps, db, signal }, { accountId, importId })
      if (added >= many) await db.write(scope, (tx) => enqueueForAccount(tx, 'statistics.refresh', accountId))
    } catch (error) {
      // Long gone: a job that was handed around after the end of its import.
      if (error instanceof AppError && error.code === 'IMPORT_NOT_FOUND') return
      if (isLastAttempt && !signal.aborted)
        await db.write(scope, (tx) =>
          endImport(tx, scope, importId, { state: 'FAILED', code: 'INTERNAL', params: {} }),
        )
      throw error
    }
  }
