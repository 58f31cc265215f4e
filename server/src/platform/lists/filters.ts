import { Type, type Static, type TOptional, type TSchema } from 'typebox'
import type { Scope } from '../kernel/index.ts'
import type { Fragment } from './list-source.ts'

interface FilterContext {
  readonly scope: Pick<Scope, 'accountId' | 'units'>
  /** The parameter, to name it in a refusal. */
  readonly name: string
}

/** A query parameter of a list and the rows it lets through. */
export interface Filter<Schema extends TSchema> {
  readonly schema: Schema
  // A method, so that filters of any schema fit into one table.
  condition(this: void, value: Static<Schema>, context: FilterContext): Fragment
}

export function filter<Schema extends TSchema>(
  schema: Schema,
  condition: Filter<Schema>['condition'],
): Filter<Schema> {
  return { schema, condition }
}

type Filters = Readonly<Record<string, Filter<TSchema>>>

type SchemaOf<One> = One extends Filter<infer Schema> ? Schema : never

type FilterQuery<Table extends Filters> = {
  [Name in keyof Table]: TOptional<SchemaOf<Table[Name]>>
}

export type FilterValues<Table extends Filters> = {
  readonly [Name in keyof Table]?: Static<SchemaOf<Table[Name]>> | null | undefined
}

/** The parameters of a table of filters, for the query string of a route. */
export function filterQuery<Table extends Filters>(table: Table): FilterQuery<Table> {
  const parameters = Object.entries(table).map(([name, { schema }]) => [name, Type.Optional(schema)])
  return Object.fromEntries(parameters) as FilterQuery<Table>
}

/** Their values alone: what a cursor of the narrowed list is bound to. */
export function filterValues<Table extends Filters>(
  table: Table,
  query: FilterValues<Table>,
): FilterValues<Table> {
  const values = Object.keys(table).map((name) => [name, query[name]])
  return Object.fromEntries(values) as FilterValues<Table>
}

/** The conditions of those that were given. */
export function filterConditions<Table extends Filters>(
  table: Table,
  query: FilterValues<Table>,
  scope: Pick<Scope, 'accountId' | 'units'>,
): Fragment[] {
  return Object.entries(table).flatMap(([name, { condition }]) => {
    const value: unknown = query[name]
    return value === undefined || value === null ? [] : [condition(value, { scope, name })]
  })
}
