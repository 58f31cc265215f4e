import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { HeldDocument } from '../status/hold-document.ts'

/** Whatever was being checked or reviewed gives way to a newer answer. Returns it, if there was one. */
export async function supersedeUnderWay(tx: Tx, scope: Scope, held: HeldDocument): Promise<number | null> {
  return moveTo(tx, scope, held, { from: ['CHECKING', 'PENDING'], to: 'SUPERSEDED' })
}

/** There is one draft at a time: starting another gives up the first. */
export async function giveUpDraft(tx: Tx, scope: Scope, held: HeldDocument): Promise<void> {
  const responseId = await moveTo(tx, scope, held, { from: ['DRAFT'], to: 'INTERRUPTED' })
  if (responseId === null) return
  const { thirdpartyId, dossierId, documentId } = held
  record(tx, scope, {
    name: 'DOCUMENT_ANSWER_INTERRUPTED',
    thirdpartyId,
    dossierId,
    documentId,
    data: { responseId, reason: 'REPLACED' },
  })
}

/** The caller holds the document, and the indexes allow one answer in each of these groups of states. */
async function moveTo(
  tx: Tx,
  scope: Scope,
  { documentId }: HeldDocument,
  move: { readonly from: readonly string[]; readonly to: 'SUPERSEDED' | 'INTERRUPTED' },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update response set state = ${move.to}, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = ${documentId}
      and state = any(${[...move.from]}::text[])
    returning response_id as id`.execute(tx)
  return rows[0]?.id ?? null
}
