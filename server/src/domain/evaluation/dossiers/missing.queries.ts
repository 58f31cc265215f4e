import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Day, Language, Scope, Theme } from '../../../platform/kernel/index.ts'
import { isRequestedFromSupplier, isAwaited } from '../status/document-conditions.ts'
import type { DocumentStatus } from '../status/status-labels.ts'

/** A piece the third party must still give, or give again. */
export interface MissingDocument {
  readonly documentId: number
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly code: string
  readonly typeVersion: number
  readonly theme: Theme
  readonly status: DocumentStatus
  /** The reason of the status, or RENEWAL for what is valid and ends soon. */
  readonly reason: string
  readonly dueDate: Day | null
  /** Past its due date. */
  readonly late: boolean
  /** Of the documents of one group in one dossier, one is enough. */
  readonly alternativeGroup: string | null
  readonly name: Record<Language, string>
  readonly legalBasis: Record<Language, string>
}

// What the service checks by itself is nobody's task, and what is internal not theirs.
const missing = sql`
  document m
  join dossier md on md.account_id = m.account_id and md.dossier_id = m.dossier_id and md.archived_at is null
  join document_type mt on mt.account_id = m.account_id and mt.code = m.code and mt.kind <> 'CHECK'
  where m.stopped_at is null and m.required and ${isRequestedFromSupplier('m')} and ${isAwaited('m')}`

// What is to be renewed is due before it ends, or was then, whenever it was asked for first.
const due = sql`case when m.status = 'VALID' or m.status_reason in ('EXPIRED', 'GRACE_OVER')
  then m.expiration_date else m.due_date end`

interface Asked {
  readonly accountId: RawBuilder<unknown>
  readonly thirdpartyId: RawBuilder<unknown>
  /** None means all of them. */
  readonly themes: RawBuilder<unknown>
  readonly since: RawBuilder<unknown>
}

/**
 * A condition: after that moment the third party was asked for a piece that it must still give, by a new request, by the
 * request to renew it, or, where accounts request no renewals, by its end.
 */
export const isAskedAnew = ({
  accountId,
  thirdpartyId,
  themes,
  since,
}: Asked): RawBuilder<boolean> => sql<boolean>`
  exists (
    select from ${missing} and m.account_id = ${accountId} and m.thirdparty_id = ${thirdpartyId}
      and (cardinality(${themes}) = 0 or mt.theme = any(${themes}))
      and (m.request_date > ${since}
        or exists (
          select from response asked where asked.account_id = m.account_id and asked.document_id = m.document_id
            and asked.renewal_requested_at > ${since})
        or m.status_reason = 'EXPIRED' and m.status_since > ${since} and not exists (
          select from response early where early.account_id = m.account_id and early.document_id = m.document_id
            and early.renewal_due_date = m.expiration_date)))`

/** Of these third parties, those that must still give something, each with the themes it is of. */
export async function themesLacking(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  thirdpartyIds: readonly number[],
): Promise<Map<number, ReadonlySet<string>>> {
  const { rows } = await sql<{ id: number; themes: Theme[] }>`
    select m.thirdparty_id as id, array_agg(distinct mt.theme) as themes
    from ${missing} and m.account_id = ${accountId} and m.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
    group by m.thirdparty_id`.execute(tx)
  return new Map(rows.map(({ id, themes }) => [id, new Set(themes)]))
}

/** All that these third parties must still give, what is late first, then by due date. No themes: all of them. */
export async function whatIsMissing(
  tx: ReadTx,
  { accountId }: Pick<Scope, 'accountId'>,
  { thirdpartyIds, themes = [] }: { thirdpartyIds: readonly number[]; themes?: readonly string[] },
): Promise<MissingDocument[]> {
  if (thirdpartyIds.length === 0) return []
  const { rows } = await sql<Omit<MissingDocument, 'name' | 'legalBasis'>>`
    select m.document_id as "documentId", m.dossier_id as "dossierId", m.thirdparty_id as "thirdpartyId", m.code,
      m.type_version as "typeVersion", mt.theme, m.status,
      case m.status when 'VALID' then 'RENEWAL' else m.status_reason end as reason, ${due} as "dueDate",
      coalesce(${due} < (account_now(m.account_id) at time zone 'UTC')::date, false) as late,
      m.alternative_group as "alternativeGroup"
    from ${missing} and m.account_id = ${accountId} and m.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and (cardinality(${[...themes]}::text[]) = 0 or mt.theme = any(${[...themes]}::text[]))
    order by late desc, ${due} nulls last, m.document_id`.execute(tx)
  const types = await namesOf(tx, accountId, rows)
  return rows.map((row) => {
    const type = types.get(typeKey(row))
    if (!type) throw new Error(`Document ${row.documentId} has no type.`)
    return { ...row, name: type.name, legalBasis: type.legalBasis }
  })
}

type TypeAt = Pick<MissingDocument, 'code' | 'typeVersion'>
type NamedType = TypeAt & Pick<MissingDocument, 'name' | 'legalBasis'>

const typeKey = ({ code, typeVersion }: TypeAt) => `${code} ${typeVersion}`

/** Once for each type: a definition with its form is long, and the same pieces are asked of many. */
async function namesOf(
  tx: ReadTx,
  accountId: number,
  rows: readonly TypeAt[],
): Promise<Map<string, NamedType>> {
  const wanted = [...new Map(rows.map((row) => [typeKey(row), row])).values()]
  if (wanted.length === 0) return new Map()
  const { rows: types } = await sql<NamedType>`
    select v.code, v.type_version as "typeVersion", v.definition -> 'name' as name,
      v.definition -> 'legalBasis' as "legalBasis"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (code text, "typeVersion" int)
    join document_type_version v on v.account_id = ${accountId} and v.code = w.code
      and v.type_version = w."typeVersion"`.execute(tx)
  return new Map(types.map((type) => [typeKey(type), type]))
}
