-- Who may see which companies: units of an account, the combinations of units that companies are in, and a wall
-- inside the account that follows from them.

create table unit (
  account_id bigint not null references account,
  unit_id bigint not null default nextval('vigie_id'),
  parent_id bigint,
  name text not null check (length(name) between 1 and 100),
  version integer not null default 1,
  primary key (account_id, unit_id),
  foreign key (account_id, parent_id) references unit,
  unique nulls not distinct (account_id, parent_id, name),
  constraint unit_is_not_above_itself check (parent_id <> unit_id)
);
comment on table unit is
  'A part of the buyer''s organisation, such as a division or a country. Units form a tree; whoever sees one sees what '
  'lies beneath it too.';
comment on column unit.version is 'Raised by every change; the ETag.';
select protect_account_table('unit', 'select, insert, update, delete');
select open_to_directory('unit');

create table unit_set (
  account_id bigint not null references account,
  unit_set_id bigint not null default nextval('vigie_id'),
  unit_ids bigint[] not null check (cardinality(unit_ids) between 1 and 50),
  primary key (account_id, unit_set_id),
  unique (account_id, unit_ids)
);
comment on table unit_set is
  'Each combination of units that some company is in, once. A company names one set, so a reader''s sight is a list of '
  'sets, and a list of companies is read along one run of an index for each of them, without finding any twice. A '
  'set never changes and is never removed: a sight computed a moment ago may miss a new set, but never shows more '
  'than it should.';
comment on column unit_set.unit_ids is 'In ascending order. A unit that was deleted may still stand in old sets.';
select protect_account_table('unit_set', 'select, insert');
select open_to_directory('unit_set');

create table unit_set_unit (
  account_id bigint not null,
  unit_id bigint not null,
  unit_set_id bigint not null,
  primary key (account_id, unit_id, unit_set_id),
  foreign key (account_id, unit_id) references unit on delete cascade,
  foreign key (account_id, unit_set_id) references unit_set
);
comment on table unit_set_unit is 'The units of each set, to find the sets of a unit.';
create index unit_set_unit_of_set on unit_set_unit (account_id, unit_set_id);
select protect_account_table('unit_set_unit', 'select, insert');
select open_to_directory('unit_set_unit');

alter table membership add column all_units boolean not null default true;
comment on column membership.all_units is
  'Sees every company, those in no unit included. If not, those of the units in membership_unit.';
create table membership_unit (
  account_id bigint not null,
  user_id bigint not null,
  unit_id bigint not null,
  primary key (account_id, user_id, unit_id),
  foreign key (account_id, user_id) references membership on delete cascade,
  foreign key (account_id, unit_id) references unit on delete cascade
);
comment on table membership_unit is 'The units whose companies a person sees who does not see all.';
create index membership_unit_unit on membership_unit (account_id, unit_id);
select protect_account_table('membership_unit', 'select, insert, delete');
select open_to_directory('membership_unit');

alter table api_client add column all_units boolean not null default true;
comment on column api_client.all_units is 'As membership.all_units.';
create table api_client_unit (
  account_id bigint not null,
  api_client_id bigint not null,
  unit_id bigint not null,
  primary key (account_id, api_client_id, unit_id),
  foreign key (account_id, api_client_id) references api_client on delete cascade,
  foreign key (account_id, unit_id) references unit on delete cascade
);
comment on table api_client_unit is 'As membership_unit.';
create index api_client_unit_unit on api_client_unit (account_id, unit_id);
select protect_account_table('api_client_unit', 'select, insert, delete');
select open_to_directory('api_client_unit');

create function units_beneath(account bigint, chosen bigint[]) returns setof bigint
language sql stable set search_path = vigie, pg_temp as $$
  with recursive beneath as (
    select u.unit_id from unit u where u.account_id = account and u.unit_id = any(chosen)
    union
    select u.unit_id from beneath b join unit u on u.account_id = account and u.parent_id = b.unit_id)
  select unit_id from beneath
