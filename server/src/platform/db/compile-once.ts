import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type CompiledQuery,
  type Dialect,
} from 'kysely'
import type { DB } from './tables.gen.ts'
import type { ReadTx } from './transaction.ts'

export const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** Builds and compiles statements; without a connection of its own. */
export const blueprint = new Kysely<DB>({ dialect })

/** A statement whose text never changes; `valuesOf` puts what a call gives into the order of its text. */
export interface CompiledStatement<Parameters extends unknown[], Row> {
  (tx: ReadTx, ...parameters: Parameters): Promise<Row[]>
  readonly text: string
  readonly valuesOf: (parameters: Parameters) => unknown[]
}

/**
 * A statement whose text is built once instead of for each call, typed like any other. Building costs about as much
 * processor time as reading one row does, so it is worth it for what is asked at every request. The statement may depend on
 * its parameters only as values: which ones are given must not change its text.
 */
export function compileOnce<Parameters extends unknown[], Row>(
  build: (db: Kysely<DB>, ...parameters: Parameters) => Compilable<Row>,
): CompiledStatement<Parameters, Row> {
  const places = Array.from({ length: build.length - 1 }, (_, index) => ({ index }))
  const compiled: CompiledQuery<Row> = build(blueprint, ...(places as unknown as Parameters)).compile()
  const order = compiled.parameters as readonly { index: number }[]
  if (!order.every((place) => places.includes(place))) {
    throw new Error('A statement compiled once takes every value from its parameters.')
  }
  const valuesOf = (parameters: Parameters) => order.map(({ index }) => parameters[index])
  const execute = async (tx: ReadTx, ...parameters: Parameters) => {
    const query: CompiledQuery<Row> = { ...compiled, parameters: valuesOf(parameters) }
    const { rows } = await tx.executeQuery(query)
    return rows
  }
  return Object.assign(execute, { text: compiled.sql, valuesOf })
}
