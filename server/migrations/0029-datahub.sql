-- Where the data of outside providers comes from, once an account has set it; before that it is as shipped.
create table datahub_provider (
  account_id bigint not null references account,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  kind text not null check (kind in ('FILE', 'HTTP', 'PUSH')),
  label text not null check (length(label) between 1 and 200),
  scale jsonb not null,
  -- JSON pointers: where in a provider's words ours are found.
  mapping jsonb not null,
  http jsonb,
  poll_hours integer not null check (poll_hours between 1 and 8760),
  stale_after_days integer not null check (stale_after_days between 1 and 3650),
  -- Sealed with the installation's secret key, which is not in the database.
  auth_header text check (length(auth_header) between 1 and 100),
  sealed_auth bytea,
  sealed_push_secret bytea,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, provider),
  check ((kind = 'HTTP') = (http is not null)),
  check ((auth_header is null) = (sealed_auth is null)),
  check ((sealed_previous_secret is null) = (previous_secret_until is null))
);
select protect_account_table('datahub_provider', 'select, insert, update');

-- Every scale values were ever read by: one that has a name and a version never changes.
create table datahub_scale (
  account_id bigint not null references account,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  scale_id text not null check (length(scale_id) between 1 and 60),
  scale_version text not null check (length(scale_version) between 1 and 20),
  definition jsonb not null,
  primary key (account_id, provider, scale_id, scale_version)
);
select protect_account_table('datahub_scale', 'select, insert');

-- What providers said, one row each time it was something else.
create table datahub_value (
  account_id bigint not null,
  value_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  raw text check (length(raw) between 1 and 200),
  score double precision,
  band text check (length(band) between 1 and 40),
  -- 0 to 100, higher is better; null where the scale has no word for it, never zero.
  value double precision check (value between 0 and 100),
  scale_id text not null,
  scale_version text not null,
  as_of date not null,
  received_at timestamptz not null,
  source text not null check (source in ('FILE', 'HTTP', 'PUSH', 'VERIFICATION')),
  reference text check (length(reference) between 1 and 200),
  url text check (length(url) between 1 and 2000),
  rationale text check (length(rationale) between 1 and 2000),
  -- The provider's own words, when they are few.
  detail jsonb,
  primary key (account_id, value_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('datahub_value', 'select, insert');
create index datahub_value_history on datahub_value (account_id, thirdparty_id, provider, value_id);

-- What is followed of a third party, and how the present value stands.
create table datahub_monitoring (
  account_id bigint not null,
  thirdparty_id bigint not null,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  active boolean not null,
  since timestamptz not null,
  -- When it is asked for next; null where values come by themselves.
  due_at timestamptz,
  value_id bigint,
  -- Of the provider's last word, which may have been the same value again.
  as_of date,
  confirmed_at timestamptz,
  stale_at timestamptz,
  failure text check (failure in (
    'UNAVAILABLE', 'NOT_FOUND', 'NO_IDENTIFIER', 'NO_VALUE', 'SCORE_INVALID', 'OUT_OF_SCALE', 'DATE_INVALID',
    'URL_REFUSED')),
  failing_since timestamptz,
  primary key (account_id, thirdparty_id, provider),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, value_id) references datahub_value,
  check (active or due_at is null),
  check ((failure is null) = (failing_since is null)),
  check (num_nulls(value_id, as_of, confirmed_at, stale_at) in (0, 4))
);
select protect_account_table('datahub_monitoring', 'select, insert, update');
create index datahub_monitoring_due on datahub_monitoring (account_id, due_at) where due_at is not null;
create index datahub_monitoring_provider on datahub_monitoring (account_id, provider, thirdparty_id) where active;
create index datahub_monitoring_value on datahub_monitoring (account_id, value_id);

-- The news of a company, the last hundred.
create table datahub_news (
  account_id bigint not null,
  thirdparty_id bigint not null,
  -- SHA-256 of what makes an item that item.
  item_key bytea not null check (length(item_key) = 32),
  title text not null check (length(title) between 1 and 500),
  url text check (length(url) between 1 and 2000),
  published_at timestamptz not null,
  sentiment double precision check (sentiment between -1 and 1),
  received_at timestamptz not null,
  primary key (account_id, thirdparty_id, item_key),
  foreign key (account_id, thirdparty_id) references thirdparty
);
select protect_account_table('datahub_news', 'select, insert, delete');
create index datahub_news_newest on datahub_news (account_id, thirdparty_id, published_at, item_key);

-- Messages of providers that came by themselves, each counted once however often it is sent.
create table datahub_push (
  account_id bigint not null references account,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  message_id text not null check (length(message_id) between 1 and 200),
  received_at timestamptz not null,
  outcome jsonb not null,
  primary key (account_id, provider, message_id)
);
select protect_account_table('datahub_push', 'select, insert, update, delete');
create index datahub_push_age on datahub_push (account_id, received_at);

-- The verification of a document moved on: who follows it for this third party looks again.
create function datahub_verification_moved() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  update datahub_monitoring m set due_at = account_now(new.account_id)
  from dossier d
  where d.account_id = new.account_id and d.dossier_id = new.dossier_id
    and m.account_id = new.account_id and m.thirdparty_id = d.thirdparty_id and m.provider = 'DOCCHECK' and m.active
    and not exists (select from datahub_provider p
      where p.account_id = new.account_id and p.provider = 'DOCCHECK' and p.kind <> 'FILE');
  return null;
end
$$;
revoke execute on function datahub_verification_moved() from public;
create trigger evidence_verification_moved after update of metadata on evidence
  for each row when (new.metadata ->> 'doccheck_status' is distinct from old.metadata ->> 'doccheck_status')
  execute function datahub_verification_moved();
