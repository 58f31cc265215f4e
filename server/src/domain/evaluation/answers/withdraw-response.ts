import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { lockResponse, eventPlace, stateAfter } from '../status/lock.ts'
import { refuseOwnAnswer } from './suppliers.ts'
import { settleDossiers } from '../status/settle.ts'

interface WithdrawResponse {
  readonly responseId: number
  readonly expectVersion: (version: number) => void
}

/** Takes back an answer nobody has decided on. Withdrawn already: nothing happens. */
export async function withdrawResponse(tx: Tx, scope: Scope, command: WithdrawResponse): Promise<void> {
  const { responseId } = command
  const locked = await lockResponse(tx, scope, responseId)
  command.expectVersion(locked.version)
  await refuseOwnAnswer(tx, scope, locked)
  if (locked.state === 'INTERRUPTED') return
  const state = stateAfter(locked, 'INTERRUPT')
  await sql`
    update response set state = ${state}, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  const data = { responseId, reason: 'WITHDRAWN', before: locked.state } as const
  record(tx, scope, { name: 'DOCUMENT_ANSWER_INTERRUPTED', ...eventPlace(locked), data })
  const { documentId } = locked.document
  await enqueue(tx, 'responses.guard-bank-change', { accountId: scope.accountId, documentId })
  await settleDossiers(tx, scope, [locked.document.dossierId])
}
