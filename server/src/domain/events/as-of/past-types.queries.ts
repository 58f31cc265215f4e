import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { EventView } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DocumentType, DossierType } from '../../evaluation/index.ts'
import { typeKey } from './fold-dossier.ts'

/** The catalogue's versions these events name. A version is never changed, so it says today what it said then. */
export async function documentTypesIn(
  tx: ReadTx,
  scope: Scope,
  events: readonly EventView[],
): Promise<Map<string, DocumentType>> {
  const named = events
    .filter(({ eventName, data }) => eventName === 'DOCUMENT_ADDED' && data['typeVersion'] !== undefined)
    .map(({ data }) => ({ code: data['documentCode'], version: data['typeVersion'] }))
  const { rows } = await sql<{ code: string; version: number; definition: DocumentType }>`
    select v.code, v.type_version as version, v.definition
    from (select distinct code, version from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
      as n (code text, version int)) n
    join document_type_version v
      on v.account_id = ${scope.accountId} and v.code = n.code and v.type_version = n.version`.execute(tx)
  return new Map(rows.map(({ code, version, definition }) => [typeKey(code, version), definition]))
}

export async function dossierTypeOf(
  tx: ReadTx,
  scope: Scope,
  { code, version }: { readonly code: unknown; readonly version: unknown },
): Promise<DossierType | null> {
  if (typeof code !== 'string' || typeof version !== 'number') return null
  const row = await tx
    .selectFrom('dossier_type_version')
    .select('definition')
    .where('account_id', '=', scope.accountId)
    .where('code', '=', code)
    .where('type_version', '=', version)
    .executeTakeFirst()
  return (row?.definition ?? null) as DossierType | null
}
