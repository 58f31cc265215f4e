create table datahub_provider (
  account_id bigint not null references account,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  kind text not null check (kind in ('FILE', 'HTTP', 'PUSH')),
  label text not null check (length(label) between 1 and 200),
  scale jsonb not null,
  mapping jsonb not null,
  http jsonb,
  poll_hours integer not null check (poll_hours between 1 and 8760),
  stale_after_days integer not null check (stale_after_days between 1 and 3650),
  auth_header text check (length(auth_header) between 1 and 100),
  sealed_auth bytea,
  sealed_push_secret bytea,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, provider),
  constraint datahub_provider_http_described check ((kind = 'HTTP') = (http is not null)),
  constraint datahub_provider_auth_whole check ((auth_header is null) = (sealed_auth is null)),
  constraint datahub_provider_former_secret_ends
    check ((sealed_previous_secret is null) = (previous_secret_until is null))
);
comment on table datahub_provider is
  'Where the data of outside providers comes from, once an account has set it; before that it is as shipped.';
comment on column datahub_provider.mapping is 'JSON pointers: where in the words of a provider ours are found.';
comment on column datahub_provider.auth_header is 'Its value is in sealed_auth.';
comment on column datahub_provider.sealed_auth is
  'Sealed, like the secrets below, with the secret key of the installation, which is not in the database.';
select protect_account_table('datahub_provider', 'select, insert, update');

create table datahub_scale (
  account_id bigint not null references account,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  scale_id text not null check (length(scale_id) between 1 and 60),
  scale_version text not null check (length(scale_version) between 1 and 20),
  definition jsonb not null,
  primary key (account_id, provider, scale_id, scale_version)
);
comment on table datahub_scale is
  'Every scale values were ever read by: one that has a name and a version never changes.';
select protect_account_table('datahub_scale', 'select, insert');

