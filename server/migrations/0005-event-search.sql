-- The functions below keep one plan each, made without knowing the range: journals have one table for each month, and
-- planning again for each question would cost more than answering it. The plan walks indexes, and where an order is
-- wanted in that order, month by month merged. It must not be one made for tables that were still empty, nor one that
-- sorts everything in the range.

create function event_heads(
  account bigint, kind integer, types integer[], range_start timestamptz, range_end timestamptz,
  before_at timestamptz, before_id bigint, skipped integer, wanted integer
) returns table (occurred_at timestamptz, resource_id bigint)
language plpgsql stable rows 100
set search_path = vigie, pg_temp set plan_cache_mode = force_generic_plan set enable_sort = off
set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
declare
  edge_at timestamptz := before_at;
  edge_id bigint := before_id;
  low timestamptz;
  span interval := '32 days';
  -- Of each type, in a round: cheap to take, while what is shown costs a probe each.
  most integer := 16 + 8000 / cardinality(types);
  page integer := least(wanted + skipped, 2000);
  step integer := 1 + 6 * page / cardinality(types) + page / 8;
  walked integer := 0;
  reached integer := 0;
  head record;
begin
  loop
    low := greatest(range_start, edge_at - span);
    for head in
      with candidate as materialized (
        select c.occurred_at, c.resource_id, c.nth
        from unnest(types) as t (type)
        cross join lateral (
          select e.occurred_at, e.resource_id, row_number() over () as nth from (
            select e.occurred_at, e.resource_id from event e
            where e.account_id = account and e.resource_type = kind and e.event_type = t.type
              and e.occurred_at >= low and e.occurred_at <= edge_at and e.occurred_at < range_end
              and (e.occurred_at, e.resource_id) < (edge_at, edge_id)
            order by e.occurred_at desc, e.resource_id desc limit step) e) c)
      select cut.occurred_at as cut_at, cut.resource_id as cut_id, found.occurred_at, found.resource_id
      from (select) one
      left join lateral (
        select c.occurred_at, c.resource_id from candidate c where c.nth = step
        order by c.occurred_at desc, c.resource_id desc limit 1) cut on true
      left join lateral (
        select c.occurred_at, c.resource_id from (
          select distinct c.occurred_at, c.resource_id from candidate c
          where cut.occurred_at is null or (c.occurred_at, c.resource_id) >= (cut.occurred_at, cut.resource_id)
          order by c.occurred_at desc, c.resource_id desc) c
        left join lateral (
          select 1 as later from event n
          where n.account_id = account and n.resource_type = kind and n.resource_id = c.resource_id
            and n.occurred_at > c.occurred_at and n.occurred_at >= low and n.occurred_at < range_end
            and (n.event_type + 0) = any(types)
          limit 1) probe on true
        where later is null
        order by c.occurred_at desc, c.resource_id desc limit skipped + wanted - reached) found on true
    loop
      if head.resource_id is not null then
        reached := reached + 1;
        if reached > skipped then
          occurred_at := head.occurred_at;
          resource_id := head.resource_id;
          return next;
        end if;
      end if;
    end loop;
    exit when reached >= skipped + wanted or head.cut_at is null and low <= range_start;
    walked := walked + step;
    edge_at := coalesce(head.cut_at, low);
    edge_id := coalesce(head.cut_id, 0);
    if head.cut_at is null then span := span * 4; end if;
    step := least(step * 2, most);
    -- Most of what is left has later matches: taking all at once is cheaper than asking one by one.
    if walked > 10000 then
      return query
        select newest.at, newest.of from (
          select max(e.occurred_at) as at, e.resource_id as of from event e
          where e.account_id = account and e.resource_type = kind and e.event_type = any(types)
            and e.occurred_at >= range_start and e.occurred_at < range_end
          group by e.resource_id) newest
        where (newest.at, newest.of) < (edge_at, edge_id)
        order by newest.at desc, newest.of desc
        limit skipped + wanted - greatest(reached, skipped) offset greatest(skipped - reached, 0);
      return;
    end if;
  end loop;
