import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { holdResponse, placeOf, stateAfter } from '../status/hold.ts'
import { settleDossiers } from '../status/settle.ts'

interface WithdrawResponse {
  readonly responseId: number
  readonly expectVersion: (version: number) => void
}

/** Takes back an answer nobody has decided on. Withdrawn already: nothing happens. */
export async function withdrawResponse(tx: Tx, scope: Scope, command: WithdrawResponse): Promise<void> {
  const { responseId } = command
  const held = await holdResponse(tx, scope, responseId)
  command.expectVersion(held.version)
  if (held.state === 'INTERRUPTED') return
  const state = stateAfter(held, 'INTERRUPT')
  await sql`
    update response set state = ${state}, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  const data = { responseId, reason: 'WITHDRAWN', before: held.state }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_INTERRUPTED', ...placeOf(held), data })
  await settleDossiers(tx, scope, [held.document.dossierId])
}
