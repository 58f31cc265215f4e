create function search_text(given text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(
  -- Plain ASCII, most names of most registers, needs the short way only.
  case when octet_length(given) = length(given) then lower(given) else
    translate(replace(replace(replace(replace(
      lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]', '', 'g')),
      'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'), 'øłđðı', 'olddi') end,
  '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'));
comment on function search_text is
  'Text as people compare it: no accents, no capitals, no punctuation. Sorting and searching use it instead of a '
  'collation, so every build of PostgreSQL gives the same order and no upgrade of ICU can spoil an index.';
revoke execute on function search_text(text) from public;
grant execute on function search_text(text) to vigie_app;

-- The functions that write records as JSON text run once for each row, so they do not switch the search path: their
-- bodies are parsed here and now, and no path of a caller can lead them elsewhere.

create function wire_time(moment timestamptz) returns text
language sql stable
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS');
comment on function wire_time is 'A moment as the API writes it.';
create function wire_json(given text) returns text
language sql stable return coalesce(to_json(given)::text, 'null');
comment on function wire_json(text) is 'A value as it stands in a JSON text.';
create function wire_json(given date) returns text
language sql stable return coalesce(to_json(given)::text, 'null');
comment on function wire_json(date) is 'By to_json, which alone does not follow the date style of the session.';
create function wire_json(given jsonb) returns text
language sql immutable return coalesce(given::text, 'null');
comment on function wire_json(jsonb) is 'A value as it stands in a JSON text.';
create function wire_word(given text) returns text
language sql immutable return coalesce('"' || given || '"', 'null');
comment on function wire_word is
  'Cheaper than wire_json, and only for what holds nothing that JSON would have to escape.';
revoke execute on function wire_json(text), wire_json(date), wire_json(jsonb), wire_word(text) from public;
grant execute on function wire_json(text), wire_json(date), wire_json(jsonb), wire_word(text) to vigie_app;

create table thirdparty (
  account_id bigint not null references account,
  thirdparty_id bigint not null default nextval('vigie_id'),
  code text check (length(code) between 1 and 200),
  identifier_code text not null check (identifier_code in ('CIT001', 'CIT002', 'CIT003')),
  identifier_value text not null check (length(identifier_value) between 1 and 50),
  source text not null check (source in ('MANAGED', 'UNMANAGED')),
  identity_status text not null check (identity_status in ('PENDING', 'COMPLETE', 'NOT_FOUND')),
  name text check (length(name) between 1 and 500),
  trade_name text,
  siren text check (siren ~ '^[0-9]{9}$'),
  siret text check (siret ~ '^[0-9]{14}$'),
  vat_number text,
  duns text check (duns ~ '^[0-9]{9}$'),
  lei text check (lei ~ '^[A-Z0-9]{20}$'),
  local_id text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  legal_form jsonb,
  head_office jsonb,
  naf_code text,
  main_activity text,
  activity_scheme text,
  executives jsonb not null default '[]',
  headcount jsonb,
  creation_date date,
  closure_date date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'IN_COLLECTIVE_PROCEDURE', 'STRUCK_OFF')),
  status_detail text,
  status_since date,
  register_status jsonb,
  announced_status jsonb,
  provenance jsonb not null default '[]',
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  name_key text collate "C" not null
    generated always as (coalesce(nullif(left(search_text(name), 200), ''), U&'\+10FFFF')) stored,
  code_key text collate "C" not null generated always as (
    coalesce(nullif(left(replace(search_text(code), ' ', ''), 200), ''), U&'\+10FFFF')) stored,
  wire text not null,
  primary key (account_id, thirdparty_id)
);
comment on table thirdparty is 'A company in the portfolio of an account.';
comment on column thirdparty.code is 'The account''s own reference, as in its ERP.';
comment on column thirdparty.source is 'MANAGED: a register keeps the record up to date. UNMANAGED: the account does.';
comment on column thirdparty.register_status is
  'What the register says by itself; the status shown follows from this and from announced_status.';
comment on column thirdparty.announced_status is 'What legal announcements say.';
comment on column thirdparty.provenance is 'Which register each group of fields comes from, and when it was asked.';
comment on column thirdparty.version is 'Raised by every change; the ETag.';
comment on column thirdparty.name_key is
  'What the list is sorted by. A company without a name comes after all others: U+10FFFF is after every letter.';
