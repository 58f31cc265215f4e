import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AttributeCondition, AttributeOrder, ThirdPartyAttributes } from './attribute-port.ts'
import { matchesText, readFreeText, type FreeText } from './free-text.ts'
import { withSummary } from './portfolio-row.ts'
import { ratedAs, summaryOrders, type RatingCondition } from './summary-parameters.ts'

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
  readonly ratings: readonly RatingCondition[] | null
  /** A day. */
  readonly expiresBefore: string | null
  readonly attributes: readonly AttributeCondition[] | null
}

export const sortFields = ['name', 'code', 'status', 'createdAt', 'updatedAt'] as const

/** Newest first when neither a field, a part of the summary nor the code of an attribute is named. */
export interface PortfolioSort {
  readonly field: (typeof sortFields)[number] | null
  /** A name among summaryOrders. */
  readonly summary: string | null
  readonly attribute: string | null
  readonly descending: boolean
}

export interface PortfolioPosition {
  /** Null when the list is in the order of arrival, or has come to those without a value. */
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
  found.push(...summaryConditions(filter))
  if (filter.archived !== null) found.push(sql`(t.archived_at is not null) = ${filter.archived}`)
  return filter.attributes === null ? found : [...found, ...filter.attributes]
}

/** Those on `s` alone. */
export function summaryConditions(filter: SettledFilter): Condition[] {
  const { criticality, dossierStatus, expiresBefore, ratings } = filter
  return [
    ...(criticality === null ? [] : [sql`s.criticality = ${criticality}`]),
    ...(dossierStatus === null ? [] : [sql`s.dossier_status = ${dossierStatus}`]),
    ...(expiresBefore === null ? [] : [sql`s.next_expiry < ${expiresBefore}::date`]),
    ...(ratings ?? []).map(ratedAs),
  ]
}

/** Whether it can be answered only with the summary at hand. */
export function asksSummary({ criticality, dossierStatus, ratings, expiresBefore }: SettledFilter): boolean {
  return [criticality, dossierStatus, ratings, expiresBefore].some((asked) => asked !== null)
}

/** A filter whose free text has been read, and whose attributes have been found. */
export type SettledFilter = Omit<PortfolioFilter, 'q' | 'attributes'> & {
  readonly q: FreeText | null
  readonly attributes: readonly Condition[] | null
}

export async function settled(
  tx: ReadTx,
  scope: Scope,
  filter: PortfolioFilter,
  known: ThirdPartyAttributes,
): Promise<SettledFilter> {
  const { q, attributes } = filter
  return {
    ...filter,
    q: q === null ? null : await readFreeText(tx, scope, q),
    attributes: attributes === null ? null : await known.conditions(tx, scope, attributes),
  }
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

/** A stretch of a list, with its own way through the tables. Most lists have one. */
export interface Leg {
  /** The third party, called `t`, with its summary, called `s`. */
  readonly from: Condition
  readonly where: readonly Condition[]
  /** The sort key as text, to continue from. */
  readonly key: RawBuilder<string | null>
  readonly orderBy: Condition
  after(position: PortfolioPosition): Condition
}

/** Every order ends with the id, so that rows with equal keys have their place too. */
export async function legsOf(
  tx: ReadTx,
  scope: Scope,
  { sort, filter }: { readonly sort: PortfolioSort; readonly filter: Pick<SettledFilter, 'ratings'> },
  known: ThirdPartyAttributes,
): Promise<readonly [Leg, ...Leg[]]> {
  const { field, summary, attribute, descending } = sort
  if (summary !== null) return summaryLegs(scope, summary, descending)
  if (attribute !== null) return attributeLegs(await known.order(tx, scope, attribute), descending)
  if (field !== null) return [byKey({ ...columns[field], descending })]
  const unrated = filter.ratings?.find(({ unknown, stretches }) => unknown && stretches.length === 0)
  return [unrated ? withoutValue(scope, `rating.${unrated.code}`, descending) : byArrival(descending)]
}

const plain = sql`thirdparty t ${withSummary}`

function byArrival(descending: boolean): Leg {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  return {
    from: plain,
    where: [],
    key: sql`null::text`,
    orderBy: sql`t.thirdparty_id ${direction}`,
    after: ({ thirdpartyId }) => sql`t.thirdparty_id ${beyond} ${thirdpartyId}`,
  }
}

interface KeyColumns {
  column: string
  type: string
  /** Where the id stands next to the key in an index. */
  id?: string
  descending: boolean
}

function byKey({ column, type, id = 't.thirdparty_id', descending }: KeyColumns): Leg {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  const [named, ided] = [sql.raw(column), sql.raw(id)]
  return {
    from: plain,
    where: [],
    key: sql`${named}::text`,
    orderBy: sql`${named} ${direction}, ${ided} ${direction}`,
    after: ({ key, thirdpartyId }) =>
      sql`(${named}, ${ided}) ${beyond} (${key}::${sql.raw(type)}, ${thirdpartyId}::bigint)`,
  }
}

/** Along the index of the values, so that a page costs what it shows; those without one come after. */
function attributeLegs({ valued, key, type, missing }: AttributeOrder, descending: boolean): [Leg, Leg] {
  const from = sql`attribute_value av
    join thirdparty t on t.account_id = av.account_id and t.thirdparty_id = av.subject ${withSummary}`
  return [
    { ...byKey({ column: key, type, id: 'av.subject', descending }), from, where: [valued] },
    { ...byArrival(descending), where: [missing] },
  ]
}

/** The same along the summary. */
function summaryLegs(scope: Scope, name: string, descending: boolean): [Leg, Leg] {
  const order = summaryOrder(name)
  const scored = sql`s.account_id = ${scope.accountId} and ${sql.raw(order.column)} is not null`
  return [
    { ...byKey({ ...order, id: 's.thirdparty_id', descending }), from: alongSummary, where: [scored] },
    withoutValue(scope, name, descending),
  ]
}

const alongSummary = sql`thirdparty_summary s
  join thirdparty t on t.account_id = s.account_id and t.thirdparty_id = s.thirdparty_id`

/** In the order of arrival. The column is null in all of them; naming it lets PostgreSQL read along its index. */
function withoutValue({ accountId }: Scope, name: string, descending: boolean): Leg {
  const column = sql.raw(summaryOrder(name).column)
  const direction = sql.raw(descending ? 'desc' : 'asc')
  const beyond = sql.raw(descending ? '<' : '>')
  return {
    from: alongSummary,
    where: [sql`s.account_id = ${accountId} and ${column} is null`],
    key: sql`null::text`,
    orderBy: sql`${column} ${direction}, s.thirdparty_id ${direction}`,
    after: ({ thirdpartyId }) => sql`s.thirdparty_id ${beyond} ${thirdpartyId}`,
  }
}

function summaryOrder(name: string): { column: string; type: string } {
  const order = summaryOrders[name]
  if (!order) throw new Error(`There is no order by ${name}.`)
  return order
}
