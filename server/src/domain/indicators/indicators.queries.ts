import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Computed } from './facts.ts'

export interface StoredIndicator extends Computed {
  readonly indicatorId: number
  readonly thirdpartyId: number
  readonly dossierId: number | null
  readonly previousValue: number | null
  readonly since: Date
  readonly supersededAt: Date | null
}

const columns = sql`i.indicator_id as "indicatorId", i.thirdparty_id as "thirdpartyId", i.dossier_id as "dossierId",
  i.code, i.value, i.rating, i.state, i.previous_value as "previousValue",
  jsonb_build_object('name', i.model_name, 'version', i.model_version) as model, i.as_of as "asOf", i.compliant,
  i.pending, i.breakdown, i.advice, i.due_on as "dueOn", i.since, i.superseded_at as "supersededAt"`

/** The present indicators of these third parties and of their dossiers. */
export async function presentIndicators(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyIds: readonly number[],
): Promise<StoredIndicator[]> {
  const { rows } = await sql<StoredIndicator>`
    select ${columns} from indicator i
    where i.account_id = ${accountId} and i.thirdparty_id = any(${[...thirdpartyIds]}::bigint[])
      and i.superseded_at is null`.execute(tx)
  return rows
}

export type Subject = { readonly thirdpartyId: number } | { readonly dossierId: number }

const ofSubject = (subject: Subject) =>
  'dossierId' in subject
    ? sql`i.dossier_id = ${subject.dossierId}`
    : sql`i.thirdparty_id = ${subject.thirdpartyId} and i.dossier_id is null`

/** Those of one third party or dossier, now or as they were at the end of a moment. */
export async function indicatorsOf(
  tx: ReadTx,
  { accountId }: Scope,
  subject: Subject,
  end: Date | null,
): Promise<StoredIndicator[]> {
  const then = end
    ? sql`i.since < ${end} and (i.superseded_at is null or i.superseded_at >= ${end})`
    : sql`i.superseded_at is null`
  const { rows } = await sql<StoredIndicator>`
    select ${columns} from indicator i
    where i.account_id = ${accountId} and ${ofSubject(subject)} and ${then} order by i.code`.execute(tx)
  return rows
}

/** What an indicator was, the newest first. */
export async function indicatorHistory(
  tx: ReadTx,
  { accountId }: Scope,
  { code, limit, ...subject }: { thirdpartyId: number; code: string; limit: number },
): Promise<StoredIndicator[]> {
  const { rows } = await sql<StoredIndicator>`
    select ${columns} from indicator i
    where i.account_id = ${accountId} and ${ofSubject(subject)} and i.code = ${code}
    order by i.since desc, i.indicator_id desc limit ${limit}`.execute(tx)
  return rows
}

/** The names of these documents in both languages. */
export async function documentNames(
  tx: ReadTx,
  { accountId }: Scope,
  codes: readonly string[],
): Promise<Map<string, { fr: string; en: string }>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<{ code: string; name: { fr: string; en: string } }>`
    select y.code, v.definition -> 'name' as name from document_type y
    join document_type_version v
      on v.account_id = y.account_id and v.code = y.code and v.type_version = y.type_version
    where y.account_id = ${accountId} and y.code = any(${[...codes]}::text[])`.execute(tx)
  return new Map(rows.map(({ code, name }) => [code, name]))
}