end
$$;
comment on function event_heads is
  'Each resource of the range once, at its newest event of these types, newest first, from a position on. Some of the '
  'newest events of each type are taken; as far as no type was cut short they are complete, and each counts if the '
  'other index shows no later match of its resource. Then on from there.';

create function event_matches(
  account bigint, kind integer, types integer[], range_start timestamptz, range_end timestamptz, ids bigint[]
) returns table (resource_id bigint, first_at timestamptz, last_at timestamptz, matches integer)
language plpgsql stable rows 100
set search_path = vigie, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query
    select i.id, e.first_at, e.last_at, e.matches from unnest(ids) as i (id)
    cross join lateral (
      select min(e.occurred_at) as first_at, max(e.occurred_at) as last_at, count(*)::int as matches from event e
      where e.account_id = account and e.resource_type = kind and e.resource_id = i.id
        and e.occurred_at >= range_start and e.occurred_at < range_end and (e.event_type + 0) = any(types)
      offset 0) e
    where e.matches > 0;
end
$$;
comment on function event_matches is 'What matched, for resources that are shown.';

create function event_resources(
  account bigint, kind integer, types integer[], range_start timestamptz, range_end timestamptz, enough integer
) returns table (ids bigint[], complete boolean)
language plpgsql stable
set search_path = vigie, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
    with met as materialized (
      select e.resource_id from event e
      where e.account_id = account and e.resource_type = kind and e.event_type = any(types)
        and e.occurred_at >= range_start and e.occurred_at < range_end
      limit enough + 1)
    select array(select distinct m.resource_id from met m), (select count(*) from met) <= enough;
end
$$;
comment on function event_resources is
  'Resources among the first `enough` matching events met: a total at a bounded price, incomplete when there were '
  'more.';

create function event_groups(
  account bigint, kind integer, types integer[], range_start timestamptz, range_end timestamptz
) returns table (occurred_at timestamptz, resource_id bigint)
language plpgsql stable rows 10000
set search_path = vigie, pg_temp set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
#variable_conflict use_column
begin
  return query
    select max(e.occurred_at), e.resource_id from event e
    where e.account_id = account and e.resource_type = kind and e.event_type = any(types)
      and e.occurred_at >= range_start and e.occurred_at < range_end
    group by e.resource_id;
end
$$;
comment on function event_groups is
  'All resources of the range at their newest match: for questions that only the whole answers.';

revoke execute on function
  event_heads(bigint, integer, integer[], timestamptz, timestamptz, timestamptz, bigint, integer, integer),
  event_matches(bigint, integer, integer[], timestamptz, timestamptz, bigint[]),
  event_resources(bigint, integer, integer[], timestamptz, timestamptz, integer),
  event_groups(bigint, integer, integer[], timestamptz, timestamptz)
  from public;
grant execute on function
  event_heads(bigint, integer, integer[], timestamptz, timestamptz, timestamptz, bigint, integer, integer),
  event_matches(bigint, integer, integer[], timestamptz, timestamptz, bigint[]),
  event_resources(bigint, integer, integer[], timestamptz, timestamptz, integer),
  event_groups(bigint, integer, integer[], timestamptz, timestamptz)
  to vigie_app;

create function journal_heads(accounts bigint[]) returns table (account_id bigint, seq bigint)
language plpgsql set search_path = vigie, pg_temp as $$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
  one bigint;
begin
  foreach one in array accounts loop
    perform set_config('app.account', one::text, true);
    return query select h.account_id, h.seq from journal_head h where h.account_id = one;
  end loop;
  perform set_config('app.account', outer_account, true);
end
$$;
comment on function journal_heads is
  'How far the journals of several accounts have come, in one statement: a process asks this a few times a second for '
  'all accounts somebody waits in. It needs no right beyond reading each head: it names one account after the other, '
  'as the application would, and gives the setting back.';
revoke execute on function journal_heads(bigint[]) from public;
grant execute on function journal_heads(bigint[]) to vigie_app;