$$;
comment on function units_beneath is 'These units and what lies beneath them.';
create function unit_sets_of(account bigint, chosen bigint[]) returns bigint[]
language sql stable set search_path = vigie, pg_temp as $$
  select coalesce(array_agg(distinct m.unit_set_id order by m.unit_set_id), '{}')
  from units_beneath(account, chosen) b join unit_set_unit m on m.account_id = account and m.unit_id = b
$$;
comment on function unit_sets_of is
  'The sets that hold one of these units or one beneath: what somebody sees who sees these units.';
create function member_sees(account bigint, member bigint, units bigint) returns boolean
language sql stable set search_path = vigie, pg_temp as $$
  select m.all_units or coalesce(units = any(unit_sets_of(account, array(
    select mu.unit_id from membership_unit mu where mu.account_id = account and mu.user_id = member))), false)
  from membership m where m.account_id = account and m.user_id = member
$$;
comment on function member_sees is
  'Whether a person of the account sees the companies of a set of units: for what is sent to people who did not ask.';
revoke execute on function units_beneath(bigint, bigint[]), unit_sets_of(bigint, bigint[]),
  member_sees(bigint, bigint, bigint) from public;
grant execute on function units_beneath(bigint, bigint[]), unit_sets_of(bigint, bigint[]),
  member_sees(bigint, bigint, bigint) to vigie_app;

-- Which company is in which set. Nothing here asks more of an account without units than one column that is null.

alter table thirdparty add column unit_set_id bigint;
comment on column thirdparty.unit_set_id is
  'The units it is in; null for none. No foreign key: sets are never removed, and a check would slow down every import.';
alter table thirdparty_summary add column unit_set_id bigint;
comment on column thirdparty_summary.unit_set_id is
  'That of the third party, because a page would otherwise ask for it row by row. Kept by thirdparties_place.';

alter table dossier add column unit_set_id bigint;
comment on column dossier.unit_set_id is
  'That of the third party: lists and counts of readers who see some units compare it row by row. Taken when the '
  'dossier is opened, kept by thirdparties_place.';
alter table document add column unit_set_id bigint;
comment on column document.unit_set_id is 'As dossier.unit_set_id.';
create function take_unit_set() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  -- Locked as the foreign key locks it anyway: a company that is being moved is waited for, and one that is written
  -- to is not moved before that is committed.
  select t.unit_set_id into new.unit_set_id from thirdparty t
    where t.account_id = new.account_id and t.thirdparty_id = new.thirdparty_id for key share;
  return new;
end
$$;
comment on function take_unit_set is
  'What is opened for a company is where the company is. A trigger, because nothing may be written without it: a row '
  'with the wrong set would be seen by the wrong people.';
create trigger dossier_take_unit_set before insert on dossier for each row execute function take_unit_set();
create trigger document_take_unit_set before insert on document for each row execute function take_unit_set();
create index dossier_of_unit on dossier (account_id, unit_set_id, dossier_id) include (type_code, status, origin)
  where archived_at is null and unit_set_id is not null;
comment on index dossier_of_unit is 'As dossier_list, for readers who see some units: a run for each set they see.';
create index document_of_unit on document (account_id, unit_set_id, status, status_since, document_id)
  include (code, type_version, dossier_id) where stopped_at is null and unit_set_id is not null;
comment on index document_of_unit is 'As document_queue, for readers who see some units.';

create index thirdparty_of_unit on thirdparty (account_id, unit_set_id, thirdparty_id) include (archived_at)
  where unit_set_id is not null;
comment on index thirdparty_of_unit is
  'The portfolio of readers who see some units: a run for each set they see, in the order of the list. Accounts '
  'without units have nothing in it.';
create index thirdparty_of_unit_by_name on thirdparty (account_id, unit_set_id, name_key, thirdparty_id)
  include (archived_at) where unit_set_id is not null;
