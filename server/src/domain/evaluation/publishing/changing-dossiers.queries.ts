import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'
import type { CompanyFacts } from '../dossiers/applies-to.ts'
import { dossierChange, type DossierChange, type LiveDocument } from './dossier-change.ts'

export interface ChangingDossier extends DossierChange {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly name: string | null
  readonly fromVersion: number
}

interface Row extends CompanyFacts {
  dossierId: number
  thirdpartyId: number
  name: string | null
  fromVersion: number
  live: LiveDocument[]
}

interface ChangingQuery {
  readonly after: DossierType
  readonly version: number
  /** The dossier the last batch ended with. */
  readonly from: number
  readonly limit: number
  /** Holds the dossiers for the rest of the transaction, in the order of their ids. */
  readonly hold: boolean
}

/** Open dossiers of older versions, and what the version makes of each. */
export async function changingDossiers(
  tx: ReadTx,
  scope: Scope,
  query: ChangingQuery,
): Promise<ChangingDossier[]> {
  const { after, version, from, limit } = query
  const { rows } = await sql<Row>`
    with batch as (
      select d.dossier_id, d.thirdparty_id, d.type_version from dossier d
      where d.account_id = ${scope.accountId} and d.type_code = ${after.code} and d.type_version < ${version}
        and d.archived_at is null and d.dossier_id > ${from}
      order by d.dossier_id limit ${limit} ${query.hold ? sql`for update` : sql``})
    select b.dossier_id as "dossierId", b.thirdparty_id as "thirdpartyId", b.type_version as "fromVersion",
      t.name, t.country_code as "countryCode", t.naf_code as "nafCode", t.headcount,
      coalesce(asked.live, '[]') as live
    from batch b
    join thirdparty t on t.account_id = ${scope.accountId} and t.thirdparty_id = b.thirdparty_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('documentId', c.document_id, 'code', c.code, 'required', c.required,
        'alternativeGroup', c.alternative_group) order by c.document_id) as live
      from document c where c.account_id = ${scope.accountId} and c.dossier_id = b.dossier_id
        and c.stopped_at is null) asked on true
    order by b.dossier_id`.execute(tx)
  const versions = await definitionsOf(tx, scope, after.code, new Set(rows.map((row) => row.fromVersion)))
  return rows.map(({ live, ...row }) => {
    const before = versions.get(row.fromVersion)
    if (!before) throw new Error('A dossier is of a version its type never had.')
    return { ...row, ...dossierChange({ before, after }, row, live) }
  })
}

async function definitionsOf(
  tx: ReadTx,
  scope: Scope,
  code: string,
  versions: ReadonlySet<number>,
): Promise<Map<number, DossierType>> {
  if (versions.size === 0) return new Map()
  const rows = await tx
    .selectFrom('dossier_type_version')
    .select(['type_version', 'definition'])
    .where('account_id', '=', scope.accountId)
    .where('code', '=', code)
    .where('type_version', 'in', [...versions])
    .execute()
  return new Map(rows.map((row) => [row.type_version, row.definition as unknown as DossierType]))
}
