import { createHash } from 'node:crypto'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { PoolClient } from 'pg'

const maxNamedStatements = 400
const statementNames = new Map<string, string>()

/**
 * The same text gets the same name for the life of the process, so PostgreSQL plans it once a connection.
 * Texts beyond the cap (lists of varying length) run unnamed: each name costs memory on the server.
 */
function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  if (statementNames.size >= maxNamedStatements) return undefined
  const name = `v_${createHash('sha1').update(text).digest('base64url')}`
  statementNames.set(text, name)
  return name
}

/** The one connection of a transaction, in the shape Kysely expects. */
export class PinnedConnection implements DatabaseConnection {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = statementName(query.sql)
    const result = await this.#client.query({
      text: query.sql,
      values: [...query.parameters],
      ...(name === undefined ? {} : { name }),
    })
    const rows = result.rows as R[]
    return result.command === 'SELECT' || result.rowCount === null
      ? { rows }
      : { rows, numAffectedRows: BigInt(result.rowCount) }
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface asks for a generator we do not offer
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming through Kysely is not used here: walk by keyset instead.')
  }
}