create index thirdparty_of_unit_by_code on thirdparty (account_id, unit_set_id, code_key, thirdparty_id)
  include (archived_at) where unit_set_id is not null;
create index thirdparty_of_unit_by_creation on thirdparty (account_id, unit_set_id, created_at, thirdparty_id)
  include (archived_at) where unit_set_id is not null;
create index thirdparty_of_unit_by_update on thirdparty (account_id, unit_set_id, updated_at, thirdparty_id)
  include (archived_at) where unit_set_id is not null;
create index thirdparty_of_unit_by_status on thirdparty (account_id, unit_set_id, status, thirdparty_id)
  include (archived_at) where unit_set_id is not null;

alter table portfolio_size add column unit_set bigint not null default 0;
comment on column portfolio_size.unit_set is 'Zero for those in no unit.';
alter table portfolio_size drop constraint portfolio_size_pkey;
alter table portfolio_size add primary key (account_id, archived, unit_set);
alter table portfolio_size_change add column unit_set bigint not null default 0;
comment on column portfolio_size_change.unit_set is 'As portfolio_size.unit_set.';

create or replace view portfolio_total with (security_invoker = true) as
  select account_id, archived, total, unit_set from portfolio_size
  union all
  select account_id, archived, change, unit_set from portfolio_size_change;

create or replace function portfolio_count() returns trigger
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into portfolio_size_change (account_id, archived, unit_set, change)
      select account_id, archived_at is not null, coalesce(unit_set_id, 0), count(*) from fresh group by 1, 2, 3;
  else
    insert into portfolio_size_change (account_id, archived, unit_set, change)
      select account_id, archived, unit_set, sum(change) from (
        select account_id, archived_at is not null as archived, coalesce(unit_set_id, 0) as unit_set, 1 as change
        from fresh
        union all
        select account_id, archived_at is not null, coalesce(unit_set_id, 0), -1 from former) moved
      group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end
$$;

create or replace function portfolio_fold(most integer) returns integer
language sql security definer set search_path = vigie, pg_temp as $$
  with due as materialized (
    select account_id, change_id from portfolio_size_change limit most for update skip locked
  ), taken as (
    delete from portfolio_size_change c using due
    where c.account_id = due.account_id and c.change_id = due.change_id
    returning c.account_id, c.archived, c.unit_set, c.change
  ), folded as (
    insert into portfolio_size as p (account_id, archived, unit_set, total)
    select account_id, archived, unit_set, sum(change) from taken group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, archived, unit_set) do update set total = p.total + excluded.total
  )
  select count(*)::int from taken
$$;

create function unit_set_for(units bigint[]) returns bigint
language plpgsql set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  wanted bigint[] := array(select distinct u from unnest(units) u order by u);
  found_id bigint;
begin
  if cardinality(wanted) = 0 then return null; end if;
  insert into unit_set (account_id, unit_ids) values (account, wanted)
    on conflict (account_id, unit_ids) do nothing returning unit_set_id into found_id;
  if found_id is null then
    select s.unit_set_id into strict found_id from unit_set s where s.account_id = account and s.unit_ids = wanted;
  end if;
  -- Also of a set that was there: a deleted unit takes its rows with it.
  insert into unit_set_unit (account_id, unit_id, unit_set_id)
    select account, u, found_id from unnest(wanted) u on conflict do nothing;
  return found_id;
end
$$;
comment on function unit_set_for is 'The one set of these units, made if it is not there; null for no units.';
revoke execute on function unit_set_for(bigint[]) from public;
grant execute on function unit_set_for(bigint[]) to vigie_app;

