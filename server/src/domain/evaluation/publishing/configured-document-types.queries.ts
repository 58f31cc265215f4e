import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope, type Theme } from '../../../platform/kernel/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'

export interface ConfiguredDocumentType {
  readonly code: string
  readonly version: number
  readonly definition: DocumentType
  readonly archived: boolean
  /** False once the account has written a version of its own. */
  readonly asShipped: boolean
  /** The last shipped version the account took. */
  readonly shippedVersion: number | null
  readonly newestShippedVersion: number | null
  readonly updatedAt: Date
}

interface TypeQuery {
  readonly code?: string
  readonly theme?: Theme
  readonly archived?: boolean
}

export async function listConfiguredDocumentTypes(
  tx: ReadTx,
  scope: Scope,
  { code, theme, archived }: TypeQuery = {},
): Promise<ConfiguredDocumentType[]> {
  const { rows } = await sql<ConfiguredDocumentType>`
    select t.code, t.type_version as version, v.definition, t.archived_at is not null as archived,
      v.shipped_version is not null as "asShipped", taken.version as "shippedVersion",
      newest.version as "newestShippedVersion", t.updated_at as "updatedAt"
    from document_type t
    join document_type_version v
      on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
    cross join lateral (select max(o.shipped_version) as version from document_type_version o
      where o.account_id = t.account_id and o.code = t.code) taken
    cross join lateral (select max(s.shipped_version) as version from shipped_type s
      where s.kind = 'DOCUMENT' and s.code = t.code) newest
    where t.account_id = ${scope.accountId} and t.code = coalesce(${code ?? null}, t.code)
      and t.theme = coalesce(${theme ?? null}, t.theme)
      and (t.archived_at is not null) = coalesce(${archived ?? null}, t.archived_at is not null)
    order by t.code`.execute(tx)
  return rows
}

export async function findConfiguredDocumentType(
  tx: ReadTx,
  scope: Scope,
  code: string,
): Promise<ConfiguredDocumentType> {
  const [found] = await listConfiguredDocumentTypes(tx, scope, { code })
  if (!found) throw new AppError('DOCUMENT_TYPE_NOT_FOUND', { code })
  return found
}

/** What a dossier type may ask for. */
export async function liveDocumentCodes(tx: ReadTx, scope: Scope): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('document_type')
    .select('code')
    .where('account_id', '=', scope.accountId)
    .where('archived_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.code))
}

/** The published dossier types that ask for it. */
export async function dossierTypesAsking(tx: ReadTx, scope: Scope, code: string): Promise<string[]> {
  const containment = JSON.stringify([{ code }])
  const { rows } = await sql<{ code: string }>`
    select t.code from dossier_type t
    join dossier_type_version v
      on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
    where t.account_id = ${scope.accountId} and t.archived_at is null
      and v.definition -> 'documents' @> ${containment}::jsonb
    order by t.code`.execute(tx)
  return rows.map((row) => row.code)
}
