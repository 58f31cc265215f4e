import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Reference } from './external-reference.ts'

/** Of a third party or a dossier that is seen, by system. */
export function listReferences(tx: ReadTx, { accountId }: Scope, subject: number): Promise<Reference[]> {
  return tx
    .selectFrom('external_reference')
    .select(['system', 'value'])
    .where('account_id', '=', accountId)
    .where('subject', '=', subject)
    .orderBy('system')
    .execute()
}

export async function getReference(
  tx: ReadTx,
  scope: Scope,
  { subject, system }: { readonly subject: number; readonly system: string },
): Promise<Reference> {
  const references = await listReferences(tx, scope, subject)
  const found = references.find((one) => one.system === system)
  if (!found) throw new AppError('REFERENCE_NOT_FOUND', { system })
  return found
}
