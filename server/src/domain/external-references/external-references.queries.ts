import { sql } from 'kysely'
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

/** The third parties that other systems call so, by what was written: a system, a colon and a value. */
export async function findReferenced(
  tx: ReadTx,
  { accountId }: Scope,
  written: readonly string[],
): Promise<Map<string, number>> {
  if (written.length === 0) return new Map()
  const asked = written.map((text) => {
    const colon = text.indexOf(':')
    return { text, system: text.slice(0, Math.max(0, colon)), value: text.slice(colon + 1).trim() }
  })
  const { rows } = await sql<{ text: string; id: number }>`
    select a.text, r.subject as id
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a(text text, system text, value text)
    join external_reference r on r.account_id = ${accountId} and r.kind = 'THIRD_PARTY'
      and r.system = a.system and r.value = a.value`.execute(tx)
  return new Map(rows.map(({ text, id }) => [text, id]))
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
