import pg, { type QueryResult } from 'pg'
import { bytesType, type RowMessage } from './byte-rows.ts'
import type { TimeLimits } from './pooler.ts'

/** The part of the driver's connection that speaks the extended protocol; its published types leave it out. */
interface Wire {
  parse(message: { name: string; text: string }): void
  bind(message: { portal: string; statement: string; values: string[] }): void
  execute(message: { portal: string }): void
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** What a result looks like, as the driver keeps it: columns, how each is read, and a row without values. */
interface Shape {
  fields: readonly Field[]
  _parsers: readonly ((text: string) => unknown)[]
  _prebuiltEmptyResultObject: unknown
}

/** What the driver's own query does with its messages; overridden below. */
interface DriverQuery {
  name: string
  queryMode: 'extended'
  readonly _result: Shape & { addRow(row: unknown): void }
  _accumulateRows: boolean
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: RowMessage): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

const name = 'v_account'

/** Prepared on each connection when it opens: the preamble below binds it without parsing. */
export const accountStatement = {
  name,
  text: `select set_config('app.account', $1, true), set_config('app.units', $2, true),
    set_config('transaction_read_only', 'on', true)`,
  values: ['0', '{}'],
}

/** Where nothing can be prepared the limits of time go with it, because the session may be anybody's. */
const pooledText = `select set_config('app.account', $1, true), set_config('app.units', $2, true),
    set_config('statement_timeout', $3, true), set_config('lock_timeout', $4, true),
    set_config('transaction_read_only', 'on', true)`

const pooledLimits = new WeakMap<object, TimeLimits>()

const wireOf = (client: object) => (client as { connection: Wire }).connection

/** This connection leads to a pooler: nothing prepared on it is there the next time. */
export function usePooler(client: object, limits: TimeLimits): void {
  pooledLimits.set(wireOf(client), limits)
}

export function isPooled(client: object): boolean {
  return pooledLimits.has(wireOf(client))
}

/** As the settings say it that row security compares with. */
export interface NamedAccount {
  readonly id: string
  readonly units: string
}

interface AccountQueryOptions {
  account: NamedAccount
  text: string
  values: unknown[]
  /** Empty for a statement that is planned anew each time. */
  name: string
  done: Done
}

type Done = (error: Error | null, result: QueryResult) => void

/** What one connection knows of its prepared statements. */
interface Described {
  readonly shapes: Map<string, Shape>
  /** The same connection, which does not ask again what a result looks like. */
  readonly silent: Wire
}

const describedBy = new WeakMap<Wire, Described>()

function described(connection: Wire): Described {
  let known = describedBy.get(connection)
  if (known === undefined) {
    const silent = Object.create(connection, { describe: { value: () => undefined } }) as Wire
    known = { shapes: new Map(), silent }
    describedBy.set(connection, known)
  }
  return known
}

/** For a statement that is prepared anew. */
export function forgetShape(connection: object, statement: string): void {
  describedBy.get(connection as Wire)?.shapes.delete(statement)
}

const isOfBytes = ({ dataTypeID }: Field) => dataTypeID === bytesType

function rowWithBytes(message: RowMessage, { fields, _parsers: parsers }: Shape): Record<string, unknown> {
  const values = message.read((bytes, start, end, index) =>
    fields[index]?.dataTypeID === bytesType
      ? bytes.subarray(start, end)
      : parsers[index]?.(bytes.toString('utf8', start, end)),
  )
  const row: Record<string, unknown> = {}
  for (const [index, { name: column }] of fields.entries()) row[column] = values[index]
  return row
}

const Driver = pg.Query as unknown as new (text: string, values: unknown[], done: Done) => DriverQuery

/**
 * One statement in a read-only transaction of its own that names its account first: both travel before one
 * Sync, and PostgreSQL takes what stands between two Syncs for one transaction. Nothing outlives the statement,
 * so neither a reused connection nor a pooler between us and the server can carry an account over.
 */
export class AccountQuery extends Driver {
  readonly #account: NamedAccount
  #shapes: Map<string, Shape> | undefined
  #isNamed = false

  constructor({ account, text, values, name: statement, done }: AccountQueryOptions) {
    super(text, values, done)
    this.name = statement
    this.queryMode = 'extended'
    this.#account = account
  }

  override prepare(connection: Wire): void {
    const { id, units } = this.#account
    const limits = pooledLimits.get(connection)
    if (limits) {
      this.name = ''
      connection.parse({ name: '', text: pooledText })
      const values = [id, units, String(limits.statement), String(limits.lock)]
      connection.bind({ portal: '', statement: '', values })
    } else connection.bind({ portal: '', statement: name, values: [id, units] })
    connection.execute({ portal: '' })
    const { shapes, silent } = described(connection)
    // The shape of a prepared statement never changes: PostgreSQL refuses one whose columns have.
    const shape = this.name === '' ? undefined : shapes.get(this.name)
    if (shape === undefined) {
      this.#shapes = shapes
      super.prepare(connection)
      return
    }
    Object.assign(this._result, shape)
    this._accumulateRows = true
    super.prepare(silent)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name !== '') this.#shapes?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  // The first row and the first completion belong to the naming of the account.
  override handleDataRow(message: RowMessage): void {
    if (!this.#isNamed) return
    if (this._result.fields.some(isOfBytes)) this._result.addRow(rowWithBytes(message, this._result))
    else super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isNamed) super.handleCommandComplete(message, connection)
    this.#isNamed = true
  }
}
