import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'

/**
 * What the portfolio shows of the dossiers of these third parties. The rows are held before they are
 * calculated: of two changes at once, the later one sees the earlier. Indicators follow on their own.
 */
export async function followDossiers(tx: Tx, scope: Scope, thirdpartyIds: readonly number[]): Promise<void> {
  const ids = [...new Set(thirdpartyIds)].toSorted((a, b) => a - b)
  if (ids.length === 0) return
  await sql`
    insert into thirdparty_summary (account_id, thirdparty_id, unit_set_id)
    select account_id, thirdparty_id, unit_set_id from thirdparty
    where account_id = ${scope.accountId} and thirdparty_id = any(${ids}::bigint[]) order by thirdparty_id
    on conflict do nothing`.execute(tx)
  await sql`
    select from thirdparty_summary where account_id = ${scope.accountId}
      and thirdparty_id = any(${ids}::bigint[]) order by thirdparty_id for update`.execute(tx)
  // Aggregates instead of lookups, and a list instead of a join: right after a large import nothing is known
  // of the tables yet, and whatever is looked up row by row then scans the account for each.
  const ofThese = sql`account_id = ${scope.accountId} and thirdparty_id = any(${ids}::bigint[])`
  await sql`
    update thirdparty_summary s
    set dossier_status = f.worst, open_requests = f.open_requests, next_expiry = f.next_expiry
    from (
      select id as thirdparty_id, worst.status as worst, coalesce(asked.open, 0) as open_requests,
        least(asked.expiry, worst.expiry) as next_expiry
      from unnest(${ids}::bigint[]) id
      left join (
        select thirdparty_id, (array_agg(status order by array_position(
            array['INVALID', 'ACTION_REQUIRED', 'BELOW_EXPECTATION', 'ABSENT', 'ONGOING', 'VALID'], status)))[1]
            as status, min(expiration_date) as expiry
        from dossier where ${ofThese} and archived_at is null group by thirdparty_id) worst
        on worst.thirdparty_id = id
      left join (
        select thirdparty_id, min(expiration_date) filter (where is_open and status = 'VALID') as expiry,
          count(*) filter (where is_open and required and not is_replaced
            and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID') and status_reason <> 'NO_SOURCE')::int as open
        from (
          select thirdparty_id, required, status, status_reason, expiration_date, dossier_id in (
            select dossier_id from dossier where ${ofThese} and archived_at is null) as is_open,
            alternative_group is not null and bool_or(status in ('VALID', 'ONGOING', 'BELOW_EXPECTATION'))
              over (partition by dossier_id, alternative_group) as is_replaced
          from document where ${ofThese} and stopped_at is null offset 0) asked_of
        group by thirdparty_id) asked
        on asked.thirdparty_id = id) f
    where s.account_id = ${scope.accountId} and s.thirdparty_id = f.thirdparty_id
      and (s.dossier_status, s.open_requests, s.next_expiry)
        is distinct from (f.worst, f.open_requests, f.next_expiry)`.execute(tx)
  await enqueueIndicatorsOf(tx, scope, ids)
}

async function enqueueIndicatorsOf(tx: Tx, { accountId }: Scope, thirdpartyIds: number[]): Promise<void> {
  const [first] = thirdpartyIds
  const jobKey = `indicators.recompute:${accountId}:${first}`
  // Several writers of one company ask once; a key for a batch would make strangers wait for one another.
  const options = thirdpartyIds.length === 1 ? { jobKey } : {}
  await enqueue(tx, 'indicators.recompute', { accountId, thirdpartyIds }, options)
}
