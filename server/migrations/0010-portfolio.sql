-- Text as people compare it: no accents, no capitals, no punctuation. Sorting and searching use it instead of a
-- collation, so every build of PostgreSQL gives the same order and no upgrade of ICU can spoil an index.
create function search_text(given text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(
  -- Plain ASCII, most names of most registers, needs the short way only.
  case when octet_length(given) = length(given) then lower(given) else
    translate(replace(replace(replace(replace(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
      'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'), 'øłđðı', 'olddi') end,
  '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));
revoke execute on function search_text(text) from public;
grant execute on function search_text(text) to vigie_app;

-- Rows stay in their page up to its full size: pages of the list are read straight from there.
alter table thirdparty set (toast_tuple_target = 8160);
alter table thirdparty
  -- Without name or code a company comes after all others.
  add column name_key text collate "C" not null
    generated always as (coalesce(nullif(left(search_text(name), 200), ''), U&'\+10FFFF')) stored,
  add column code_key text collate "C" not null generated always as (
    coalesce(nullif(left(replace(search_text(code), ' ', ''), 200), ''), U&'\+10FFFF')) stored,
  -- What the register says by itself, and what legal announcements say; the status shown follows from both.
  add column register_status jsonb,
  add column announced_status jsonb;
create index thirdparty_by_name on thirdparty (account_id, name_key, thirdparty_id);
create index thirdparty_by_code on thirdparty (account_id, code_key, thirdparty_id);
create index thirdparty_by_status on thirdparty (account_id, status, thirdparty_id);
create index thirdparty_by_creation on thirdparty (account_id, created_at, thirdparty_id);
create index thirdparty_by_update on thirdparty (account_id, updated_at, thirdparty_id);
create index thirdparty_by_country on thirdparty (account_id, country_code);
create index thirdparty_by_identity_status on thirdparty (account_id, identity_status);
create index thirdparty_by_source on thirdparty (account_id, source);

-- The words of the names of third parties, and each name as one word. A table and a B-tree, because row
-- security lets no operator of the text indexes reach an index before the account has been checked; codes and
-- the other identifiers have indexes of their own.
create table thirdparty_word (
  account_id bigint not null references account,
  word text collate "C" not null,
  -- The third party: only the triggers below write here, and third parties are never removed.
  subject bigint not null,
  primary key (account_id, word, subject)
);
select protect_account_table('thirdparty_word', 'select, insert, delete');
create index thirdparty_word_of on thirdparty_word (account_id, subject);

create function thirdparty_words(texts text[]) returns setof text
language sql immutable parallel safe
begin atomic
  with said as (select search_text(given) as said from unnest(texts) given)
  select left(word, 100) from said, unnest(string_to_array(said, ' ')) word where word <> ''
  union select left(replace(said, ' ', ''), 100) from said where said <> '';
end;
revoke execute on function thirdparty_words(text[]) from public;
grant execute on function thirdparty_words(text[]) to vigie_app;

create function thirdparty_keep_words() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from thirdparty_word w using former o
      join fresh n on n.account_id = o.account_id and n.thirdparty_id = o.thirdparty_id
      where w.account_id = o.account_id and w.subject = o.thirdparty_id
        and (o.name, o.trade_name, o.local_id) is distinct from (n.name, n.trade_name, n.local_id);
    insert into thirdparty_word (account_id, word, subject)
      select n.account_id, word, n.thirdparty_id from fresh n
      join former o on n.account_id = o.account_id and n.thirdparty_id = o.thirdparty_id,
        thirdparty_words(array[n.name, n.trade_name, n.local_id]) word
      where (o.name, o.trade_name, o.local_id) is distinct from (n.name, n.trade_name, n.local_id);
  else
    insert into thirdparty_word (account_id, word, subject)
      select account_id, word, thirdparty_id from fresh, thirdparty_words(array[name, trade_name, local_id]) word;
  end if;
  return null;
end
$$;
revoke execute on function thirdparty_keep_words() from public;
create trigger thirdparty_words_in after insert on thirdparty
  referencing new table as fresh for each statement execute function thirdparty_keep_words();
create trigger thirdparty_words_over after update on thirdparty
  referencing old table as former new table as fresh for each statement execute function thirdparty_keep_words();

-- As before, but written without blanks: fewer bytes in every page of the list.
create or replace function thirdparty_wire(t thirdparty) returns text
language sql stable set search_path = vigie, pg_temp as $$
  select row_to_json(record)::text from (select
    t.thirdparty_id as "thirdpartyId", t.code,
    json_build_object('code', t.identifier_code, 'value', t.identifier_value) as "legalIdentifier",
    t.source, t.identity_status as "identityStatus", t.name, t.trade_name as "tradeName",
    t.siren, t.siret, t.vat_number as "vatNumber", t.duns, t.lei, t.local_id as "localId",
    t.country_code as "countryCode", t.legal_form as "legalForm", t.head_office as "headOffice",
    t.naf_code as "nafCode", t.main_activity as "mainActivity", t.activity_scheme as "activityScheme",
    t.executives, t.headcount, t.creation_date as "creationDate", t.closure_date as "closureDate",
    t.status, t.status_detail as "statusDetail", t.status_since as "statusSince",
    t.archived_at is not null as archived, wire_time(t.archived_at) as "archivedAt", t.provenance,
    wire_time(t.created_at) as "createdAt", wire_time(t.updated_at) as "updatedAt") record
$$;

-- What a row of the list shows beside the record. Each slice writes its own columns, set-based, in the
-- transaction of the change they follow from (insert … on conflict (account_id, thirdparty_id) do update):
-- attributes the criticality, dossiers their worst status, open requests and next expiry, indicators the four
-- values. Null is "not known". Apart from the record, so that it neither moves the ETag nor rewrites wide rows.
create table thirdparty_summary (
  account_id bigint not null,
  thirdparty_id bigint not null,
  criticality text,
  dossier_status text check (
    dossier_status in ('ABSENT', 'ONGOING', 'ACTION_REQUIRED', 'VALID', 'BELOW_EXPECTATION', 'INVALID')),
  legal_compliance smallint check (legal_compliance between 0 and 100),
  financial_risk smallint check (financial_risk between 0 and 100),
  cybersecurity smallint check (cybersecurity between 0 and 100),
  environmental_impact smallint check (environmental_impact between 0 and 100),
  open_requests integer check (open_requests >= 0),
  next_expiry date,
  -- As it goes over the wire, kept by a trigger like the record itself.
  wire text not null default '',
  primary key (account_id, thirdparty_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('thirdparty_summary', 'select, insert, update');
create index thirdparty_summary_criticality on thirdparty_summary (account_id, criticality);
create index thirdparty_summary_dossier_status on thirdparty_summary (account_id, dossier_status);

create function thirdparty_summary_keep_wire() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  select row_to_json(summary)::text into new.wire from (select
    new.criticality, new.dossier_status as "dossierStatus",
    json_build_object(
      'LEGAL_COMPLIANCE', new.legal_compliance, 'FINANCIAL_RISK', new.financial_risk,
      'CYBERSECURITY', new.cybersecurity, 'ENVIRONMENTAL_IMPACT', new.environmental_impact) as indicators,
    new.open_requests as "openRequests", new.next_expiry as "nextExpiry") summary;
  return new;
end
$$;
revoke execute on function thirdparty_summary_keep_wire() from public;
create trigger thirdparty_summary_wire before insert or update on thirdparty_summary
  for each row execute function thirdparty_summary_keep_wire();

-- Whoever changes the values of attributes need not think of the list: the criticality follows by itself.
create function summary_follow_criticality(account bigint, subjects bigint[]) returns void
language sql set search_path = vigie, pg_temp as $$
  insert into thirdparty_summary as s (account_id, thirdparty_id, criticality)
    select t.account_id, t.thirdparty_id, c.criticality
    from thirdparty t
    left join thirdparty_criticality c on c.account_id = t.account_id and c.thirdparty_id = t.thirdparty_id
    where t.account_id = account and (subjects is null or t.thirdparty_id = any(subjects))
      and (c.criticality is not null or exists (select from thirdparty_summary x
        where x.account_id = t.account_id and x.thirdparty_id = t.thirdparty_id))
    order by t.thirdparty_id
    on conflict (account_id, thirdparty_id) do update set criticality = excluded.criticality
      where s.criticality is distinct from excluded.criticality
$$;
revoke execute on function summary_follow_criticality(bigint, bigint[]) from public;
grant execute on function summary_follow_criticality(bigint, bigint[]) to vigie_app;

create function summary_follow_values() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform summary_follow_criticality(touched.account_id, touched.subjects) from (
    select c.account_id, array_agg(distinct c.subject) as subjects
    from changed c join attribute_definition d on d.account_id = c.account_id and d.attribute_id = c.attribute_id
    where d.code = 'CRITICALITY' and d.scope = 'THIRD_PARTY' group by c.account_id) touched;
  return null;
end
$$;
revoke execute on function summary_follow_values() from public;
create trigger attribute_value_summary_in after insert on attribute_value
  referencing new table as changed for each statement execute function summary_follow_values();
create trigger attribute_value_summary_over after update on attribute_value
  referencing new table as changed for each statement execute function summary_follow_values();
create trigger attribute_value_summary_out after delete on attribute_value
  referencing old table as changed for each statement execute function summary_follow_values();

create function summary_follow_definition() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform summary_follow_criticality(new.account_id, null);
  return null;
end
$$;
revoke execute on function summary_follow_definition() from public;
create trigger attribute_definition_summary after update of archived_at on attribute_definition
  for each row when (new.code = 'CRITICALITY' and new.scope = 'THIRD_PARTY'
    and old.archived_at is distinct from new.archived_at)
  execute function summary_follow_definition();

-- When a register is asked about a company again. A row for each live third party that a register keeps;
-- apart from the record, because it changes every day while the record hardly ever does.
create table thirdparty_refresh (
  account_id bigint not null,
  thirdparty_id bigint not null,
  due_at timestamptz not null,
  -- Runs in a row in which the register did not know the company any more.
  lost_runs smallint not null default 0,
  primary key (account_id, thirdparty_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('thirdparty_refresh', 'select, insert, update, delete');
create index thirdparty_refresh_due on thirdparty_refresh (account_id, due_at);

-- A moment of the next day and a half, so that a portfolio imported at once is not asked about at once.
create function next_refresh(moment timestamptz) returns timestamptz
language sql volatile set search_path = vigie, pg_temp
return moment + interval '1 day' * (0.5 + random());
revoke execute on function next_refresh(timestamptz) from public;
grant execute on function next_refresh(timestamptz) to vigie_app;

create function thirdparty_plan_refresh() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  insert into thirdparty_refresh (account_id, thirdparty_id, due_at)
    select account_id, thirdparty_id, next_refresh(created_at) from fresh
    where source = 'MANAGED' and archived_at is null;
  return null;
end
$$;
revoke execute on function thirdparty_plan_refresh() from public;
create trigger thirdparty_refresh_planned after insert on thirdparty
  referencing new table as fresh for each statement execute function thirdparty_plan_refresh();

-- Accounts that exist already: their third parties get their turn, and their provenance its field groups.
do $$
declare
  one bigint;
begin
  perform set_config('app.directory', 'on', true);
  for one in select account_id from account loop
    perform set_config('app.account', one::text, true);
    insert into thirdparty_word (account_id, word, subject)
      select account_id, word, thirdparty_id from thirdparty,
        thirdparty_words(array[name, trade_name, local_id]) word where account_id = one;
    insert into thirdparty_refresh (account_id, thirdparty_id, due_at)
      select account_id, thirdparty_id, next_refresh(now()) from thirdparty
      where account_id = one and source = 'MANAGED' and archived_at is null;
    update thirdparty t set version = version + 1, provenance = (
      select coalesce(jsonb_agg(p || '{"groups": ["identity", "address", "activity", "executives", "headcount",
        "status", "identifiers"]}'), '[]') from jsonb_array_elements(t.provenance) p)
      where account_id = one;
    perform summary_follow_criticality(one, null);
  end loop;
  perform set_config('app.account', '', true);
  perform set_config('app.directory', '', true);
end
$$;
