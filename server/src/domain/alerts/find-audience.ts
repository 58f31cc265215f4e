import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { screeningSettings } from '../screening/index.ts'
import { findDutyHolder, firstRule } from '../teams/index.ts'
import { defaultSubscriptions } from './default-subscriptions.ts'
import { channelCode } from './next-slot.ts'

export interface ToTell {
  readonly alertId: number
  /** Who did it: nobody is told of their own act. */
  readonly actor: number | null
  /** News of more than a few days is for the page alone. */
  readonly fresh: boolean
}

export interface Told {
  readonly userId: number
  readonly channel: number
  readonly first: number
}

/** Behind every option, as is a company whose criticality nobody has said. */
const anyRank = 1_000

const isWanted = sql`(cardinality(w.kinds) = 0 or f.kind = any(w.kinds))
  and (cardinality(w.themes) = 0 or f.themes && w.themes) and f.rank <= w.rank
  and (w.all_units or f.unit_set = any(w.seen)) and (w.sees_hits or f.kind <> 'LIST_HIT')
  and f.actor is distinct from w.user_id`

/**
 * Writes down for whom these alerts are, in one statement however many people and alerts there are, and returns who
 * has something new by which way. That something is now in one's care is told to that one alone. Of several subscriptions of one person the quickest counts; who may not see a company
 * or a hit at this moment is left out.
 */
export async function findAudience(tx: Tx, scope: Scope, toTell: readonly ToTell[]): Promise<Told[]> {
  const { accountId } = scope
  const { holder } = await findDutyHolder(tx, scope)
  const { readersSeeHits } = await screeningSettings(tx, scope)
  const duty = { userId: holder?.userId ?? null, teamId: holder?.teamId ?? null }
  // A quarter of a million pairs are sorted and grouped here; in the usual four megabytes they would go through files.
  await sql`select set_config('work_mem', '96MB', true)`.execute(tx)
  const { rows } = await sql<Told>`
    with ${factsAndWishes(accountId, toTell, readersSeeHits)}, ${holders(accountId, duty)},
    reached as (
      select f.alert_id, f.kind, f.fresh, w.user_id, w.channel, w.has_mail
      from fact f join wish w on w.reach = 'ALL' and f.kind <> 'OWNERSHIP' and ${isWanted}
      union all
      select f.alert_id, f.kind, f.fresh, w.user_id, w.channel, w.has_mail
      from fact f join mine m on m.company = f.company and m.dossier = f.dossier
      join wish w on w.user_id = m.user_id and w.reach = 'MINE' and ${isWanted}
      union all
      select f.alert_id, f.kind, f.fresh, w.user_id, w.channel, w.has_mail
      from fact f join followed m on m.company = f.company and m.dossier = f.dossier
      join wish w on w.user_id = m.user_id and w.reach = 'FOLLOWED' and f.kind <> 'OWNERSHIP' and ${isWanted}),
    picked as materialized (
      select r.user_id, r.alert_id, max(case when not r.fresh then 0
        when r.kind = 'CONTACT_UNREACHABLE' and r.has_mail then 0 else r.channel end) as channel
      from reached r group by r.user_id, r.alert_id),
    -- In the order of the index, which takes half the time of any other. The alerts are new, so nobody has them yet.
    made as (
      insert into alert_recipient (account_id, person, alert, channel)
      select ${accountId}, p.user_id, p.alert_id, p.channel from picked p order by p.user_id, p.alert_id)
    select p.user_id as "userId", p.channel::int as channel, min(p.alert_id) as first from picked p where p.channel > 0
    group by p.user_id, p.channel order by p.user_id, p.channel`.execute(tx)
  return rows
}

