import { sql, type Selectable } from 'kysely'
import type { DB, ReadTx } from '../../platform/db/index.ts'
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

const indicators = (tx: ReadTx, { accountId }: Scope) =>
  tx.selectFrom('indicator').selectAll().where('account_id', '=', accountId)

function storedOf(row: Selectable<DB['indicator']>): StoredIndicator {
  return {
    indicatorId: row.indicator_id,
    thirdpartyId: row.thirdparty_id,
    dossierId: row.dossier_id,
    code: row.code,
    value: row.value,
    rating: row.rating as StoredIndicator['rating'],
    state: row.state as StoredIndicator['state'],
    previousValue: row.previous_value,
    model: { name: row.model_name, version: row.model_version },
    asOf: row.as_of,
    compliant: row.compliant,
    pending: row.pending,
    breakdown: row.breakdown as unknown as StoredIndicator['breakdown'],
    advice: row.advice as unknown as StoredIndicator['advice'],
    dueOn: row.due_on,
    since: row.since,
    supersededAt: row.superseded_at,
  }
}

/** The present indicators of these third parties and of their dossiers. */
export async function presentIndicators(
  tx: ReadTx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<StoredIndicator[]> {
  const rows = await indicators(tx, scope)
    .where((one) => one('thirdparty_id', '=', one.fn.any(one.val([...thirdpartyIds]))))
    .where('superseded_at', 'is', null)
    .execute()
  return rows.map(storedOf)
}

export type Subject = { readonly thirdpartyId: number } | { readonly dossierId: number }

function indicatorsAbout(tx: ReadTx, scope: Scope, subject: Subject) {
  const all = indicators(tx, scope)
  return 'dossierId' in subject
    ? all.where('dossier_id', '=', subject.dossierId)
    : all.where('thirdparty_id', '=', subject.thirdpartyId).where('dossier_id', 'is', null)
}

/** Those of one third party or dossier, now or as they were at the end of a moment. */
export async function indicatorsOf(
  tx: ReadTx,
  scope: Scope,
  subject: Subject,
  end: Date | null,
): Promise<StoredIndicator[]> {
  const rows = await indicatorsAbout(tx, scope, subject)
    .where((one) => {
      const isPresent = one('superseded_at', 'is', null)
      return end === null ? isPresent : one('since', '<', end).and(isPresent.or('superseded_at', '>=', end))
    })
    .orderBy('code')
    .execute()
  return rows.map(storedOf)
}

/** What an indicator was, the newest first. */
export async function indicatorHistory(
  tx: ReadTx,
  scope: Scope,
  { code, limit, ...subject }: { thirdpartyId: number; code: string; limit: number },
): Promise<StoredIndicator[]> {
  const rows = await indicatorsAbout(tx, scope, subject)
    .where('code', '=', code)
    .orderBy('since', 'desc')
    .orderBy('indicator_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(storedOf)
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
