import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { orderById, orderByKey, type ListOrder, type Segment } from '../../platform/lists/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import type { ResolvedFilter } from './portfolio-filter.ts'
import { summaryOrders } from './summary-parameters.ts'

const columns = {
  name: { column: 't.name_key', type: 'text' },
  code: { column: 't.code_key', type: 'text' },
  status: { column: 't.status', type: 'text' },
  createdAt: { column: 't.created_at', type: 'timestamptz' },
  updatedAt: { column: 't.updated_at', type: 'timestamptz' },
} as const
export const sortFields = Object.keys(columns) as (keyof typeof columns)[]

/** Newest first when neither a field, a part of the summary nor the code of an attribute is named. */
export interface PortfolioSort {
  readonly field: keyof typeof columns | null
  /** A name among summaryOrders. */
  readonly summary: string | null
  readonly attribute: string | null
  readonly descending: boolean
}

export const withSummary = sql`join thirdparty_summary s
  on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id`

/** The third party, called `t`, with its summary, called `s`. */
export const plainPortfolio = sql`thirdparty t ${withSummary}`

const alongSummary = sql`thirdparty_summary s
  join thirdparty t on t.account_id = s.account_id and t.thirdparty_id = s.thirdparty_id`

const alongValues = sql`attribute_value av
  join thirdparty t on t.account_id = av.account_id and t.thirdparty_id = av.subject ${withSummary}`

export async function portfolioOrder(
  tx: ReadTx,
  scope: Scope,
  { sort, filter }: { readonly sort: PortfolioSort; readonly filter: Pick<ResolvedFilter, 'ratings'> },
  known: ThirdPartyAttributes,
): Promise<ListOrder> {
  const { field, summary, attribute, descending } = sort
  if (summary !== null) return bySummary(scope, summary, descending)
  if (attribute !== null) return byAttribute(await known.order(tx, scope, attribute), descending)
  if (field !== null) {
    const { column, type } = columns[field]
    return orderByKey(sql.ref(column), type, descending)
  }
  const arrival = orderById(descending ? 'newest first' : 'oldest first')
  const unrated = filter.ratings?.find(({ unknown, ranges }) => unknown && ranges.length === 0)
  if (!unrated) return arrival
  return { ...arrival, segments: [withoutValue(scope, summaryOrder(`rating.${unrated.code}`).column)] }
}

/** Along the index of the values, so that a page costs what it shows; those without one come after. */
function byAttribute(
  { valued, key, type, missing }: Awaited<ReturnType<ThirdPartyAttributes['order']>>,
  descending: boolean,
): ListOrder {
  const withValue = { from: alongValues, id: sql`av.subject`, key: sql.ref(key), where: [valued] }
  return { descending, keyType: type, segments: [withValue, { where: [missing] }] }
}

/** The same along the summary. */
function bySummary(scope: Scope, name: string, descending: boolean): ListOrder {
  const { column, type } = summaryOrder(name)
  const key: RawBuilder<unknown> = sql.ref(column)
  const withValue = {
    from: alongSummary,
    id: sql`s.thirdparty_id`,
    key,
    where: [sql`s.account_id = ${scope.accountId} and ${key} is not null`],
  }
  return { descending, keyType: type, segments: [withValue, withoutValue(scope, column)] }
}

/** In the order of arrival. The column is null in all of them. */
function withoutValue({ accountId }: Scope, column: string): Segment {
  const constant = sql.ref(column)
  return {
    from: alongSummary,
    id: sql`s.thirdparty_id`,
    constant,
    where: [sql`s.account_id = ${accountId} and ${constant} is null`],
  }
}

function summaryOrder(name: string) {
  const order = summaryOrders[name]
  if (!order) throw new Error(`There is no order by ${name}.`)
  return order
}
