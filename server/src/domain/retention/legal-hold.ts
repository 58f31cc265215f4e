import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { record, withWords } from '../../platform/journal/index.ts'
import { AppError, formatDateTime, type Scope } from '../../platform/kernel/index.ts'
import { lockDossier } from '../evaluation/index.ts'

export interface LegalHold {
  readonly dossierId: number
  readonly reason: string | null
  readonly since: string | null
}

export async function getLegalHold(tx: ReadTx, scope: Scope, dossierId: number): Promise<LegalHold> {
  const found = await tx
    .selectFrom('dossier')
    .select(['legal_hold_reason as reason', 'legal_hold_since as since'])
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .executeTakeFirst()
  if (!found) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  const { reason, since } = found
  return { dossierId, reason, since: since && formatDateTime(since) }
}

/**
 * Nothing of a dossier under hold is deleted or warned of, archived or not. A null reason lifts the hold, and a new
 * warning must then come before any deletion: nobody may remember the one from before.
 */
export async function setLegalHold(
  tx: Tx,
  scope: Scope,
  { dossierId, reason }: { readonly dossierId: number; readonly reason: string | null },
): Promise<LegalHold> {
  const { accountId } = scope
  const { thirdpartyId } = await lockDossier(tx, scope, dossierId)
  const known = await getLegalHold(tx, scope, dossierId)
  if (known.reason === reason) return known
  await sql`
    update dossier set legal_hold_reason = ${reason},
      legal_hold_since = case when ${reason}::text is not null then coalesce(legal_hold_since, moment) end,
      version = version + 1, updated_at = moment
    from account_now(${accountId}) moment
    where account_id = ${accountId} and dossier_id = ${dossierId}`.execute(tx)
  if (reason === null) {
    await tx
      .updateTable('response')
      .set({ deletion_warned_at: null })
      .where('account_id', '=', accountId)
      .where('dossier_id', '=', dossierId)
      .where('deletion_warned_at', 'is not', null)
      .execute()
  }
  record(tx, scope, {
    name: 'DOSSIER_UPDATED',
    thirdpartyId,
    dossierId,
    ...withWords(scope.actor, {}, { before: { legalHold: known.reason }, after: { legalHold: reason } }),
  })
  return getLegalHold(tx, scope, dossierId)
}
