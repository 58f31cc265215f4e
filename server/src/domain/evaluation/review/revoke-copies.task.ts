import type { ReadTx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { AppError, type ActorType, type Scope } from '../../../platform/kernel/index.ts'
import { holdAskedResponse } from '../status/hold.ts'
import { denyAnswer } from './decide-response.ts'

/**
 * An answer that was revoked is revoked wherever it was reused, each dossier in a transaction of its own. Its
 * sender has been told once, with the first.
 */
export const revokeCopies: Handler<'responses.revoke-copies'> = async ({ responseId }, { db, scope }) => {
  const revoked = await db.read(scope, (tx) => revokedAnswer(tx, scope, responseId))
  if (!revoked) return
  for (const copyId of await db.read(scope, (tx) => copiesInForce(tx, scope, responseId))) {
    await db
      .write(scope, async (tx) => {
        const held = await holdAskedResponse(tx, scope, copyId)
        if (held.state === 'ACCEPTED') await denyAnswer(tx, scope, held, revoked)
      })
      .catch(unlessFrozen)
  }
}

/** What is archived or no longer asked for keeps the answers it had. */
function unlessFrozen(error: unknown): void {
  const isFrozen = error instanceof AppError && ['DOSSIER_ARCHIVED', 'DOCUMENT_STOPPED'].includes(error.code)
  if (!isFrozen) throw error
}

async function revokedAnswer(tx: ReadTx, scope: Scope, responseId: number) {
  const row = await tx
    .selectFrom('response')
    .select(['decision_comment', 'reason_shared', 'fraud', 'decided_by_type', 'decided_by'])
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .where('state', '=', 'DENIED')
    .executeTakeFirst()
  if (!row) return null
  const author = { type: (row.decided_by_type ?? 'JOB') as ActorType, id: row.decided_by }
  return { comment: row.decision_comment, shared: row.reason_shared ?? false, fraud: row.fraud, author }
}

async function copiesInForce(tx: ReadTx, scope: Scope, responseId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('response')
    .select('response_id')
    .where('account_id', '=', scope.accountId)
    .where('reused_from', '=', responseId)
    .where('state', '=', 'ACCEPTED')
    .orderBy('response_id')
    .execute()
  return rows.map((row) => row.response_id)
}
