import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { matchesText, readFreeText, type FreeText } from './free-text.ts'

/** What a list of third parties is narrowed by; null where it is not. */
export interface PortfolioFilter {
  /** Free text, as it was typed. */
  readonly q: string | null
  readonly status: string | null
  readonly countryCode: string | null
  readonly archived: boolean | null
  readonly source: string | null
  readonly identityStatus: string | null
  readonly criticality: string | null
  readonly dossierStatus: string | null
}

export const sortFields = ['name', 'code', 'status', 'createdAt', 'updatedAt'] as const

/** Newest first when no field is named. */
export interface PortfolioSort {
  readonly field: (typeof sortFields)[number] | null
  readonly descending: boolean
}

export interface PortfolioPosition {
  /** Null when the list is in the order of arrival. */
  readonly key: string | null
  readonly thirdpartyId: number
}

type Condition = RawBuilder<unknown>

/** Conditions on `t` (the third party) and `s` (its summary). */
export function conditionsOf(scope: Scope, filter: SettledFilter): Condition[] {
  const found = [sql`t.account_id = ${scope.accountId}`]
  const where = (value: string | null, condition: (value: string) => Condition) => {
    if (value !== null) found.push(condition(value))
  }
  if (filter.q !== null) found.push(matchesText(scope, filter.q))
  where(filter.status, (status) => sql`t.status = ${status}`)
  where(filter.countryCode, (code) => sql`t.country_code = ${code}`)
  where(filter.source, (source) => sql`t.source = ${source}`)
  where(filter.identityStatus, (status) => sql`t.identity_status = ${status}`)
  where(filter.criticality, (criticality) => sql`s.criticality = ${criticality}`)
  where(filter.dossierStatus, (status) => sql`s.dossier_status = ${status}`)
  if (filter.archived !== null) found.push(sql`(t.archived_at is not null) = ${filter.archived}`)
  return found
}

/** A filter whose free text has been read. */
export type SettledFilter = Omit<PortfolioFilter, 'q'> & { readonly q: FreeText | null }

export async function settled(tx: ReadTx, scope: Scope, filter: PortfolioFilter): Promise<SettledFilter> {
  return { ...filter, q: filter.q === null ? null : await readFreeText(tx, scope, filter.q) }
}

/** Counters know how many there are of each kind of these; anything else must be counted. */
export function isCounted(filter: SettledFilter): boolean {
  return Object.entries(filter).every(([name, value]) => name === 'archived' || value === null)
}

const columns: Record<(typeof sortFields)[number], { column: string; type: string }> = {
  name: { column: 't.name_key', type: 'text' },
  code: { column: 't.code_key', type: 'text' },
  status: { column: 't.status', type: 'text' },
  createdAt: { column: 't.created_at', type: 'timestamptz' },
  updatedAt: { column: 't.updated_at', type: 'timestamptz' },
}

export interface SortSql {
  /** The sort key as text, to continue from. */
  readonly key: RawBuilder<string | null>
  readonly orderBy: Condition
  after(position: PortfolioPosition): Condition
}

/** Every order ends with the id, so that rows with equal keys have their place too. */
export function sortSql({ field, descending }: PortfolioSort): SortSql {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  if (field === null) {
    return {
      key: sql`null::text`,
      orderBy: sql`t.thirdparty_id ${direction}`,
      after: ({ thirdpartyId }) => sql`t.thirdparty_id ${beyond} ${thirdpartyId}`,
    }
  }
  const { column, type } = columns[field]
  const named = sql.raw(column)
  return {
    key: sql`${named}::text`,
    orderBy: sql`${named} ${direction}, t.thirdparty_id ${direction}`,
    after: ({ key, thirdpartyId }) =>
      sql`(${named}, t.thirdparty_id) ${beyond} (${key}::${sql.raw(type)}, ${thirdpartyId}::bigint)`,
  }
}
