import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Definition } from './attribute.ts'

/** Every account has this attribute, and lists show and sort by it: its value is kept in the summary as well. */
export const criticalityCode = 'CRITICALITY'

export function isCriticality({ code, scope }: Pick<Definition, 'code' | 'scope'>): boolean {
  return code === criticalityCode && scope === 'THIRD_PARTY'
}

/** Brings the criticality of the summaries up to date: of these third parties, or of all of them. */
export async function followCriticality(
  tx: Tx,
  { accountId }: Scope,
  subjects: readonly number[] | 'ALL',
): Promise<void> {
  const chosen = subjects === 'ALL' ? sql`` : sql`and t.thirdparty_id = any(${[...subjects]}::bigint[])`
  await sql`
    with wanted as materialized (
      select t.thirdparty_id, c.criticality
      from thirdparty_summary t
      left join thirdparty_criticality c on c.account_id = ${accountId} and c.thirdparty_id = t.thirdparty_id
      where t.account_id = ${accountId} ${chosen} and t.criticality is distinct from c.criticality
      order by t.thirdparty_id for update of t)
    update thirdparty_summary s set criticality = wanted.criticality from wanted
    where s.account_id = ${accountId} and s.thirdparty_id = wanted.thirdparty_id`.execute(tx)
}
