-- The catalogue as it ships, one row for each version of each type. The product fills it from its data files
-- when it starts; accounts get their own copy, which they may change.
create table shipped_type (
  kind text not null check (kind in ('DOCUMENT', 'DOSSIER', 'RULE')),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  shipped_version integer not null check (shipped_version > 0),
  definition jsonb not null,
  primary key (kind, code, shipped_version)
);
grant select on shipped_type to vigie_app;

-- What may be asked of a third party, in every version an account has used: requests keep the version they
-- were made with, so a later change never rewrites what was asked.
create table document_type_version (
  account_id bigint not null references account,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  type_version integer not null check (type_version > 0),
  definition jsonb not null,
  -- The shipped version it was taken from; null once the account has written its own.
  shipped_version integer,
  created_at timestamptz not null default now(),
  primary key (account_id, code, type_version)
);
select protect_account_table('document_type_version', 'select, insert');

create table document_type (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  theme text not null check (theme in
    ('LEGAL_COMPLIANCE', 'FINANCE', 'ENVIRONMENT', 'CYBERSECURITY', 'ETHICS', 'HUMAN_RIGHTS')),
  kind text not null check (kind in ('FILE', 'FORM', 'FILE_AND_FORM', 'CHECK')),
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, code),
  foreign key (account_id, code, type_version) references document_type_version
);
select protect_account_table('document_type', 'select, insert, update');
create index document_type_present on document_type (account_id, code, type_version);

create table dossier_type_version (
  account_id bigint not null references account,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  type_version integer not null check (type_version > 0),
  definition jsonb not null,
  shipped_version integer,
  -- Null while it is a draft; only published versions open dossiers.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, code, type_version)
);
select protect_account_table('dossier_type_version', 'select, insert, update');

create table dossier_type (
  account_id bigint not null,
  code text not null,
  -- The published version; a draft, if there is one, has a higher number.
  type_version integer not null,
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, code),
  foreign key (account_id, code, type_version) references dossier_type_version
);
select protect_account_table('dossier_type', 'select, insert, update');
create index dossier_type_present on dossier_type (account_id, code, type_version);

-- Copies into an account the newest shipped types it does not have yet. The account's setting is borrowed.
create function catalogue_seed(account bigint) returns void
language plpgsql set search_path = vigie, pg_temp as $$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
begin
  perform set_config('app.account', account::text, true);
  with fresh as (
    select distinct on (s.code) s.code, s.shipped_version, s.definition from shipped_type s
    where s.kind = 'DOCUMENT' and not exists (
      select from document_type d where d.account_id = account and d.code = s.code)
    order by s.code, s.shipped_version desc
  ), written as (
    insert into document_type_version (account_id, code, type_version, definition, shipped_version)
    select account, code, 1, definition, shipped_version from fresh
  )
  insert into document_type (account_id, code, type_version, theme, kind)
  select account, code, 1, definition ->> 'theme', definition ->> 'kind' from fresh;
  with fresh as (
    select distinct on (s.code) s.code, s.shipped_version, s.definition from shipped_type s
    where s.kind = 'DOSSIER' and not exists (
      select from dossier_type d where d.account_id = account and d.code = s.code)
    order by s.code, s.shipped_version desc
  ), written as (
    insert into dossier_type_version (account_id, code, type_version, definition, shipped_version, published_at)
    select account, code, 1, definition, shipped_version, now() from fresh
  )
  insert into dossier_type (account_id, code, type_version) select account, code, 1 from fresh;
  perform set_config('app.account', outer_account, true);
end
$$;
revoke execute on function catalogue_seed(bigint) from public;
grant execute on function catalogue_seed(bigint) to vigie_app;

create function catalogue_seed_account() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform catalogue_seed(new.account_id);
  return null;
end
$$;
revoke execute on function catalogue_seed_account() from public;
create trigger account_catalogue after insert on account
  for each row execute function catalogue_seed_account();

-- How an account wants evaluations to behave: AUTO_ACCEPT (a check that succeeds accepts the answer by itself),
-- SECOND_REVIEWER (two people accept bank details), STRUCK_OFF_INVALIDATES (the end of a company makes its
-- dossiers invalid). What has no row has its default, which the product knows.
create table evaluation_option (
  account_id bigint not null references account,
  name text not null check (name ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, name)
);
select protect_account_table('evaluation_option', 'select, insert, update');
