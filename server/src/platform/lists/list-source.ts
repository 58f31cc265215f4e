import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { DB } from '../db/index.ts'

export type Fragment = RawBuilder<unknown>

/** Which rows a list shows, and what is read of each. */
export interface ListSource<Columns extends object = object> {
  readonly from: Fragment
  /** The first names the account; more of them narrow the list. */
  readonly conditions: readonly Fragment[]
  /** Ends every order, so that rows with equal keys have their place too. */
  readonly id: Fragment
  /**
   * Every column that holds it, where tables are joined by it. PostgreSQL may merge such tables along their ids, and
   * reads from its beginning the one that was not told where the page begins.
   */
  readonly idColumns?: readonly Fragment[]
  readonly columns?: RawBuilder<Columns>
  /**
   * Parts the list by a few values, such as the statuses that are wanted, each of which has a run of its own in the
   * index. The runs are merged; without this PostgreSQL would read and sort all of them.
   */
  readonly runs?: Runs
  /**
   * Filters make the best plan depend on their values, so PostgreSQL plans each page anew unless told that one
   * plan serves everybody.
   */
  readonly planOnce?: boolean
}

export interface Runs {
  readonly values: Fragment
  readonly where: Fragment
  /**
   * For many runs, of which most rows are not shown: `from` leads to their keys alone, and `page` joins what the columns
   * need by `page.row_id`, once the page is known.
   */
  readonly keys?: { readonly from: Fragment; readonly page: Fragment }
  /** Where there may be more runs than rows on a page: how many, and a number that tells them apart. */
  readonly many?: { readonly count: number; readonly number: Fragment }
}

type KeyType = 'bigint' | 'date' | 'float8' | 'int' | 'smallint' | 'text' | 'timestamptz'

/** Rows that lie in order in one index. */
export interface Segment {
  readonly where?: readonly Fragment[]
  /** Never null within the segment. Without one, its rows are in the order of their ids. */
  readonly key?: Fragment
  /** Where another table leads to the rows than that of the source. */
  readonly from?: Fragment
  /** Where the id stands next to the key in an index, if not where the source has it. */
  readonly id?: Fragment
  /** A column that is the same in all of these rows: naming it lets PostgreSQL read along its index. */
  readonly constant?: Fragment
  /** Days by which the key of this segment is moved before it is compared with those of others. */
  readonly shiftDays?: number
}

export type Segments = readonly [Segment, ...Segment[]]

export interface ListOrder {
  readonly descending: boolean
  readonly keyType: KeyType
  /**
   * One after the other, or merged by key: then equal keys are ordered by id, or by the place of their segment
   * and then by id.
   */
  readonly merge?: 'by key' | 'by key and segment'
  readonly segments: Segments
}

/** The row a page ended with. */
export interface ListPosition {
  readonly segment: number
  readonly key: string | null
  readonly id: number
}

/** How many there are in all, or at least. */
export interface Total {
  readonly total: number
  readonly totalIsExact: boolean
}

/** Columns of one table, typed by the database. */
export function tableColumns<Table extends keyof DB, Name extends keyof Selectable<DB[Table]> & string>(
  table: Table,
  names: readonly Name[],
): RawBuilder<Pick<Selectable<DB[Table]>, Name>> {
  return sql`${sql.join(names.map((name) => sql.ref(`${table}.${name}`)))}`
}

export const orderById = (direction: 'newest first' | 'oldest first'): ListOrder => ({
  descending: direction === 'newest first',
  keyType: 'bigint',
  segments: [{}],
})

export const orderByKey = (key: Fragment, keyType: KeyType, descending: boolean): ListOrder => ({
  descending,
  keyType,
  segments: [{ key }],
})

/**
 * What has no date comes after all that has one. Said by cases, because row security lets no `coalesce` lead along an
 * index.
 */
export const dateOrLast = (column: string): Fragment =>
  sql`(case when ${sql.ref(column)} is null then 'infinity'::date else ${sql.ref(column)} end)`

/** Said twice: once along the index, once for the planner, which knows how the plain column is spread. */
export const isBeforeDay = (column: string, day: string): Fragment =>
  sql`${dateOrLast(column)} < ${day}::date and ${sql.ref(column)} < ${day}::date`