create function thirdparties_place(ids bigint[], units bigint[]) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  target bigint := unit_set_for(units);
begin
  -- Stronger than an update locks by itself: whoever is opening something for one of them is waited for, and what
  -- they opened is moved too.
  perform from thirdparty t where t.account_id = account and t.thirdparty_id = any(ids)
    order by t.thirdparty_id for update;
  update thirdparty t set unit_set_id = target
    where t.account_id = account and t.thirdparty_id = any(ids) and t.unit_set_id is distinct from target;
  update thirdparty_summary s set unit_set_id = target
    where s.account_id = account and s.thirdparty_id = any(ids) and s.unit_set_id is distinct from target;
  update dossier d set unit_set_id = target
    where d.account_id = account and d.thirdparty_id = any(ids) and d.unit_set_id is distinct from target;
  update document c set unit_set_id = target
    where c.account_id = account and c.thirdparty_id = any(ids) and c.unit_set_id is distinct from target;
  return target;
end
$$;
comment on function thirdparties_place is
  'Puts companies into these units and no others: the one way to move them. It runs as '
  'the owner, who sees all units: a company may leave the sight of whoever moves it, or enter a set that was unknown '
  'when their sight was computed. What they may move is decided before.';
revoke execute on function thirdparties_place(bigint[], bigint[]) from public;
grant execute on function thirdparties_place(bigint[], bigint[]) to vigie_app;

-- The wall. Each transaction says what is seen: all units, or some sets. Who says nothing sees nothing, except where
-- nobody is limited. What one statement compares every row with is read once, in a sub-select.

create index membership_limited on membership (account_id) where not all_units;
comment on index membership_limited is 'Whether anybody is limited, which nobody_is_limited asks.';
create index api_client_limited on api_client (account_id) where not all_units;
comment on index api_client_limited is 'As membership_limited.';
create function nobody_is_limited() returns boolean
language plpgsql stable parallel safe as $$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
begin
  return not exists (select from vigie.membership m where m.account_id = account and not m.all_units)
    and not exists (select from vigie.api_client c where c.account_id = account and not c.all_units);
end
$$;
comment on function nobody_is_limited is
  'Whether every person and API client of the account sees all units. Processes of the release before know no units '
  'and never say what they see: beside newer ones, they go on in accounts where there is nothing to hide.';
revoke execute on function nobody_is_limited() from public;
grant execute on function nobody_is_limited() to vigie_app;

create function sees_all_units() returns boolean
language sql stable parallel safe
return current_setting('app.directory', true) is not distinct from 'on' or current_user = 'vigie_owner'
  or coalesce(current_setting('app.units', true) = 'all', nobody_is_limited());
comment on function sees_all_units is
  'Whether this transaction sees the companies of all units. The directory does too: it reaches only tables that are '
  'opened to it. So do functions that run as the owner, which write the journal and the counts: whoever moves a '
  'company out of their own sight has that written down as well.';
create function seen_unit_sets() returns int8multirange
language sql stable parallel safe
return nullif(nullif(current_setting('app.units', true), 'all'), '')::int8multirange;
comment on function seen_unit_sets is
  'The sets that this transaction sees, if not all: ranges, in which a set is found by halving, however many there are.';
revoke execute on function sees_all_units(), seen_unit_sets() from public;
grant execute on function sees_all_units(), seen_unit_sets() to vigie_app;

create operator <@? (
  leftarg = anyelement, rightarg = anymultirange, function = elem_contained_by_multirange, restrict = neqsel);
comment on operator <@? (anyelement, anymultirange) is
  'As <@. Without a negator neqsel answers that nearly every row passes, which is so for nearly every reader. By the '
  'usual estimate PostgreSQL would expect half of the rows, or none, and plan every statement for that.';

-- What asks for one row at a time costs more than a plain comparison, so that PostgreSQL compares first and asks only
-- for what is left: at the same cost it would ask for every row of a small table, each time by reading another one.
-- Not much more: the statements of those who see all would be planned for what they never do.
create function thirdparty_is_seen(thirdparty bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.thirdparty t
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint and t.thirdparty_id = thirdparty);
end
$$;
comment on function thirdparty_is_seen is
  'Whether the wall around the third party lets this transaction through. A function rather than a sub-select in each '
  'policy: those who see all never call it, and their statements are not planned with it.';
