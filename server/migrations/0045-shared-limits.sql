-- Limits that hold for all processes together.

create unlogged table rate_count (
  key bytea primary key check (length(key) = 16),
  full_at timestamptz not null,
  counted_at timestamptz not null
) with (fillfactor = 70);
comment on table rate_count is
  'How much of a rate is used, by all processes together. Unlogged: a crash of the server gives everybody a full '
  'reserve again, and counting costs next to nothing.';
comment on column rate_count.key is
  'A digest of the limit and of whom it holds for, under the key of the installation: addresses are not kept.';
comment on column rate_count.counted_at is
  'By the clock of the server. If that lies ahead, the clock was set back, and nobody has to wait for it to come again.';
comment on column rate_count.full_at is
  'When the reserve is whole again. A permit moves it one period ahead; debts are paid by waiting longer.';
grant select, insert, update, delete on rate_count to vigie_app;

create function count_rates(
  keys bytea[], periods double precision[], bursts integer[], charges integer[], wishes integer[],
  as_of timestamptz default null)
returns table (place integer, granted integer, room double precision)
language plpgsql set search_path = vigie, pg_temp as $$
declare
  -- The clock of the server: those of the processes may differ.
  moment timestamptz := coalesce(as_of, clock_timestamp());
  asked record;
  used double precision;
  -- Another process may have come later and been first.
  leeway constant interval := '10 seconds';
begin
  insert into rate_count (key, full_at, counted_at) select k, moment, moment from unnest(keys) k order by k on conflict do nothing;
  -- Always in the order of the keys: two processes then wait for one another and never both.
  for asked in
    select a.* from unnest(keys, periods, bursts, charges, wishes)
      with ordinality a (key, period, burst, charge, wish, place)
    order by a.key
  loop
    select greatest(0, extract(epoch from c.full_at
        - case when c.counted_at > moment + leeway then c.counted_at else moment end) * 1000 / asked.period)
    into used from rate_count c where c.key = asked.key for update;
    used := greatest(0, coalesce(used, 0) + asked.charge);
    -- Times have microseconds: what is left of a permit by rounding is a whole one.
    granted := greatest(0, least(asked.wish, floor(asked.burst - used + 0.001)::integer));
    used := used + granted;
    update rate_count c
    set full_at = moment + used * asked.period * interval '1 millisecond', counted_at = moment
    where c.key = asked.key;
    place := asked.place;
    room := asked.burst - used;
    return next;
  end loop;
end
$$;
comment on function count_rates is
  'Counts what a process has used of some rates (less than nothing: what it gives back), and grants what it wishes for '
  'as far as there is room. Whatever it has used is counted, even beyond the reserve.';
revoke execute on function
  count_rates(bytea[], double precision[], integer[], integer[], integer[], timestamptz) from public;
grant execute on function
  count_rates(bytea[], double precision[], integer[], integer[], integer[], timestamptz) to vigie_app;

create unlogged table place_lease (
  lease_id uuid primary key,
  key bytea not null check (length(key) = 16),
  until timestamptz not null
);
comment on table place_lease is
  'Places of what only so many may do at once, each for as long as its process says that it is there. Unlogged: whoever '
  'held one did so through a connection that a crash of the server ends as well.';
comment on column place_lease.until is 'Put off by its process again and again; the places of a dead one are free then.';
create index place_lease_key on place_lease (key);
grant select, insert, update, delete on place_lease to vigie_app;

create function take_place(lease uuid, wanted bytea, places integer, seconds double precision) returns boolean
language plpgsql set search_path = vigie, pg_temp as $$
declare
  moment timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('place ' || encode(wanted, 'hex'), 0));
  moment := clock_timestamp();
  -- Nor is a place taken for so long, unless the clock was set back.
  delete from place_lease p where p.key = wanted
    and (p.until <= moment or p.until > moment + 2 * seconds * interval '1 second');
  insert into place_lease (lease_id, key, until)
  select lease, wanted, moment + seconds * interval '1 second'
  where (select count(*) from place_lease p where p.key = wanted) < places;
  return found;
end
$$;
comment on function take_place is
  'Takes one of so many places, if one is free. The lock is of the key alone: those who come at once are counted one '
  'after the other.';
revoke execute on function take_place(uuid, bytea, integer, double precision) from public;
grant execute on function take_place(uuid, bytea, integer, double precision) to vigie_app;