comment on column thirdparty.code_key is 'As name_key, for the code.';
comment on column thirdparty.wire is
  'The record as it goes over the wire, kept by a trigger: pages are read far more often than companies change.';
-- A page reads the text of many rows: it stays in the row and uncompressed as long as the row fits a block.
alter table thirdparty alter column wire set storage main;
alter table thirdparty set (toast_tuple_target = 8160);
select protect_account_table('thirdparty', 'select, insert, update');

create unique index thirdparty_siren on thirdparty (account_id, siren) where siren is not null;
comment on index thirdparty_siren is
  'One company is one third party, whatever identifier it came by: this and the other unique indexes decide, not a '
  'prior read. A company rarely has all its identifiers, so each index holds those there are.';
create unique index thirdparty_vat_number on thirdparty (account_id, vat_number) where vat_number is not null;
create unique index thirdparty_duns on thirdparty (account_id, duns) where duns is not null;
create unique index thirdparty_lei on thirdparty (account_id, lei) where lei is not null;
create unique index thirdparty_local_id on thirdparty (account_id, country_code, local_id)
  where country_code is not null and local_id is not null;
create unique index thirdparty_identifier on thirdparty (account_id, identifier_code, identifier_value);
create index thirdparty_portfolio on thirdparty (account_id, (archived_at is not null), thirdparty_id desc);
comment on index thirdparty_portfolio is 'The portfolio, newest first; archived companies are asked for apart.';
create index thirdparty_by_name on thirdparty (account_id, name_key, thirdparty_id);
create index thirdparty_by_code on thirdparty (account_id, code_key, thirdparty_id);
create index thirdparty_by_creation on thirdparty (account_id, created_at, thirdparty_id);
create index thirdparty_by_update on thirdparty (account_id, updated_at, thirdparty_id);
create index thirdparty_by_status on thirdparty (account_id, status, thirdparty_id) include (archived_at);
comment on index thirdparty_by_status is
  'For lists of large accounts: what they are filtered by lies beside what they are ordered by, so that a filter that '
  'few rows pass goes over the others without reading them.';
create index thirdparty_by_country on thirdparty (account_id, country_code, thirdparty_id) include (archived_at);
create index thirdparty_by_source on thirdparty (account_id, source, thirdparty_id) include (archived_at);
create index thirdparty_by_identity_status on thirdparty (account_id, identity_status, thirdparty_id)
  include (archived_at);

create function thirdparty_wire(t thirdparty) returns text
language sql stable
return concat(
  '{"thirdpartyId":', t.thirdparty_id, ',"code":', wire_json(t.code),
  ',"legalIdentifier":{"code":"', t.identifier_code, '","value":', wire_json(t.identifier_value),
  '},"source":"', t.source, '","identityStatus":"', t.identity_status,
  '","name":', wire_json(t.name), ',"tradeName":', wire_json(t.trade_name),
  ',"siren":', wire_word(t.siren), ',"siret":', wire_word(t.siret), ',"vatNumber":', wire_json(t.vat_number),
  ',"duns":', wire_word(t.duns), ',"lei":', wire_word(t.lei), ',"localId":', wire_json(t.local_id),
  ',"countryCode":', wire_word(t.country_code), ',"legalForm":', wire_json(t.legal_form),
  ',"headOffice":', wire_json(t.head_office), ',"nafCode":', wire_json(t.naf_code),
  ',"mainActivity":', wire_json(t.main_activity), ',"activityScheme":', wire_json(t.activity_scheme),
  ',"executives":', t.executives, ',"headcount":', wire_json(t.headcount),
  ',"creationDate":', wire_json(t.creation_date), ',"closureDate":', wire_json(t.closure_date),
  ',"status":"', t.status, '","statusDetail":', wire_json(t.status_detail),
  ',"statusSince":', wire_json(t.status_since),
  ',"archived":', case when t.archived_at is null then 'false' else 'true' end,
  ',"archivedAt":', wire_word(wire_time(t.archived_at)), ',"provenance":', t.provenance,
  ',"createdAt":"', wire_time(t.created_at), '","updatedAt":"', wire_time(t.updated_at), '"}');
