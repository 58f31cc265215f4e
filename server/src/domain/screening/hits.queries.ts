import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'
import { summaryColumns } from './hit-listing.ts'
import type { HitRow } from './hit.schema.ts'
import type { RunRow } from './run.schema.ts'

export const decisionsJson = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('number', x.number, 'verdict', x.verdict, 'step', x.step,
      'grounds', x.grounds, 'comment', x.comment, 'score', round(x.score::numeric, 3), 'until', x.until,
      'at', wire_time(x.decided_at), 'by', jsonb_build_object('type', x.decided_by_type, 'id', x.decided_by,
        'name', case x.decided_by_type
          when 'USER' then (select u.name from membership m join app_user u on u.user_id = m.user_id
            left join person_key k
              on k.account_id = m.account_id and k.person_type = 'USER' and k.person = m.user_id
            where m.account_id = x.account_id and m.user_id = x.decided_by and k.erased_at is null)
          when 'API_CLIENT' then (select a.name from api_client a
            where a.account_id = x.account_id and a.api_client_id = x.decided_by) end)) order by x.number desc), '[]')
  from screening_decision x where x.account_id = h.account_id and x.hit_id = h.hit_id)`

export async function getHit(tx: ReadTx, { accountId }: Scope, hitId: number): Promise<HitRow> {
  const { rows } = await sql<HitRow>`
    select ${summaryColumns}, h.subject, h.entry, h.match -> 'reasons' as reasons,
      jsonb_build_object('ours', h.match -> 'ours', 'theirs', h.match -> 'theirs') as "matchedNames",
      ${decisionsJson} as decisions, h.version
    from screening_hit h where h.account_id = ${accountId} and h.hit_id = ${hitId}`.execute(tx)
  const [hit] = rows
  if (!hit) throw new AppError('HIT_NOT_FOUND', { hitId })
  return hit
}

export const runColumns = sql<RunRow>`
  r.run_id as "runId", r.thirdparty_id as "thirdpartyId", r.trigger, r.lists, r.missing,
  round(r.threshold::numeric, 3)::float8 as threshold, r.engine_version as "engineVersion", r.subjects, r.matches,
  r.opened, wire_time(r.ran_at) as "ranAt"`

/** Of one company: its own runs, and those of the whole portfolio since it was first screened. Newest first. */
export function runListing({ accountId }: Scope, thirdpartyId: number): Listing<RunRow> {
  return {
    order: orderById('newest first'),
    source: {
      id: sql`r.run_id`,
      from: sql`screening_run r`,
      conditions: [
        sql`r.account_id = ${accountId}`,
        sql`(r.thirdparty_id = ${thirdpartyId} or r.thirdparty_id is null and r.run_id > coalesce((
          select min(f.run_id) from screening_run f
          where f.account_id = ${accountId} and f.thirdparty_id = ${thirdpartyId}), 0))`,
      ],
      columns: runColumns,
    },
  }
}