create function subject_is_seen(subject bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return vigie.thirdparty_is_seen(subject) or exists (select from vigie.dossier d
    where d.account_id = nullif(current_setting('app.account', true), '')::bigint and d.dossier_id = subject);
end
$$;
comment on function subject_is_seen is 'The same for what is a third party or a dossier.';
create function response_is_seen(response bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.response r
    where r.account_id = nullif(current_setting('app.account', true), '')::bigint and r.response_id = response);
end
$$;
comment on function response_is_seen is 'The same for what belongs to a response.';
create function comment_is_seen(comment bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.comment c
    where c.account_id = nullif(current_setting('app.account', true), '')::bigint and c.comment_id = comment);
end
$$;
comment on function comment_is_seen is 'The same for what belongs to a comment.';
create function contact_is_seen(contact bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.contact c
    where c.account_id = nullif(current_setting('app.account', true), '')::bigint and c.contact_id = contact);
end
$$;
comment on function contact_is_seen is 'The same for what belongs to a contact.';
create function upload_is_seen(upload bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.portal_upload u
    where u.account_id = nullif(current_setting('app.account', true), '')::bigint and u.upload_id = upload);
end
$$;
comment on function upload_is_seen is 'The same for the parts of an upload.';
create function event_is_seen(event_seq bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.event e
    where e.account_id = nullif(current_setting('app.account', true), '')::bigint and e.seq = event_seq);
end
$$;
comment on function event_is_seen is 'The same for what belongs to an event.';
create function delivery_is_seen(delivery bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.webhook_delivery d
    where d.account_id = nullif(current_setting('app.account', true), '')::bigint and d.delivery_id = delivery);
end
$$;
comment on function delivery_is_seen is 'The same for the attempts of a delivery.';
create function import_is_seen(import bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  return exists (select from vigie.portfolio_import i
    where i.account_id = nullif(current_setting('app.account', true), '')::bigint and i.import_id = import);
end
$$;
comment on function import_is_seen is 'The same for what belongs to an import.';
revoke execute on function thirdparty_is_seen(bigint), subject_is_seen(bigint), response_is_seen(bigint),
  comment_is_seen(bigint), contact_is_seen(bigint), upload_is_seen(bigint), event_is_seen(bigint),
  delivery_is_seen(bigint), import_is_seen(bigint) from public;
grant execute on function thirdparty_is_seen(bigint), subject_is_seen(bigint), response_is_seen(bigint),
  comment_is_seen(bigint), contact_is_seen(bigint), upload_is_seen(bigint), event_is_seen(bigint),
  delivery_is_seen(bigint), import_is_seen(bigint) to vigie_app;

-- Asking for each row takes a page no time, and a count over a million rows half a minute.
create function seen_thirdparties() returns int8multirange
language plpgsql stable parallel safe as $$
begin
  if current_setting('app.reads', true) is distinct from 'many' then return null; end if;
  return (select coalesce(range_agg(int8range(t.thirdparty_id, t.thirdparty_id, '[]')), '{}')
    from unnest(vigie.seen_unit_sets()) r join vigie.thirdparty t on t.unit_set_id >= lower(r) and t.unit_set_id < upper(r)
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint);
end
$$;
comment on function seen_thirdparties is
  'All third parties that this transaction sees, if it has said that it reads many rows (app.reads); else null.';
create function thirdparty_is_among(seen int8multirange, thirdparty bigint) returns boolean
language plpgsql stable parallel safe cost 4 as $$
begin
  if seen is null then return vigie.thirdparty_is_seen(thirdparty); end if;
  return thirdparty <@ seen;
end
$$;
comment on function thirdparty_is_among is
  'Whether the third party is seen: found among all that are, where these are known, or asked for by itself.';
revoke execute on function seen_thirdparties(), thirdparty_is_among(int8multirange, bigint) from public;
grant execute on function seen_thirdparties(), thirdparty_is_among(int8multirange, bigint) to vigie_app;

create operator ?> (
  leftarg = int8multirange, rightarg = bigint, function = thirdparty_is_among, restrict = neqsel);
comment on operator ?> (int8multirange, bigint) is
  'thirdparty_is_among, of which PostgreSQL expects what it does of <@?.';

create function fence_units(target regclass, seen text) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  execute format('create policy unit_sight on %s as restrictive using ((select sees_all_units()) or %s)', target, seen);
end
$$;
comment on function fence_units is
  'Puts a table behind the wall of the units as well: only those rows about companies that the transaction sees. '
  'Whoever sees all pays one comparison a row.';
revoke execute on function fence_units(regclass, text) from public;

alter table portfolio_import add column unit_set_id bigint;
comment on column portfolio_import.unit_set_id is 'The units its companies go into; null for none.';
alter table portfolio_import add column limited boolean not null default false;
comment on column portfolio_import.limited is
  'Sent by somebody who sees some units only: they are not told which company a row is the same as elsewhere.';

alter table webhook_endpoint add column made_by text check (length(made_by) between 1 and 200);
comment on column webhook_endpoint.made_by is
  'Whose sight decides what is sent; null for one made before there were units, which is sent everything.';
alter table webhook_endpoint add column limited boolean not null default false;
comment on column webhook_endpoint.limited is
  'Whether its maker saw some units only when they were last asked about. Once they have left the account, such an '
  'endpoint is sent nothing, and any other what it was sent before.';

select fence_units(target::regclass, 'unit_set_id <@? (select seen_unit_sets())') from unnest(array[
  'thirdparty', 'thirdparty_summary', 'dossier', 'document', 'portfolio_import']) target;
select fence_units(target::regclass, 'unit_set <@? (select seen_unit_sets())') from unnest(array[
  'portfolio_size', 'portfolio_size_change']) target;
select fence_units(target::regclass, '(select seen_thirdparties()) ?> thirdparty_id') from unnest(array[
  'announcement_watch', 'comment', 'contact', 'datahub_monitoring', 'datahub_news', 'datahub_value', 'event', 'indicator', 'response', 'thirdparty_announcement', 'thirdparty_refresh']) target;
select fence_units('thirdparty_word', '(select seen_thirdparties()) ?> subject');
select fence_units(target::regclass, 'subject_is_seen(subject)') from unnest(array[
  'attribute_failure', 'attribute_value', 'attribute_value_history']) target;
select fence_units(target::regclass, 'response_is_seen(response_id)') from unnest(array[
  'check_result', 'decision', 'evidence']) target;
select fence_units('comment_mention', 'comment_is_seen(comment_id)');
select fence_units(target::regclass, 'contact_is_seen(contact_id)') from unnest(array[
  'contact_link', 'portal_session', 'portal_upload']) target;
select fence_units('portal_upload_part', 'upload_is_seen(upload_id)');
select fence_units('event_detail', 'event_is_seen(seq)');
select fence_units('webhook_delivery', 'event_seq is null or event_is_seen(event_seq)');
select fence_units('webhook_attempt', 'delivery_is_seen(delivery_id)');
select fence_units(target::regclass, 'import_is_seen(import_id)') from unnest(array[
  'portfolio_import_chunk', 'portfolio_import_row', 'portfolio_import_error']) target;
select fence_units('statistics_snapshot', 'false');

-- A partition is asked for its own policies when it is named itself.
select fence_units(c.oid::regclass, '(select seen_thirdparties()) ?> thirdparty_id') from pg_inherits h join pg_class c on c.oid = h.inhrelid
where h.inhparent = 'event'::regclass;
create or replace function journal_guard_partition(target regclass) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform protect_account_table(target, '');
  perform fence_units(target, '(select seen_thirdparties()) ?> thirdparty_id');
  execute format('create trigger event_no_truncate before truncate on %s
                    for each statement execute function journal_refuse()', target);
end
$$;
