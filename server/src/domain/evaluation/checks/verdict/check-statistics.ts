import { sql } from 'kysely'
import type { ReadTx } from '../../../../platform/db/index.ts'
import type { Language, Scope } from '../../../../platform/kernel/index.ts'

interface Counts {
  readonly checked: number
  readonly accepted: number
  readonly sentBack: number
  readonly sampled: number
  readonly disagreed: number
}

interface MonthRow extends Counts {
  readonly documentTypeCode: string
  readonly name: Record<Language, string>
  /** Such as 2026-11. */
  readonly month: string
}

/** Months as YYYY-MM, both included. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** The last twelve months where nothing else is asked for. */
export async function countedPeriod(
  tx: ReadTx,
  { accountId }: Scope,
  { from, to }: { readonly from?: string; readonly to?: string },
): Promise<Period> {
  const { rows } = await sql<{ now: string }>`
    select to_char(account_now(${accountId}) at time zone 'UTC', 'YYYY-MM') as now`.execute(tx)
  const last = to ?? rows[0]!.now
  return { from: from ?? monthsBefore(last, 11), to: last }
}

export function monthsBefore(month: string, months: number): string {
  const moment = new Date(`${month}-01T00:00:00Z`)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.toISOString().slice(0, 7)
}

/** What the checks concluded in these months: a row for each type and month, whatever the account holds. */
export async function countedChecks(tx: ReadTx, { accountId }: Scope, { from, to }: Period) {
  const { rows } = await sql<MonthRow>`
    select c.document_code as "documentTypeCode", v.definition -> 'name' as name, to_char(c.month, 'YYYY-MM') as month,
      c.checked, c.accepted, c.sent_back as "sentBack", c.sampled, c.disagreed
    from check_count c
    join document_type t on t.account_id = c.account_id and t.code = c.document_code
    join document_type_version v
      on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
    where c.account_id = ${accountId} and c.month between ${`${from}-01`}::date and ${`${to}-01`}::date
    order by c.document_code, c.month`.execute(tx)
  const byType = new Map<string, MonthRow[]>()
  for (const row of rows) byType.set(row.documentTypeCode, [...(byType.get(row.documentTypeCode) ?? []), row])
  return {
    total: summed(rows),
    types: [...byType].map(([documentTypeCode, months]) => ({
      documentTypeCode,
      name: months[0]!.name,
      ...summed(months),
      months: months.map(({ documentTypeCode: _, name: __, ...counts }) => counts),
    })),
  }
}

function summed(rows: readonly Counts[]) {
  const sum = (field: keyof Counts) => rows.reduce((total, row) => total + row[field], 0)
  const counts = {
    checked: sum('checked'),
    accepted: sum('accepted'),
    sentBack: sum('sentBack'),
    sampled: sum('sampled'),
    disagreed: sum('disagreed'),
  }
  return { ...counts, shareAlone: shareAlone(counts) }
}

/** In percent, rounded down; null where nothing was checked. */
function shareAlone({
  checked,
  accepted,
  sentBack,
}: Pick<Counts, 'checked' | 'accepted' | 'sentBack'>): number | null {
  return checked === 0 ? null : Math.floor((100 * (accepted + sentBack)) / checked)
}
