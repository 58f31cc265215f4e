import { sql } from 'kysely'
import { beforeCommit, type Tx } from '../../platform/db/index.ts'
import { wakeFollowers } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export const hitChangeNames = [
  'HIT_OPENED',
  'HIT_REOPENED',
  'HIT_PROPOSED',
  'HIT_DECIDED',
  'HIT_ENDED',
] as const
type HitChangeName = (typeof hitChangeNames)[number]

interface TellHits {
  readonly name: HitChangeName
  readonly hitIds: readonly number[]
}

const pending = new WeakMap<Tx, TellHits[]>()

/**
 * Says what this transaction did to hits. Written just before the commit, so that the numbers of the account are held
 * for an instant; ahead of both journals, so that all transactions take these locks in one order.
 */
export function recordHitChanges(tx: Tx, scope: Scope, told: TellHits): void {
  if (told.hitIds.length === 0) return
  const waiting = pending.get(tx)
  if (waiting) {
    waiting.push(told)
    return
  }
  const recorded = [told]
  pending.set(tx, recorded)
  beforeCommit(tx, () => appendHitChanges(tx, scope, recorded))
}

async function appendHitChanges(tx: Tx, { accountId }: Scope, recorded: readonly TellHits[]): Promise<void> {
  pending.delete(tx)
  const rows = recorded.flatMap(({ name, hitIds }) => hitIds.map((hitId) => ({ name, hitId })))
  const places = rows.map((row, place) => ({ ...row, place }))
  await sql`
    with told as materialized (
      select t.place, t.name, h.hit_id, h.thirdparty_id, h.hit_class, h.state, h.score
      from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as t (place int, name text, "hitId" bigint)
      join screening_hit h on h.account_id = ${accountId} and h.hit_id = t."hitId"),
    head as (
      insert into screening_change_head as c (account_id, seq) select ${accountId}, count(*) from told
      on conflict (account_id) do update set seq = c.seq + excluded.seq returning c.seq)
    insert into screening_change (account_id, seq, name, hit_id, thirdparty_id, hit_class, state, score, occurred_at)
    select ${accountId}, head.seq - (select count(*) from told) + row_number() over (order by told.place), told.name,
      told.hit_id, told.thirdparty_id, told.hit_class, told.state, told.score, moment
    from told, head, account_now(${accountId}) moment`.execute(tx)
  await wakeFollowers(tx, accountId, 'SCREENING')
}

/**
 * The last number; whoever is adding some is waited for, and whoever comes after waits until the commit. So an endpoint
 * that begins here misses nothing.
 */
export async function lockHitChanges(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    insert into screening_change_head as c (account_id) values (${accountId})
    on conflict (account_id) do update set seq = c.seq returning c.seq`.execute(tx)
  return rows[0]?.seq ?? 0
}
