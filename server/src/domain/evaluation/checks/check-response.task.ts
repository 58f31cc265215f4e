import { sql } from 'kysely'
import type { Handler } from '../../../platform/jobs/index.ts'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { ResponseState } from '../status/response-states.ts'
import { concludeCheck } from './conclude-check.ts'
import { evidencesOf } from '../answers/evidences.queries.ts'
import { examineFile, type ExamineDeps, type ExaminedFile } from './examine-file.ts'
import { verifyAfterChecks } from './verification/ask-verification.ts'

interface Deps extends Omit<ExamineDeps, 'signal'> {
  /** Codes of the documents whose files a provider verifies next; null without a provider. */
  readonly verifiedCodes?: readonly string[] | null
  /** Where the link in a mail to its sender leads; null: nobody is written to. */
  readonly publicUrl: string | null
}

/**
 * Checks an answer that was submitted. What takes long happens before the transaction that stores the result, which
 * looks again whether the answer still waits for it: a job that runs twice, or too late, changes nothing.
 */
export const checkResponse =
  (deps: Deps): Handler<'responses.check'> =>
  async ({ responseId }, { db, scope, signal }) => {
    const waiting = await db.read(scope, async (tx) => {
      const state = await stateOf(tx, scope, responseId)
      return state === 'CHECKING' ? evidencesOf(tx, scope, responseId) : null
    })
    if (waiting === null) return
    const files: ExaminedFile[] = []
    for (const evidence of waiting.filter(({ kind }) => kind === 'FILE')) {
      files.push(await examineFile(evidence, { ...deps, signal }))
    }
    try {
      await db.write(scope, async (tx) => {
        await concludeCheck(tx, scope, { responseId, files, publicUrl: deps.publicUrl })
        const documentCodes = deps.verifiedCodes ?? []
        if (documentCodes.length > 0) await verifyAfterChecks(tx, scope, { responseId, documentCodes })
      })
    } catch (error) {
      // Frozen with its dossier; it is checked again should the dossier come back.
      if (error instanceof AppError && error.code === 'DOSSIER_ARCHIVED') return
      throw error
    }
  }

async function stateOf(tx: ReadTx, scope: Scope, responseId: number): Promise<ResponseState | null> {
  const { rows } = await sql<{ state: ResponseState }>`
    select state from response
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  return rows[0]?.state ?? null
}
