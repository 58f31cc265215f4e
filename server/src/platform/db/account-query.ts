import pg, { type QueryResult } from 'pg'

/** The part of the driver's connection that speaks the extended protocol; its published types leave it out. */
interface Wire {
  bind(message: { portal: string; statement: string; values: string[] }): void
  execute(message: { portal: string }): void
}

/** What the driver's own query does with its messages; overridden below. */
interface DriverQuery {
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

const name = 'v_account'

/** Prepared on each connection when it opens: the preamble below binds it without parsing. */
export const accountStatement = {
  name,
  text: `select set_config('app.account', $1, true), set_config('transaction_read_only', 'on', true)`,
  values: ['0'],
}

interface AccountQueryOptions {
  accountId: number
  text: string
  values: unknown[]
  name: string
  done: (error: Error | null, result: QueryResult) => void
}

const Driver = pg.Query as unknown as new (config: object) => DriverQuery

/**
 * One statement in a read-only transaction of its own that names its account first: both travel before one
 * Sync, and PostgreSQL takes what stands between two Syncs for one transaction. Nothing outlives the statement,
 * so neither a reused connection nor a pooler between us and the server can carry an account over.
 */
export class AccountQuery extends Driver {
  readonly #account: string
  #named = false

  constructor({ accountId, done, ...query }: AccountQueryOptions) {
    super({ ...query, queryMode: 'extended', callback: done })
    this.#account = String(accountId)
  }

  override prepare(connection: Wire): void {
    connection.bind({ portal: '', statement: name, values: [this.#account] })
    connection.execute({ portal: '' })
    super.prepare(connection)
  }

  // The first row and the first completion belong to the naming of the account.
  override handleDataRow(message: unknown): void {
    if (this.#named) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#named) super.handleCommandComplete(message, connection)
    this.#named = true
  }
}
