-- Reading the journal: final answers that stay final when the clock steps back, and searches whose plan does not
-- depend on what the planner guesses about a journal of many months.

-- All events of the account before this moment are known: nothing is stamped before it any more, whatever the
-- database's clock says. An ordinary row, because it must be safe on disk before a reader relies on it.
create table journal_mark (
  account_id bigint primary key references account,
  final_before timestamptz not null check (final_before = date_trunc('second', final_before))
);
select protect_account_table('journal_mark', 'select');

create function journal_keep_mark() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if tg_op <> 'UPDATE' or new.account_id <> old.account_id or new.final_before < old.final_before then
    raise exception 'What was declared final stays so: this change is refused.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
revoke execute on function journal_keep_mark() from public;
create trigger journal_mark_forward before update or delete on journal_mark
  for each row execute function journal_keep_mark();
create trigger journal_mark_no_truncate before truncate on journal_mark
  for each statement execute function journal_refuse();

-- Declares what lies before the running second, and before `wanted`, to be final. The account's lock is held to
-- the commit: a writer that comes later finds the mark. Readers ask for this once a second at the most.
create function journal_declare_final(wanted timestamptz) returns timestamptz
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  declared timestamptz;
begin
  perform pg_advisory_xact_lock_shared(journal_lock_key(account));
  declared := least(date_trunc('second', account_now(account)), wanted);
  insert into journal_mark as m values (account, declared)
    on conflict (account_id) do update set final_before = greatest(m.final_before, declared)
    returning final_before into declared;
  return declared;
end
$$;
revoke execute on function journal_declare_final(timestamptz) from public;
grant execute on function journal_declare_final(timestamptz) to vigie_app;

-- As before, and never before what was declared final.
create or replace function journal_append(entries jsonb) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  moment timestamptz;
  unknown_type smallint;
  new_events event[];
  salts bytea[];
  payloads bytea[];
  -- What each link says of its event; the digest before it comes behind.
  sayings text[];
  saying text;
  link bytea;
  links bytea[] := '{}';
begin
  if jsonb_array_length(entries) = 0 then
    raise exception 'An append brings at least one event.';
  end if;
  perform pg_advisory_xact_lock(journal_lock_key(account));
  select * into head from journal_head where account_id = account for update;
  if not found then
    head := (account, 0, sha256(convert_to('vigie journal ' || account, 'UTF8')), 'epoch'::timestamptz);
    insert into journal_head values (head.*);
  end if;
  moment := greatest(account_now(account), head.occurred_at,
    (select m.final_before from journal_mark m where m.account_id = account));

  select min(type) filter (where resource_type is null), array_agg(salt), array_agg(payload),
    array_agg((account, seq, event_id, type, resource_type, resource_id, thirdparty_id, dossier_id, document_id,
      moment, actor_type, actor_id, detail_hash, null)::event),
    array_agg(concat_ws('|', 'v1', account, seq, event_id, type, resource_type, resource_id,
      coalesce(thirdparty_id::text, ''), coalesce(dossier_id::text, ''), coalesce(document_id::text, ''),
      (extract(epoch from moment) * 1000)::bigint, actor_type, coalesce(actor_id::text, ''),
      encode(detail_hash, 'hex'), ''))
  into unknown_type, salts, payloads, new_events, sayings
  from (
    -- Each value once, however often it is used above.
    select *, sha256(salt || payload) as detail_hash from (
      select e.*, head.seq + e.nth as seq, nextval('vigie_id') as event_id, t.resource_type,
        case t.resource_type when 1 then e.thirdparty_id when 2 then e.dossier_id else e.document_id end
          as resource_id,
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt,
        convert_to(e.detail, 'UTF8') as payload
      from rows from (jsonb_to_recordset(entries) as (type smallint, "thirdpartyId" bigint, "dossierId" bigint,
        "documentId" bigint, "actorType" text, "actorId" bigint, detail text)) with ordinality
        as e (type, thirdparty_id, dossier_id, document_id, actor_type, actor_id, detail, nth)
      left join event_type t on t.code = e.type
      order by e.nth) given
    order by nth offset 0) digested;
  if unknown_type is not null then
    raise exception 'There is no event of type %.', unknown_type;
  end if;

  link := head.hash;
  foreach saying in array sayings loop
    link := sha256(convert_to(saying || encode(link, 'hex'), 'UTF8'));
    links := links || link;
  end loop;
  insert into event
    select e.account_id, e.seq, e.event_id, e.event_type, e.resource_type, e.resource_id, e.thirdparty_id,
      e.dossier_id, e.document_id, e.occurred_at, e.actor_type, e.actor_id, e.detail_hash, e.link
    from rows from (unnest(new_events), unnest(links)) as e (account_id, seq, event_id, event_type, resource_type,
      resource_id, thirdparty_id, dossier_id, document_id, occurred_at, actor_type, actor_id, detail_hash, hash,
      link);
  insert into event_detail
    select account, head.seq + d.nth, d.salt, d.payload
    from unnest(salts, payloads) with ordinality as d (salt, payload, nth);
  update journal_head set seq = head.seq + cardinality(links), hash = link, occurred_at = moment
    where account_id = account;
  return head.seq + cardinality(links);
end
$$;

-- The four functions below keep one plan each, made without knowing the range: journals have one table a month, and
-- planning for each question again would cost more than answering it. The plan walks indexes, and where an order is
-- wanted in that order, month by month merged: it must not be one made for tables that were still empty, nor one
-- that sorts all that is in the range.

-- Each resource of the range once, at its newest event of these types, newest first; only what lies before the
-- position given. For each type some of the newest events are taken; as far as no type was cut short they are
-- complete, and each counts if the other index shows no later match of its resource. Then on from there.
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

-- What matched, for resources that are shown.
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

-- Resources among the first `enough` matching events met, for a total at a bounded price; null when there were more.
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

-- All resources of the range at their newest match: for questions that only the whole answers.
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
