import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Told } from './find-audience.ts'
import { channelOf, nextSlot, type MailedChannel, type Rhythm } from './next-slot.ts'

interface RhythmRow {
  readonly userId: number
  readonly channel: number
  readonly rhythm: Rhythm
  readonly sentAt: Date | null
}

/** Gives everybody who has something new the moment of their next mail; one that is planned stays where it is. */
export async function planMailings(tx: Tx, scope: Scope, now: Date, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return
  const firsts = new Map(told.map(({ userId, channel, first }) => [`${userId} ${channel}`, first]))
  const slotOf = slotFinder(now)
  const planned = (await rhythmsOf(tx, scope, told)).map((row) => ({
    userId: row.userId,
    channel: row.channel,
    after: (firsts.get(`${row.userId} ${row.channel}`) ?? 1) - 1,
    dueAt: slotOf(row),
  }))
  await sql`
    insert into alert_mailing as m (account_id, user_id, channel, after_id, due_at)
    select ${scope.accountId}, p."userId", p.channel, p.after, p."dueAt"
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
      as p ("userId" bigint, channel smallint, after bigint, "dueAt" timestamptz)
    on conflict (account_id, user_id, channel) do update set due_at = coalesce(m.due_at, excluded.due_at)`.execute(
    tx,
  )
}

/** After a change of their settings: what waits for somebody is due by the new ones. */
export async function replanMailings(tx: Tx, scope: Scope, userId: number): Promise<void> {
  const { rows } = await sql<{ channel: number; now: Date }>`
    select m.channel::int as channel, account_now(${scope.accountId}) as now from alert_mailing m
    where m.account_id = ${scope.accountId} and m.user_id = ${userId} and m.due_at is not null for update`.execute(
    tx,
  )
  const [first] = rows
  if (!first) return
  const slotOf = slotFinder(first.now)
  const waiting = rows.map(({ channel }) => ({ userId, channel }))
  for (const row of await rhythmsOf(tx, scope, waiting))
    await tx
      .updateTable('alert_mailing')
      .set({ due_at: slotOf(row) })
      .where('account_id', '=', scope.accountId)
      .where('user_id', '=', userId)
      .where('channel', '=', row.channel)
      .execute()
}

/** Most people share a rhythm: what is asked again is answered from before. */
function slotFinder(now: Date): (row: RhythmRow) => Date {
  const known = new Map<string, Date>()
  return ({ channel, rhythm, sentAt }) => {
    const key = JSON.stringify([channel, rhythm, sentAt])
    const slot = known.get(key) ?? nextSlot(channelOf(channel) as MailedChannel, rhythm, now, sentAt)
    known.set(key, slot)
    return slot
  }
}

async function rhythmsOf(
  tx: ReadTx,
  { accountId }: Scope,
  people: readonly { readonly userId: number; readonly channel: number }[],
): Promise<RhythmRow[]> {
  const { rows } = await sql<RhythmRow>`
    select g."userId", g.channel::int as channel, m.sent_at as "sentAt",
      jsonb_build_object('timeZone', coalesce(p.time_zone, 'Europe/Paris'), 'digestHour', coalesce(p.digest_hour, 7),
        'digestWeekday', coalesce(p.digest_weekday, 1), 'quiet', case when p.quiet_from is not null
          then jsonb_build_object('from', p.quiet_from, 'until', p.quiet_until) end) as rhythm
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as g ("userId" bigint, channel smallint)
    left join alert_person p on p.account_id = ${accountId} and p.user_id = g."userId"
    left join alert_mailing m on m.account_id = ${accountId} and m.user_id = g."userId" and m.channel = g.channel`.execute(
    tx,
  )
  return rows
}
