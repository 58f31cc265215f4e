import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'

export const withSummary = sql`left join thirdparty_summary s
  on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id`

/** A row as the database wrote it: JSON texts, joined into the answer without being parsed. */
export interface PortfolioRow {
  wire: string
  summary: string | null
  thirdparty_id: number
  /** The values of the attributes that were asked for. */
  attributes?: string
}

// What a third party shows that no slice has said anything about yet.
const emptySummary =
  '{"criticality":null,"dossierStatus":null,"indicators":{"LEGAL_COMPLIANCE":null,"FINANCIAL_RISK":null,' +
  '"CYBERSECURITY":null,"ENVIRONMENTAL_IMPACT":null},"openRequests":null,"nextExpiry":null}'

/** The row as text, up to where more members may follow. */
export function opened({ wire, summary, attributes }: PortfolioRow): string {
  const shown = attributes === undefined ? '' : `,"attributes":${attributes}`
  return `${wire.slice(0, -1)},"summary":${summary ?? emptySummary}${shown}`
}

interface Shown {
  readonly known: ThirdPartyAttributes
  readonly codes: readonly string[]
}

/** The rows with the values of these attributes, in one question for all of them. */
export async function withAttributes<Row extends PortfolioRow>(
  tx: ReadTx,
  scope: Scope,
  rows: readonly Row[],
  { known, codes }: Shown,
): Promise<Row[]> {
  if (codes.length === 0) return [...rows]
  const ids = rows.map((row) => row.thirdparty_id)
  const values = await known.values(tx, scope, codes, ids)
  return rows.map((row) => ({ ...row, attributes: values.get(row.thirdparty_id) ?? '{}' }))
}
