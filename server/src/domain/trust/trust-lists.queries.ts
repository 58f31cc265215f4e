import { sql } from 'kysely'
import type { Db, ReadTx } from '../../platform/db/index.ts'

/** What a trusted list says of itself. Times are in ISO 8601. */
export interface ListFacts {
  readonly country: string
  readonly isListOfLists: boolean
  readonly sequence: number
  readonly issuedAt: string
  /** Null for a list that is closed and gets no successor. */
  readonly nextUpdate: string | null
  readonly services: number
}

export interface TrustVersion {
  readonly version: number
  readonly lists: readonly ListFacts[]
  readonly importedAt: Date
}

/** The lists that count now; null until an operator has imported some. */
export async function newestTrust(tx: ReadTx): Promise<(TrustVersion & { digest: Buffer }) | null> {
  const { rows } = await sql<TrustVersion & { digest: Buffer }>`
    select version, lists, imported_at as "importedAt", digest from trust_version
    order by version desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The same for whoever looks at the installation as a whole. */
export function trustInForce(db: Db): Promise<TrustVersion | null> {
  return db.system((tx) => newestTrust(tx))
}

/** The earliest time at which one of the lists should have been replaced. */
export function staleFrom(lists: readonly ListFacts[]): string | null {
  return lists.flatMap(({ nextUpdate }) => nextUpdate ?? []).toSorted()[0] ?? null
}