comment on function thirdparty_wire is
  'The one mapper from row to wire; the schema of the route describes the same fields, and a test holds them '
  'together. One expression, so that the trigger evaluates it without a query. Columns whose checks admit only plain '
  'characters are not searched for others; those that are never null stand between their quotes.';

create function thirdparty_keep_wire() returns trigger
language plpgsql as $$
begin
  new.wire := vigie.thirdparty_wire(new);
  return new;
end
$$;
comment on function thirdparty_keep_wire is 'Keeps thirdparty.wire.';
create trigger thirdparty_wire before insert or update on thirdparty
  for each row execute function thirdparty_keep_wire();
revoke execute on function thirdparty_keep_wire() from public;

create table portfolio_size (
  account_id bigint not null references account,
  archived boolean not null,
  total bigint not null,
  primary key (account_id, archived)
);
comment on table portfolio_size is
  'How many third parties a portfolio held when its changes were last folded in. The present number is in '
  'portfolio_total.';
select protect_account_table('portfolio_size', 'select');
select open_to_directory('portfolio_size');

create table portfolio_size_change (
  account_id bigint not null references account,
  change_id bigint not null default nextval('vigie_id'),
  archived boolean not null,
  change bigint not null,
  primary key (account_id, change_id)
);
comment on table portfolio_size_change is
  'What became of the size since. Writers only add rows here, so two that add to one portfolio never wait for each '
  'other; portfolio_fold takes the rows away.';
select protect_account_table('portfolio_size_change', 'select');
select open_to_directory('portfolio_size_change');
comment on policy directory on portfolio_size_change is
  'One job folds the changes of all accounts, without asking each of them.';

create view portfolio_total with (security_invoker = true) as
  select account_id, archived, total from portfolio_size
  union all
  select account_id, archived, change from portfolio_size_change;
comment on view portfolio_total is
  'How many third parties a portfolio holds, as parts to be summed, so that a page need not count them. One statement '
  'sees a change either here or folded in, never both.';
grant select on portfolio_total to vigie_app;

create function portfolio_count() returns trigger
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into portfolio_size_change (account_id, archived, change)
      select account_id, archived_at is not null, count(*) from fresh group by 1, 2;
  else
    insert into portfolio_size_change (account_id, archived, change)
      select account_id, archived, sum(change) from (
        select account_id, archived_at is not null as archived, 1 as change from fresh
        union all select account_id, archived_at is not null, -1 from former) moved
      group by 1, 2 having sum(change) <> 0;
  end if;
  return null;
end
$$;
comment on function portfolio_count is 'Runs as the owner: the application cannot write a wrong count.';
revoke execute on function portfolio_count() from public;
create trigger thirdparty_counted_in after insert on thirdparty
  referencing new table as fresh for each statement execute function portfolio_count();
create trigger thirdparty_counted_over after update on thirdparty
  referencing old table as former new table as fresh for each statement execute function portfolio_count();

create function portfolio_fold(most integer) returns integer
language sql security definer set search_path = vigie, pg_temp as $$
  with due as materialized (
    select account_id, change_id from portfolio_size_change limit most for update skip locked
  ), taken as (
    delete from portfolio_size_change c using due
    where c.account_id = due.account_id and c.change_id = due.change_id
    returning c.account_id, c.archived, c.change
  ), folded as (
    insert into portfolio_size as p (account_id, archived, total)
    select account_id, archived, sum(change) from taken group by 1, 2 order by 1, 2
    on conflict (account_id, archived) do update set total = p.total + excluded.total
  )
  select count(*)::int from taken
$$;
comment on function portfolio_fold is
  'Moves up to so many changes into the sizes and says how many there were. One statement, so whoever reads meanwhile, '
  'and whatever dies in between, finds each change counted once. Runs as the owner, as portfolio_count.';
revoke execute on function portfolio_fold(integer) from public;
grant execute on function portfolio_fold(integer) to vigie_app;

create table thirdparty_word (
  account_id bigint not null,
  word text collate "C" not null,
  subject bigint not null,
  primary key (account_id, word, subject)
);
comment on table thirdparty_word is
  'The words of the names of third parties, and each name as one word. A table and a B-tree, because row security '
  'lets no operator of the text indexes reach an index before the account has been checked. Codes and the other '
  'identifiers have indexes of their own.';
