-- Indicators of third parties and of their dossiers, each value they ever had. The present one has no end.
create table indicator (
  account_id bigint not null,
  indicator_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  -- Absent on those of the third party itself.
  dossier_id bigint,
  code text not null check (code ~ '^[A-Z][A-Z_]{0,63}$'),
  -- Null is "not known", never zero.
  value smallint check (value between 0 and 100),
  rating text check (rating in ('A', 'B', 'C', 'D', 'E')),
  state text not null check (state in ('KNOWN', 'PARTIAL', 'UNKNOWN', 'STALE')),
  -- The last value that was another one.
  previous_value smallint check (previous_value between 0 and 100),
  model_name text not null check (length(model_name) between 1 and 60),
  model_version integer not null check (model_version > 0),
  as_of date,
  compliant boolean,
  pending smallint check (pending between 0 and 100),
  -- As they were written: telling whether they changed is then a comparison of texts.
  breakdown json not null,
  advice json,
  -- The day on which it may change though nothing happens.
  due_on date,
  since timestamptz not null,
  superseded_at timestamptz,
  primary key (account_id, indicator_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, dossier_id) references dossier,
  check ((state = 'UNKNOWN') = (value is null)),
  check ((rating is null) = (value is null))
);
select protect_account_table('indicator', 'select, insert, update');
create unique index indicator_of_thirdparty on indicator (account_id, thirdparty_id, code)
  where dossier_id is null and superseded_at is null;
create unique index indicator_of_dossier on indicator (account_id, dossier_id, code) where superseded_at is null;
create index indicator_present on indicator (account_id, thirdparty_id) where superseded_at is null;
create index indicator_history on indicator (account_id, thirdparty_id, code, since);
create index indicator_dossier_history on indicator (account_id, dossier_id, code, since);
create index indicator_due on indicator (account_id, due_on) where due_on is not null and superseded_at is null;
