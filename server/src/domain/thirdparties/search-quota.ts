import { sql } from 'kysely'
import { quotasOf } from '../accounts/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'

const today = sql`(now() at time zone 'UTC')::date`

/**
 * Counts one more search of today; refuses it when the account has had as many as it may. Each search counts,
 * whichever register answers it: what a search will cost is not known before it is made.
 */
export async function countSearch(tx: Tx, { accountId }: Scope, usual: number): Promise<void> {
  const { SEARCHES_PER_DAY: perDay = usual } = await quotasOf(tx, { accountId })
  const { rows } = await sql<{ total: number }>`
    insert into company_search_count as c (account_id, day, total)
    values (${accountId}, ${today}, 1)
    on conflict (account_id, day) do update set total = c.total + 1 where c.total < ${perDay}
    returning total`.execute(tx)
  const [counted] = rows
  if (!counted) throw await quotaExceeded(tx, perDay)
  if (counted.total === 1)
    await sql`delete from company_search_count where account_id = ${accountId} and day < ${today}`.execute(tx)
}

/** For a search that was refused before it was made. */
export async function uncountSearch(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`
    update company_search_count set total = total - 1
    where account_id = ${accountId} and day = ${today} and total > 0`.execute(tx)
}

async function quotaExceeded(tx: Tx, perDay: number): Promise<AppError> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from date_trunc('day', utc) + interval '1 day' - utc))::int as seconds
    from (select now() at time zone 'UTC' as utc) clock`.execute(tx)
  const wait = String(Math.max(1, rows[0]?.seconds ?? 1))
  return new AppError('QUOTA_EXCEEDED', { quota: `${perDay} / 24 h` }, { headers: { 'retry-after': wait } })
}
