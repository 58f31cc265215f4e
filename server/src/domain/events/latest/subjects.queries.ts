import { sql } from 'kysely'
import { plannedAnew, type ReadTx } from '../../../platform/db/index.ts'
import type { EventView } from '../../../platform/journal/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import type { Subject } from './latest.schema.ts'

type Places = Pick<EventView, 'thirdpartyId' | 'dossierId' | 'documentId'>

const idsOf = (events: readonly Places[], name: keyof Places) => [
  ...new Set(events.flatMap((event) => event[name] ?? [])),
]

/** What the companies, dossiers and documents of these events are called, in the same order. */
export async function subjectsOf(
  tx: ReadTx,
  { accountId }: Scope,
  events: readonly Places[],
  language: Language,
): Promise<Subject[]> {
  const { rows } = await sql<{
    kind: keyof Places
    id: number
    code: string | null
    name: string | null
  }>`${plannedAnew}
    select 'thirdpartyId' as kind, t.thirdparty_id as id, null as code, t.name
    from thirdparty t
    where t.account_id = ${accountId} and t.thirdparty_id = any(${idsOf(events, 'thirdpartyId')}::bigint[])
    union all
    select 'dossierId', d.dossier_id, d.type_code, v.definition -> 'label' ->> ${language}
    from dossier d join dossier_type_version v
      on v.account_id = d.account_id and v.code = d.type_code and v.type_version = d.type_version
    where d.account_id = ${accountId} and d.dossier_id = any(${idsOf(events, 'dossierId')}::bigint[])
    union all
    select 'documentId', c.document_id, c.code, v.definition -> 'name' ->> ${language}
    from document c join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    where c.account_id = ${accountId} and c.document_id = any(${idsOf(events, 'documentId')}::bigint[])
  `.execute(tx)
  const found = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
  return events.map((event) => {
    const of = (kind: keyof Places) => found.get(`${kind} ${event[kind]}`)
    const dossier = of('dossierId')
    return {
      thirdpartyName: of('thirdpartyId')?.name ?? null,
      dossierType: dossier ? { code: dossier.code ?? '', label: dossier.name ?? '' } : null,
      documentName: of('documentId')?.name ?? null,
    }
  })
}