/** The alerts with what subscriptions ask of them, and the subscriptions of everybody who could be told. */
function factsAndWishes(accountId: number, toTell: readonly ToTell[], readersSeeHits: boolean) {
  const defaults = defaultSubscriptions.map(({ kinds, reach, channel, critical }) => ({
    kinds,
    reach,
    channel: channelCode(channel),
    rank: critical ? 1 : anyRank,
  }))
  return sql`
    scale as materialized (
      select coalesce((select d.options from attribute_definition d where d.account_id = ${accountId}
        and d.scope = 'THIRD_PARTY' and d.code = 'CRITICALITY' and d.archived_at is null), '{}') as options),
    fact as materialized (
      select a.alert_id, a.kind, a.themes, coalesce(a.thirdparty_id, 0) as company, coalesce(a.dossier_id, 0) as dossier,
        g.actor, g.fresh, coalesce(t.unit_set_id, 0) as unit_set,
        coalesce(array_position(scale.options, s.criticality), ${anyRank}) as rank
      from jsonb_to_recordset(${JSON.stringify(toTell)}::jsonb) as g ("alertId" bigint, actor bigint, fresh boolean)
      join alert a on a.account_id = ${accountId} and a.alert_id = g."alertId"
      left join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = a.thirdparty_id
      left join thirdparty_summary s on s.account_id = ${accountId} and s.thirdparty_id = a.thirdparty_id
      cross join scale
      where t.archived_at is null),
    person as materialized (
      select m.user_id, m.all_units, coalesce(p.defaults, true) as defaults, coalesce(p.mails, true) as mails,
        ${readersSeeHits}::boolean or m.roles && array['ADMIN', 'MANAGER', 'REVIEWER']
          or ('AUDITOR' = any(m.roles) and m.all_units) as sees_hits,
        -- Those who manage, or else the administrators, are written to about contacts already.
        'MANAGER' = any(m.roles) or ('ADMIN' = any(m.roles) and not bool_or('MANAGER' = any(m.roles)) over ()) as has_mail
      from membership m join app_user u on u.user_id = m.user_id and u.active
      left join alert_person p on p.account_id = m.account_id and p.user_id = m.user_id
      where m.account_id = ${accountId} and m.active),
    -- Of those who do not see all: which of the units in question they see.
    limited as materialized (
      select l.user_id, array(select distinct f.unit_set from fact f where f.unit_set = any(unit_sets_of(${accountId},
        array(select mu.unit_id from membership_unit mu where mu.account_id = ${accountId} and mu.user_id = l.user_id))))
        as seen
      from person l where not l.all_units),
    wish as materialized (
      select p.user_id, p.all_units, l.seen, p.sees_hits, p.has_mail, w.kinds, w.themes, w.reach, w.rank,
        case when p.mails then w.channel else 0 end as channel
      from person p join (
        select coalesce(tm.user_id, s.user_id) as user_id, s.kinds, s.themes, s.reach, s.channel,
          coalesce(array_position(scale.options, s.min_criticality), ${anyRank}) as rank
        from alert_subscription s cross join scale
        left join team_member tm on tm.account_id = ${accountId} and tm.team_id = s.team_id
        where s.account_id = ${accountId}
        union all
        select e.user_id, d.kinds, '{}', d.reach, d.channel, d.rank
        from jsonb_to_recordset(${JSON.stringify(defaults)}::jsonb)
          as d (kinds text[], reach text, channel smallint, rank int)
        join person e on e.defaults) w on w.user_id = p.user_id
      left join limited l on l.user_id = p.user_id)`
}

/** Who answers for the companies and dossiers in question, and who follows them: people, teams by their members. */
function holders(
  accountId: number,
  duty: { readonly userId: number | null; readonly teamId: number | null },
) {
  return sql`
    place as materialized (select distinct f.company, f.dossier from fact f),
    holder as materialized (
      select p.company, p.dossier,
        case when d.acts then d.user_id when c.acts then c.user_id when r.rule_id is not null then r.user_id
          else ${duty.userId}::bigint end as user_id,
        case when d.acts then d.team_id when c.acts then c.team_id when r.rule_id is not null then r.team_id
          else ${duty.teamId}::bigint end as team_id
      from place p
      left join thirdparty t on t.account_id = ${accountId} and t.thirdparty_id = p.company
      left join lateral (
        select o.user_id, o.team_id, true as acts from subject_owner o where o.account_id = ${accountId}
          and o.subject = p.dossier and owner_acts(${accountId}, o.user_id, o.team_id, t.unit_set_id)) d on true
      left join lateral (
        select o.user_id, o.team_id, true as acts from subject_owner o where o.account_id = ${accountId}
          and o.subject = p.company and d.acts is null
          and owner_acts(${accountId}, o.user_id, o.team_id, t.unit_set_id)) c on true
      left join lateral (${firstRule}) r on d.acts is null and c.acts is null),
    mine as materialized (
      select h.company, h.dossier, coalesce(tm.user_id, h.user_id) as user_id from holder h
      left join team_member tm on tm.account_id = ${accountId} and tm.team_id = h.team_id),
    followed as materialized (
      select distinct p.company, p.dossier, coalesce(tm.user_id, s.user_id) as user_id from place p
      join subject_follower s on s.account_id = ${accountId} and s.subject in (p.company, p.dossier)
      left join team_member tm on tm.account_id = ${accountId} and tm.team_id = s.team_id)`
}