comment on column thirdparty_word.account_id is
  'Without a foreign key to the account: the third party refers to it already.';
comment on column thirdparty_word.subject is
  'The third party. No foreign key: only its own triggers write here, third parties are never removed, and a check for '
  'each word would slow down every import.';
select protect_account_table('thirdparty_word', 'select, insert, delete');
create index thirdparty_word_of on thirdparty_word (account_id, subject);

create function thirdparty_said(name text, name_key text, trade_name text, local_id text) returns text
language sql stable parallel safe
return concat_ws(' ',
  case when length(name_key) < 200 then nullif(name_key, U&'\+10FFFF') else search_text(name) end,
  replace(case when length(name_key) < 200 then nullif(name_key, U&'\+10FFFF') else search_text(name) end, ' ', ''),
  search_text(trade_name), replace(search_text(trade_name), ' ', ''),
  search_text(local_id), replace(search_text(local_id), ' ', ''));
comment on function thirdparty_said is
  'All that is searched in the names of a third party, as one text: their words, and each name without blanks. The '
  'key of the name is the name put that way already, unless it had to be cut.';
revoke execute on function thirdparty_said(text, text, text, text) from public;
grant execute on function thirdparty_said(text, text, text, text) to vigie_app;

create function thirdparty_add_words() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  insert into thirdparty_word (account_id, word, subject)
    select distinct account_id, left(word, 100) collate "C" as word, subject from (
      select account_id, thirdparty_id as subject,
        unnest(string_to_array(thirdparty_said(name, name_key, trade_name, local_id), ' ')) as word
      from fresh) said
    where word <> ''
    order by account_id, word, subject;
  return null;
end
$$;
comment on function thirdparty_add_words is
  'The words of a whole batch in one statement, in the order of their index: neighbours lie on one page.';
revoke execute on function thirdparty_add_words() from public;
create trigger thirdparty_words_in after insert on thirdparty
  referencing new table as fresh for each statement execute function thirdparty_add_words();

create function thirdparty_change_words() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  delete from thirdparty_word where account_id = old.account_id and subject = old.thirdparty_id;
  insert into thirdparty_word (account_id, word, subject)
    select distinct new.account_id, left(word, 100), new.thirdparty_id
    from string_to_table(thirdparty_said(new.name, new.name_key, new.trade_name, new.local_id), ' ') word
    where word <> '';
  return null;
end
$$;
comment on function thirdparty_change_words is
  'Only when a name changed: any other change of a third party costs nothing here.';
