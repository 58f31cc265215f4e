-- Lists that companies and people are screened against: published ones for the whole installation, own ones of accounts.

create function current_list_owner() returns bigint
language sql stable set search_path = vigie, pg_temp as $$
  select nullif(nullif(current_setting('app.account', true), ''), '0')::bigint
$$;
comment on function current_list_owner is
  'The account that the transaction speaks for; null outside any, where the published lists are kept.';
revoke execute on function current_list_owner() from public;
grant execute on function current_list_owner() to vigie_app;

create table watchlist (
  list_id bigint primary key default nextval('vigie_id'),
  owner_account_id bigint references account,
  source text not null check (source ~ '^[A-Z][A-Z_]{0,59}$'),
  list_class text not null check (list_class in ('SANCTIONS', 'EXPOSED_PERSONS', 'OWN')),
  name text not null check (length(name) between 1 and 200),
  version integer,
  entries integer not null default 0,
  published_on date,
  changed_at timestamptz,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint watchlist_own_has_owner check ((list_class = 'OWN') = (owner_account_id is not null))
);
comment on table watchlist is
  'What it is a list of decides which check it answers: sanctions and exposed persons are never taken for each other.';
comment on column watchlist.owner_account_id is 'Null: published, the same for every account. Else nobody else sees it.';
comment on column watchlist.version is 'The one in force; null until an import has ended well.';
comment on column watchlist.published_on is 'As the publisher says of the version in force; null where the file is silent.';
comment on column watchlist.changed_at is 'When the version in force came into force.';
comment on column watchlist.confirmed_at is
  'When its publisher was last seen to say the same or something new: how old the list is, counted from the day it '
  'was last known to be complete.';
create unique index watchlist_published on watchlist (source) where owner_account_id is null;
create unique index watchlist_own on watchlist (owner_account_id, name) where owner_account_id is not null;
create index watchlist_owner on watchlist (owner_account_id);

create table watchlist_version (
  list_id bigint not null references watchlist on delete cascade,
  version integer not null check (version > 0),
  state text not null default 'LOADING'
    check (state in ('LOADING', 'IN_FORCE', 'REPLACED', 'REFUSED', 'FAILED')),
  origin text not null check (length(origin) between 1 and 2000),
  digest bytea not null check (length(digest) = 32),
  published_on date,
  position bigint not null default 0,
  entries integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  skipped integer not null default 0,
  warnings jsonb not null default '[]' check (jsonb_typeof(warnings) = 'array'),
  was_forced boolean not null default false,
  fault text,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (list_id, version)
);
comment on table watchlist_version is 'Each import, whether it came into force or not. Never overwritten.';
comment on column watchlist_version.origin is 'The file, or the address it was fetched from.';
comment on column watchlist_version.digest is 'SHA-256 of the files, by which an interrupted import is known again.';
comment on column watchlist_version.position is 'Entries stored so far: an interrupted import goes on after them.';
comment on column watchlist_version.seen_at is 'When the import last moved: one that stands still has been killed.';
comment on column watchlist_version.fault is 'Why it did not come into force, in a sentence.';
create unique index watchlist_version_loading on watchlist_version (list_id) where state = 'LOADING';

create table watchlist_arrival (
  list_id bigint not null,
  version integer not null,
  entry_key text collate "C" not null check (length(entry_key) between 1 and 500),
  digest bytea not null check (length(digest) = 32),
  matching_digest bytea not null check (length(matching_digest) = 32),
  entry jsonb not null check (jsonb_typeof(entry) = 'object'),
  primary key (list_id, version, entry_key),
  foreign key (list_id, version) references watchlist_version on delete cascade
);
comment on table watchlist_arrival is 'What an import has read, until it is compared with the version in force.';

create table watchlist_entry (
  list_id bigint not null references watchlist on delete cascade,
  entry_key text collate "C" not null,
  from_version integer not null,
  to_version integer,
  digest bytea not null check (length(digest) = 32),
  matching_digest bytea not null check (length(matching_digest) = 32),
  entry jsonb not null check (jsonb_typeof(entry) = 'object'),
  primary key (list_id, entry_key, from_version),
  constraint watchlist_entry_ends_later check (to_version > from_version)
);
comment on table watchlist_entry is
  'Every wording that an entry of a list ever had, from one version to the one that has another or none.';
comment on column watchlist_entry.entry_key is 'What the publisher calls it, for as long as it is listed.';
comment on column watchlist_entry.to_version is 'The first version without this wording; null while it holds.';
comment on column watchlist_entry.matching_digest is
  'SHA-256 of what matching looks at: names, birth, countries, identifiers. A changed motive leaves it alone.';
create unique index watchlist_entry_held on watchlist_entry (list_id, entry_key) where to_version is null;
create index watchlist_entry_came on watchlist_entry (list_id, from_version);
create index watchlist_entry_went on watchlist_entry (list_id, to_version) where to_version is not null;

do $$
declare target regclass;
begin
  foreach target in array array['watchlist', 'watchlist_version', 'watchlist_arrival', 'watchlist_entry']::regclass[] loop
    execute format('alter table %s enable row level security', target);
    execute format('alter table %s force row level security', target);
    execute format('grant select, insert, update, delete on %s to vigie_app', target);
  end loop;
  create policy watchlist_seen on watchlist for select
    using (owner_account_id is null or owner_account_id = current_list_owner());
  create policy watchlist_kept on watchlist for all
    using (owner_account_id is not distinct from current_list_owner())
    with check (owner_account_id is not distinct from current_list_owner());
  foreach target in array array['watchlist_version', 'watchlist_arrival', 'watchlist_entry']::regclass[] loop
    execute format('create policy %s on %s for select using (list_id in (select w.list_id from watchlist w))',
      target || '_seen', target);
    execute format(
      'create policy %s on %s for all using (list_id in (select w.list_id from watchlist w
         where w.owner_account_id is not distinct from current_list_owner()))',
      target || '_kept', target);
  end loop;
end
$$;
comment on policy watchlist_seen on watchlist is 'Published lists are everybody''s, own ones their account''s alone.';
comment on policy watchlist_kept on watchlist is 'No account writes to a published list, and nobody to another''s.';
