import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'

/** A third party or one of its dossiers. */
export interface SubjectPath {
  readonly kind: 'THIRD_PARTY' | 'DOSSIER'
  readonly subject: number
}

export interface OwnedSubject {
  readonly subject: number
  readonly thirdpartyId: number
}

/** Held for the rest of the transaction. What is archived stays as it was. */
export async function lockSubject(
  tx: Tx,
  scope: Scope,
  { kind, subject }: SubjectPath,
): Promise<OwnedSubject> {
  if (kind === 'DOSSIER') return lockOwnedDossier(tx, scope, subject)
  const [found] = await lockOwnedCompanies(tx, scope, [subject])
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: subject })
  return found
}

/** Those of them that are seen, in the order in which everybody locks them. */
export async function lockOwnedCompanies(
  tx: Tx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<OwnedSubject[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select(['thirdparty_id', 'archived_at'])
    .where('account_id', '=', accountId)
    .where((one) => one('thirdparty_id', '=', one.fn.any(one.val([...thirdpartyIds]))))
    .orderBy('thirdparty_id')
    .forNoKeyUpdate()
    .execute()
  const archived = rows.find((row) => row.archived_at !== null)
  if (archived) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId: archived.thirdparty_id })
  return rows.map(({ thirdparty_id: id }) => ({ subject: id, thirdpartyId: id }))
}

async function lockOwnedDossier(tx: Tx, { accountId }: Scope, dossierId: number): Promise<OwnedSubject> {
  const row = await tx
    .selectFrom('dossier')
    .select(['thirdparty_id', 'archived_at'])
    .where('account_id', '=', accountId)
    .where('dossier_id', '=', dossierId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  if (row.archived_at !== null) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return { subject: dossierId, thirdpartyId: row.thirdparty_id }
}
