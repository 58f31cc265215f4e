import { sql, type RawBuilder } from 'kysely'

/** Between the warning and the deletion. */
export const warningDays = 30

/**
 * Answers of the account that nobody works with any more, as a relation: ended by a later answer, a decision or
 * time, or belonging to a request that is no longer made (which archiving a dossier does to all of its requests).
 * An answer of a request that still counts on it is never among them.
 *
 * `ends_at` is when the years its document type asks for are over; `warned` whether a warning was given since it
 * fell out of use, for a dossier that came back in between starts anew. Nothing but its ending changes
 * `updated_at` of an ended answer. The years are those the account sets today, not those of when it was asked.
 * None that ends within so many days is missing; some that end later may be there.
 */
export function selectUnusedAnswers(accountId: number, withinDays: number): RawBuilder<unknown> {
  return sql`(
    with kept as materialized (
      select t.code, (v.definition ->> 'retentionYears')::int as years, v.definition -> 'name' as name
      from document_type t
      join document_type_version v
        on v.account_id = t.account_id and v.code = t.code and v.type_version = t.type_version
      where t.account_id = ${accountId}
    ), bound as materialized (
      select account_now(${accountId}) + make_interval(days => ${withinDays})
        - make_interval(years => (select min(years) from kept)) as moment
    ), unused as (
      select r.response_id, r.updated_at as since from bound, response r
      where r.account_id = ${accountId} and r.state in ('DENIED', 'EXPIRED', 'SUPERSEDED', 'INTERRUPTED')
        and r.updated_at <= bound.moment
      union all
      select r.response_id, c.stopped_at from bound, document c
      join response r on r.account_id = c.account_id and r.document_id = c.document_id
        and r.state in ('DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED')
      where c.account_id = ${accountId} and c.stopped_at <= bound.moment)
    select r.response_id, r.document_id, r.dossier_id, r.thirdparty_id, r.state, r.deletion_warned_at, c.code,
      kept.name, unused.since as unused_since, (
        select d.legal_hold_since is not null from dossier d
        where d.account_id = r.account_id and d.dossier_id = r.dossier_id) as held,
      unused.since + make_interval(years => kept.years) as ends_at,
      coalesce(r.deletion_warned_at >= unused.since, false) as warned
    from unused
    join response r on r.account_id = ${accountId} and r.response_id = unused.response_id
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join kept on kept.code = c.code)`
}