create table datahub_value (
  account_id bigint not null,
  value_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  raw text check (length(raw) between 1 and 200),
  score double precision,
  band text check (length(band) between 1 and 40),
  value double precision check (value between 0 and 100),
  scale_id text not null,
  scale_version text not null,
  as_of date not null,
  received_at timestamptz not null,
  source text not null check (source in ('FILE', 'HTTP', 'PUSH', 'VERIFICATION')),
  reference text check (length(reference) between 1 and 200),
  url text check (length(url) between 1 and 2000),
  rationale text check (length(rationale) between 1 and 2000),
  detail jsonb,
  primary key (account_id, value_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table datahub_value is 'What providers said, one row each time it was something else.';
comment on column datahub_value.value is
  '0 to 100, higher is better; null where the scale has no word for it, never zero.';
comment on column datahub_value.detail is 'The words of the provider, when they are few.';
select protect_account_table('datahub_value', 'select, insert');
create index datahub_value_history on datahub_value (account_id, thirdparty_id, provider, value_id);

create table datahub_monitoring (
  account_id bigint not null,
  thirdparty_id bigint not null,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  active boolean not null,
  since timestamptz not null,
  due_at timestamptz,
  value_id bigint,
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
  constraint datahub_monitoring_asked_while_active check (active or due_at is null),
  constraint datahub_monitoring_failure_dated check ((failure is null) = (failing_since is null)),
  constraint datahub_monitoring_value_whole check (num_nulls(value_id, as_of, confirmed_at, stale_at) in (0, 4))
);
comment on table datahub_monitoring is 'What is followed of a third party, and how the present value stands.';
comment on column datahub_monitoring.due_at is 'When it is asked for next; null where values come by themselves.';
comment on column datahub_monitoring.as_of is
  'Of the last word of the provider, which may have been the same value again.';
select protect_account_table('datahub_monitoring', 'select, insert, update');
create index datahub_monitoring_due on datahub_monitoring (account_id, due_at) where due_at is not null;
create index datahub_monitoring_provider on datahub_monitoring (account_id, provider, thirdparty_id) where active;
create index datahub_monitoring_value on datahub_monitoring (account_id, value_id);

create table datahub_news (
  account_id bigint not null,
  thirdparty_id bigint not null,
  item_key bytea not null check (length(item_key) = 32),
  title text not null check (length(title) between 1 and 500),
  url text check (length(url) between 1 and 2000),
  published_at timestamptz not null,
  sentiment double precision check (sentiment between -1 and 1),
  received_at timestamptz not null,
  primary key (account_id, thirdparty_id, item_key),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table datahub_news is 'The news of a company, the last hundred.';
comment on column datahub_news.item_key is 'SHA-256 of what makes an item that item.';
select protect_account_table('datahub_news', 'select, insert, delete');
create index datahub_news_newest on datahub_news (account_id, thirdparty_id, published_at, item_key);

create table datahub_push (
  account_id bigint not null references account,
  provider text not null check (provider in (
    'DOCCHECK', 'ESG', 'SUSTAINSCORE', 'SECURITY_RATING', 'FINANCIAL_STRENGTH', 'CREDITDATA', 'NEWSFEED')),
  message_id text not null check (length(message_id) between 1 and 200),
  received_at timestamptz not null,
  outcome jsonb not null,
  primary key (account_id, provider, message_id)
);
comment on table datahub_push is
  'Messages that providers sent by themselves, each counted once however often it is sent.';
select protect_account_table('datahub_push', 'select, insert, update, delete');
create index datahub_push_age on datahub_push (account_id, received_at);

create table indicator (
  account_id bigint not null,
  indicator_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  dossier_id bigint,
  code text not null check (code ~ '^[A-Z][A-Z_]{0,63}$'),
  value smallint check (value between 0 and 100),
  rating text check (rating in ('A', 'B', 'C', 'D', 'E')),
  state text not null check (state in ('KNOWN', 'PARTIAL', 'UNKNOWN', 'STALE')),
  previous_value smallint check (previous_value between 0 and 100),
  model_name text not null check (length(model_name) between 1 and 60),
  model_version integer not null check (model_version > 0),
  as_of date,
  compliant boolean,
  pending smallint check (pending between 0 and 100),
  breakdown json not null,
  advice json,
  due_on date,
  since timestamptz not null,
  superseded_at timestamptz,
  primary key (account_id, indicator_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, thirdparty_id, dossier_id) references dossier (account_id, thirdparty_id, dossier_id),
  constraint indicator_unknown_without_value check ((state = 'UNKNOWN') = (value is null)),
  constraint indicator_rated_with_value check ((rating is null) = (value is null))
);
comment on table indicator is
  'Indicators of third parties and of their dossiers, each value they ever had. The present one has no end.';
comment on column indicator.dossier_id is 'Absent on those of the third party itself.';
comment on column indicator.value is 'Null is "not known", never zero.';
comment on column indicator.previous_value is 'The last value that was another one.';
comment on column indicator.breakdown is
  'As it was written, like the advice: telling whether it changed is then a comparison of texts.';
comment on column indicator.due_on is 'The day on which it may change though nothing happens.';
select protect_account_table('indicator', 'select, insert, update');
create unique index indicator_of_thirdparty on indicator (account_id, thirdparty_id, code)
  where dossier_id is null and superseded_at is null;
create unique index indicator_of_dossier on indicator (account_id, dossier_id, code) where superseded_at is null;
create index indicator_present on indicator (account_id, thirdparty_id) where superseded_at is null;
create index indicator_history on indicator (account_id, thirdparty_id, code, since);
create index indicator_dossier_history on indicator (account_id, dossier_id, code, since);
create index indicator_due on indicator (account_id, due_on) where due_on is not null and superseded_at is null;

create table calendar_link (
  account_id bigint not null references account,
  link_id bigint not null default nextval('vigie_id'),
  principal text not null check (length(principal) between 1 and 200),
  token_hash bytea not null check (octet_length(token_hash) = 32),
  language text not null check (language in ('fr', 'en')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (account_id, link_id)
);
comment on table calendar_link is
  'A secret address from which a calendar program reads the forecast, with the rights its maker has at that moment.';
comment on column calendar_link.token_hash is 'Only the digest is kept: a copy of the database opens no calendar.';
select protect_account_table('calendar_link', 'select, insert, delete');
create unique index calendar_link_token on calendar_link (account_id, token_hash);
create index calendar_link_principal on calendar_link (account_id, principal, link_id);

create table statistics_snapshot (
  account_id bigint primary key references account,
  as_of timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  content jsonb not null
);
comment on table statistics_snapshot is
  'The last count of the portfolio of an account, and how long counting took: large ones are not counted at each '
  'request.';
select protect_account_table('statistics_snapshot', 'select, insert, update');
