import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'

export interface TypeVersion {
  readonly version: number
  readonly definition: DossierType
}

export interface ConfiguredDossierType {
  readonly code: string
  /** Null until its first version is published. */
  readonly published: TypeVersion | null
  /** The newest version, when it is not published yet. */
  readonly draft: TypeVersion | null
  readonly archived: boolean
  /** What is published is what shipped. */
  readonly asShipped: boolean
  readonly shippedVersion: number | null
  readonly newestShippedVersion: number | null
  readonly openDossiers: number
}

interface Row extends Omit<ConfiguredDossierType, 'published' | 'draft'> {
  publishedVersion: number | null
  publishedDefinition: DossierType | null
  newestVersion: number
  newestDefinition: DossierType
}

export async function listConfiguredDossierTypes(
  tx: ReadTx,
  scope: Scope,
  code: string | null = null,
): Promise<ConfiguredDossierType[]> {
  const { rows } = await sql<Row>`
    select n.code, p.type_version as "publishedVersion", p.definition as "publishedDefinition",
      n.type_version as "newestVersion", n.definition as "newestDefinition",
      t.archived_at is not null as archived, p.shipped_version is not null as "asShipped",
      taken.version as "shippedVersion", newest.version as "newestShippedVersion", open.total as "openDossiers"
    from (
      select distinct on (v.code) v.* from dossier_type_version v
      where v.account_id = ${scope.accountId} and v.code = coalesce(${code}, v.code)
      order by v.code, v.type_version desc) n
    left join dossier_type t on t.account_id = n.account_id and t.code = n.code
    left join dossier_type_version p
      on p.account_id = t.account_id and p.code = t.code and p.type_version = t.type_version
    cross join lateral (select max(o.shipped_version) as version from dossier_type_version o
      where o.account_id = n.account_id and o.code = n.code) taken
    cross join lateral (select max(s.shipped_version) as version from shipped_type s
      where s.kind = 'DOSSIER' and s.code = n.code) newest
    cross join lateral (select count(*)::int as total from dossier d
      where d.account_id = n.account_id and d.type_code = n.code and d.archived_at is null) open
    order by n.code`.execute(tx)
  return rows.map(toConfiguredType)
}

function toConfiguredType(row: Row): ConfiguredDossierType {
  const { publishedVersion, publishedDefinition, newestVersion, newestDefinition, ...rest } = row
  const published =
    publishedVersion === null || publishedDefinition === null
      ? null
      : { version: publishedVersion, definition: publishedDefinition }
  const draft =
    newestVersion > (publishedVersion ?? 0) ? { version: newestVersion, definition: newestDefinition } : null
  return { ...rest, published, draft }
}

export async function findConfiguredDossierType(
  tx: ReadTx,
  scope: Scope,
  code: string,
): Promise<ConfiguredDossierType> {
  const [found] = await listConfiguredDossierTypes(tx, scope, code)
  if (!found) throw new AppError('DOSSIER_TYPE_NOT_FOUND', { code })
  return found
}

/** Every version the account has had of a type, the newest first. */
export async function versionsOf(tx: ReadTx, scope: Scope, code: string) {
  const rows = await tx
    .selectFrom('dossier_type_version')
    .select(['type_version', 'shipped_version', 'created_at', 'published_at'])
    .where('account_id', '=', scope.accountId)
    .where('code', '=', code)
    .orderBy('type_version', 'desc')
    .limit(100)
    .execute()
  return rows
}

/** Changes with whatever a writer must have seen. */
export function typeStateTag({ published, draft, archived }: ConfiguredDossierType): string {
  return `${published?.version ?? 0}.${draft?.version ?? 0}${archived ? '.archived' : ''}`
}
