import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Language, Scope } from '../../platform/kernel/index.ts'
import type { ForecastItem } from './forecast.schema.ts'

/** A forecast item found by its dates, before names are added. */
export interface FoundItem extends Omit<ForecastItem, 'dossierType' | 'documentName' | 'renewsItself'> {
  readonly isStruckOff: boolean
  readonly dossierCode: string
  readonly dossierVersion: number
  readonly documentVersion: number | null
}

type AccountOnly = Pick<Scope, 'accountId'>

/** Types are few and their definitions long: each is read once, not for every row. */
export async function addForecastNames(
  tx: ReadTx,
  account: AccountOnly,
  items: readonly FoundItem[],
  language: Language,
): Promise<ForecastItem[]> {
  const [dossiers, documents] = await Promise.all([
    dossierTypes(tx, account, versionsOf(items, 'dossierCode', 'dossierVersion'), language),
    documentNames(tx, account, versionsOf(items, 'documentCode', 'documentVersion'), language),
  ])
  return items.map(({ isStruckOff, dossierCode, dossierVersion, documentVersion, ...item }) => {
    const type = dossiers.get(versionKey(dossierCode, dossierVersion))
    return {
      ...item,
      dossierType: { code: dossierCode, label: type?.label ?? dossierCode },
      documentName: documents.get(versionKey(item.documentCode, documentVersion)) ?? null,
      renewsItself: item.documentId === null && !isStruckOff && type?.renews === true,
    }
  })
}

interface Versions {
  readonly codes: string[]
  readonly versions: number[]
}

const versionKey = (code: string | null, version: number | null) => `${code} ${version}`

function versionsOf(
  items: readonly FoundItem[],
  code: 'dossierCode' | 'documentCode',
  version: 'dossierVersion' | 'documentVersion',
): Versions {
  const different = [...new Map(items.map((item) => [versionKey(item[code], item[version]), item])).values()]
  const known = different.filter((item) => item[code] !== null)
  return { codes: known.map((item) => item[code] ?? ''), versions: known.map((item) => item[version] ?? 0) }
}

interface DossierType {
  code: string
  version: number
  label: string
  renews: boolean
}

/** Whether a dossier is followed by another is for the present version of its type to say. */
async function dossierTypes(
  tx: ReadTx,
  { accountId }: AccountOnly,
  { codes, versions }: Versions,
  language: Language,
): Promise<Map<string, DossierType>> {
  const { rows } = await sql<DossierType>`
    select v.code, v.type_version as version, v.definition -> 'label' ->> ${language}::text as label,
      k.archived_at is null and jsonb_typeof(present.definition -> 'renewal') is not distinct from 'object'
        and not exists (select from evaluation_option o
          where o.account_id = ${accountId} and o.name = 'AUTO_RENEW' and not o.enabled) as renews
    from unnest(${codes}::text[], ${versions}::int[]) asked (code, version)
    join dossier_type_version v
      on v.account_id = ${accountId} and v.code = asked.code and v.type_version = asked.version
    join dossier_type k on k.account_id = ${accountId} and k.code = asked.code
    join dossier_type_version present
      on present.account_id = ${accountId} and present.code = k.code and present.type_version = k.type_version`.execute(
    tx,
  )
  return new Map(rows.map((row) => [versionKey(row.code, row.version), row]))
}

async function documentNames(
  tx: ReadTx,
  { accountId }: AccountOnly,
  { codes, versions }: Versions,
  language: Language,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; version: number; name: string }>`
    select v.code, v.type_version as version, v.definition -> 'name' ->> ${language}::text as name
    from unnest(${codes}::text[], ${versions}::int[]) asked (code, version)
    join document_type_version v
      on v.account_id = ${accountId} and v.code = asked.code and v.type_version = asked.version`.execute(tx)
  return new Map(rows.map(({ code, version, name }) => [versionKey(code, version), name]))
}