revoke execute on function thirdparty_change_words() from public;
create trigger thirdparty_words_over after update on thirdparty for each row
  when ((old.name, old.trade_name, old.local_id) is distinct from (new.name, new.trade_name, new.local_id))
  execute function thirdparty_change_words();

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
  wire text not null default '',
  primary key (account_id, thirdparty_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table thirdparty_summary is
  'What a row of the list shows beside the record. Each slice writes its own columns in the transaction of the change '
  'they follow from. Apart from the record, so that it neither moves the ETag nor rewrites wide rows. Every third '
  'party has its row from the start, so that lists find those without a value along an index too.';
comment on column thirdparty_summary.criticality is 'Null in this and all following columns is "not known".';
comment on column thirdparty_summary.wire is 'As it goes over the wire, kept by a trigger like the record itself.';
select protect_account_table('thirdparty_summary', 'select, insert, update');
create index thirdparty_summary_criticality on thirdparty_summary (account_id, criticality, thirdparty_id);
comment on index thirdparty_summary_criticality is
  'In the order of the list, so that a page of one kind of third party is read along it.';
create index thirdparty_summary_dossier_status on thirdparty_summary (account_id, dossier_status, thirdparty_id);
create index thirdparty_summary_legal_compliance on thirdparty_summary (account_id, legal_compliance, thirdparty_id);
comment on index thirdparty_summary_legal_compliance is
  'The portfolio along a score. Those without one lie at its end, in the order of their ids, so a page of them costs '
  'what it shows; a query must name the score in its order to read along there. The same holds for the other scores '
  'and for next_expiry.';
create index thirdparty_summary_financial_risk on thirdparty_summary (account_id, financial_risk, thirdparty_id);
create index thirdparty_summary_cybersecurity on thirdparty_summary (account_id, cybersecurity, thirdparty_id);
create index thirdparty_summary_environmental_impact
  on thirdparty_summary (account_id, environmental_impact, thirdparty_id);
create index thirdparty_summary_next_expiry on thirdparty_summary (account_id, next_expiry, thirdparty_id);

create function thirdparty_summary_wire(s thirdparty_summary) returns text
language sql stable
return concat(
  '{"criticality":', wire_json(s.criticality), ',"dossierStatus":', wire_word(s.dossier_status),
  ',"indicators":{"LEGAL_COMPLIANCE":', coalesce(s.legal_compliance::text, 'null'),
  ',"FINANCIAL_RISK":', coalesce(s.financial_risk::text, 'null'),
  ',"CYBERSECURITY":', coalesce(s.cybersecurity::text, 'null'),
  ',"ENVIRONMENTAL_IMPACT":', coalesce(s.environmental_impact::text, 'null'),
  '},"openRequests":', coalesce(s.open_requests::text, 'null'),
  ',"nextExpiry":', wire_json(s.next_expiry), '}');
comment on function thirdparty_summary_wire is
  'The summary as it goes over the wire: one expression, like thirdparty_wire, because a query in the trigger would '
  'cost more than the row.';

create function thirdparty_summary_keep_wire() returns trigger
language plpgsql as $$
begin
  new.wire := vigie.thirdparty_summary_wire(new);
  return new;
end
$$;
comment on function thirdparty_summary_keep_wire is 'Keeps thirdparty_summary.wire.';
revoke execute on function thirdparty_summary_keep_wire() from public;
create trigger thirdparty_summary_wire before insert or update on thirdparty_summary
  for each row execute function thirdparty_summary_keep_wire();

create table thirdparty_refresh (
  account_id bigint not null,
  thirdparty_id bigint not null,
  due_at timestamptz not null,
  lost_runs smallint not null default 0,
  primary key (account_id, thirdparty_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table thirdparty_refresh is
  'When a register is asked about a company again: a row for each live third party that a register keeps. Apart from '
  'the record, because it changes every day while the record hardly ever does.';
comment on column thirdparty_refresh.lost_runs is
  'Runs in a row in which the register did not know the company any more.';
select protect_account_table('thirdparty_refresh', 'select, insert, update, delete');
create index thirdparty_refresh_due on thirdparty_refresh (account_id, due_at);

create function next_refresh(moment timestamptz) returns timestamptz
language sql volatile set search_path = vigie, pg_temp
return moment + interval '1 day' * (0.5 + random());
comment on function next_refresh is
  'A moment of the next day and a half, so that a portfolio imported at once is not asked about at once.';
revoke execute on function next_refresh(timestamptz) from public;
grant execute on function next_refresh(timestamptz) to vigie_app;

create table thirdparty_announcement (
  account_id bigint not null,
  thirdparty_id bigint not null,
  announcement_key text not null check (length(announcement_key) between 1 and 64),
  published_on date not null,
  announcement jsonb not null,
  seen_at timestamptz not null,
  primary key (account_id, thirdparty_id, announcement_key),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table thirdparty_announcement is
  'What legal gazettes announced about the companies of a portfolio, each announcement once.';
comment on column thirdparty_announcement.announcement is 'As it was read, in the words of its publisher.';
select protect_account_table('thirdparty_announcement', 'select, insert, update');
create index thirdparty_announcement_newest
  on thirdparty_announcement (account_id, thirdparty_id, published_on, announcement_key);

create table announcement_watch (
  account_id bigint not null,
  thirdparty_id bigint not null,
  due_at timestamptz not null,
  read_until date,
  primary key (account_id, thirdparty_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table announcement_watch is 'Whose announcements are followed, and when they are asked for next.';
comment on column announcement_watch.read_until is
  'The day up to which everything has been read; null before the first answer.';
select protect_account_table('announcement_watch', 'select, insert, update, delete');
create index announcement_watch_due on announcement_watch (account_id, due_at);

create table company_search_count (
  account_id bigint not null references account,
  day date not null,
  total integer not null check (total > 0),
  primary key (account_id, day)
);
comment on table company_search_count is
  'Company searches of an account by day, in UTC: they cost the registers that are asked, so there is a limit. The '
  'first search of a day removes the days before it.';
select protect_account_table('company_search_count', 'select, insert, update, delete');

create table saved_view (
  account_id bigint not null references account,
  view_id bigint not null default nextval('vigie_id'),
  user_id bigint,
  list text not null check (list in ('thirdparties')),
  name text not null check (length(name) between 1 and 80),
  filters jsonb not null check (jsonb_typeof(filters) = 'object' and octet_length(filters::text) <= 60000),
  sort text check (length(sort) between 1 and 100),
  columns text[] check (cardinality(columns) <= 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, view_id),
  foreign key (account_id, user_id) references membership on delete cascade
);
comment on table saved_view is 'A list as somebody wants to find it again: what narrows it, its order, its columns.';
comment on column saved_view.user_id is
  'A view with a person is that person''s own and goes with their membership; one without belongs to the account.';
select protect_account_table('saved_view', 'select, insert, update, delete');
create index saved_view_person on saved_view (account_id, user_id, view_id);

create table portfolio_import (
  account_id bigint not null references account,
  import_id bigint not null default nextval('vigie_id'),
  state text not null default 'UPLOADED' check (
    state in ('UPLOADED', 'VALIDATING', 'READY', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  format text not null check (format in ('CSV', 'NDJSON')),
  byte_count bigint not null check (byte_count > 0),
  dry_run boolean not null,
  on_duplicate text not null check (on_duplicate in ('skip', 'error')),
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  last_row integer not null default 0,
  bytes_read bigint not null default 0,
  position integer not null default 0,
  rows integer not null default 0,
  added integer not null default 0,
  duplicates integer not null default 0,
  invalid integer not null default 0,
  pending integer not null default 0,
  problem jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, import_id)
);
comment on table portfolio_import is
  'A file of companies to add, from its arrival to its end; the counts are what its sender is told.';
comment on column portfolio_import.actor_type is
  'Who sent the file: the events bear their name, whichever process adds the rows.';
comment on column portfolio_import.last_row is
  'How far the file was read: the last row, and in bytes_read where in the file.';
comment on column portfolio_import.position is 'The last row that was added or passed over.';
comment on column portfolio_import.pending is 'Of those added, the ones whose register is yet to be asked.';
comment on column portfolio_import.problem is 'Code and values of the problem that ended it.';
select protect_account_table('portfolio_import', 'select, insert, update, delete');

create table portfolio_import_chunk (
  account_id bigint not null,
  import_id bigint not null,
  nth integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, nth),
  foreign key (account_id, import_id) references portfolio_import on delete cascade
);
comment on table portfolio_import_chunk is
  'The file as it came, until it is read: a worker on another machine must find it.';
select protect_account_table('portfolio_import_chunk', 'select, insert, delete');
-- Deleted within minutes; not worth compressing.
alter table portfolio_import_chunk alter column bytes set storage external;

create table portfolio_import_row (
  account_id bigint not null,
  import_id bigint not null,
  row_no integer not null,
  thirdparty_id bigint not null default nextval('vigie_id'),
  keys text[] not null,
  planned jsonb not null,
  attributes jsonb,
  same_as_row integer,
  primary key (account_id, import_id, row_no),
  foreign key (account_id, import_id) references portfolio_import on delete cascade
);
comment on table portfolio_import_row is 'A good row between reading and adding.';
comment on column portfolio_import_row.thirdparty_id is
  'The id of the third party it becomes, so that a batch need not be told which row became which. No foreign key: the '
  'third party is not there yet.';
comment on column portfolio_import_row.keys is
  'By each of these it would be the same company as another row that has it too.';
comment on column portfolio_import_row.planned is 'Columns of the third party.';
comment on column portfolio_import_row.same_as_row is 'An earlier row of the file that is the same company.';
select protect_account_table('portfolio_import_row', 'select, insert, update, delete');

create table portfolio_import_error (
  account_id bigint not null,
  import_id bigint not null,
  row_no integer not null,
  nth smallint not null,
  column_name text,
  code text not null,
  params jsonb not null default '{}',
  primary key (account_id, import_id, row_no, nth),
  foreign key (account_id, import_id) references portfolio_import on delete cascade
);
comment on table portfolio_import_error is 'What is wrong with a row, for its sender to correct.';
select protect_account_table('portfolio_import_error', 'select, insert, delete');
