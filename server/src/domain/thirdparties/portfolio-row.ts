import { sql } from 'kysely'

export const withSummary = sql`left join thirdparty_summary s
  on s.account_id = t.account_id and s.thirdparty_id = t.thirdparty_id`

/** A row as the database wrote it: JSON texts, joined into the answer without being parsed. */
export interface PortfolioRow {
  wire: string
  summary: string | null
  thirdparty_id: number
}

// What a third party shows that no slice has said anything about yet.
const emptySummary =
  '{"criticality":null,"dossierStatus":null,"indicators":{"LEGAL_COMPLIANCE":null,"FINANCIAL_RISK":null,' +
  '"CYBERSECURITY":null,"ENVIRONMENTAL_IMPACT":null},"openRequests":null,"nextExpiry":null}'

/** The row as text, up to where more members may follow. */
export function opened({ wire, summary }: PortfolioRow): string {
  return `${wire.slice(0, -1)},"summary":${summary ?? emptySummary}`
}
