import type { ReadTx } from '../../../platform/db/index.ts'
import type { Handler } from '../../../platform/jobs/index.ts'
import { AppError, type ActorType, type Scope } from '../../../platform/kernel/index.ts'
import { lockRequiredResponse } from '../status/lock.ts'
import { denyAnswer } from './decide-response.ts'

/**
 * An answer that was revoked is revoked wherever it was reused, each dossier in a transaction of its own. Its
 * sender has been told once, with the first.
 */
export const revokeCopies: Handler<'responses.revoke-copies'> = async ({ responseId }, { db, scope }) => {
  const revoked = await db.read(scope, (tx) => findRevokedAnswer(tx, scope, responseId))
  if (!revoked) return
  for (const copyId of await db.read(scope, (tx) => copiesInForce(tx, scope, responseId))) {
    await db
      .write(scope, async (tx) => {
        const locked = await lockRequiredResponse(tx, scope, copyId)
        if (locked.state === 'ACCEPTED') await denyAnswer(tx, scope, locked, revoked)
      })
      .catch(unlessFrozen)
  }
}

/** What is archived or no longer asked for keeps the answers it had. */
function unlessFrozen(error: unknown): void {
  const isFrozen = error instanceof AppError && ['DOSSIER_ARCHIVED', 'DOCUMENT_STOPPED'].includes(error.code)
  if (!isFrozen) throw error
}

async function findRevokedAnswer(tx: ReadTx, scope: Scope, responseId: number) {
  const row = await tx
    .selectFrom('response as r')
    .innerJoin('decision as d', (join) =>
      join
        .onRef('d.account_id', '=', 'r.account_id')
        .onRef('d.response_id', '=', 'r.response_id')
        .onRef('d.number', '=', 'r.decision_number'),
    )
    .select(['d.comment', 'd.shared', 'd.fraud', 'd.decided_by_type', 'd.decided_by'])
    .where('r.account_id', '=', scope.accountId)
    .where('r.response_id', '=', responseId)
    .where('r.state', '=', 'DENIED')
    .executeTakeFirst()
  if (!row) return null
  const { comment, shared, fraud } = row
  return { comment, shared, fraud, author: { type: row.decided_by_type as ActorType, id: row.decided_by } }
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
