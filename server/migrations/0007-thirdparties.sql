create table thirdparty (
  account_id bigint not null references account,
  thirdparty_id bigint not null default nextval('vigie_id'),
  -- The account's own reference, as in its ERP.
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
  archived_at timestamptz,
  provenance jsonb not null default '[]',
  -- Raised by every change; the ETag.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The record as it goes over the wire, kept by a trigger: pages are read far more often than companies change.
  wire text not null,
  primary key (account_id, thirdparty_id)
);
-- A page reads the text of many rows: it stays in the row and uncompressed as long as the row fits a block.
alter table thirdparty alter column wire set storage main;
alter table thirdparty set (toast_tuple_target = 8160);
select protect_account_table('thirdparty', 'select, insert, update');

-- One company is one third party, whatever identifier it came by: the indexes decide, not a prior read.
create unique index thirdparty_siren on thirdparty (account_id, siren);
create unique index thirdparty_vat_number on thirdparty (account_id, vat_number);
create unique index thirdparty_duns on thirdparty (account_id, duns);
create unique index thirdparty_lei on thirdparty (account_id, lei);
create unique index thirdparty_local_id on thirdparty (account_id, country_code, local_id);
create unique index thirdparty_identifier on thirdparty (account_id, identifier_code, identifier_value);
-- The portfolio, newest first; archived companies are asked for apart.
create index thirdparty_portfolio on thirdparty (account_id, (archived_at is not null), thirdparty_id desc);

create function wire_time(moment timestamptz) returns text
language sql stable set search_path = vigie, pg_temp
return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS');

-- The one mapper from row to wire; the route's schema describes the same fields, and a test holds them together.
create function thirdparty_wire(t thirdparty) returns text
language sql stable set search_path = vigie, pg_temp as $$
  select json_build_object(
    'thirdpartyId', t.thirdparty_id, 'code', t.code,
    'legalIdentifier', json_build_object('code', t.identifier_code, 'value', t.identifier_value),
    'source', t.source, 'identityStatus', t.identity_status, 'name', t.name, 'tradeName', t.trade_name,
    'siren', t.siren, 'siret', t.siret, 'vatNumber', t.vat_number, 'duns', t.duns, 'lei', t.lei,
    'localId', t.local_id, 'countryCode', t.country_code, 'legalForm', t.legal_form,
    'headOffice', t.head_office, 'nafCode', t.naf_code, 'mainActivity', t.main_activity,
    'activityScheme', t.activity_scheme, 'executives', t.executives, 'headcount', t.headcount,
    'creationDate', t.creation_date, 'closureDate', t.closure_date, 'status', t.status,
    'statusDetail', t.status_detail, 'statusSince', t.status_since, 'archived', t.archived_at is not null,
    'archivedAt', wire_time(t.archived_at), 'provenance', t.provenance,
    'createdAt', wire_time(t.created_at), 'updatedAt', wire_time(t.updated_at))::text
$$;

create function thirdparty_keep_wire() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  new.wire := thirdparty_wire(new);
  return new;
end
$$;
create trigger thirdparty_wire before insert or update on thirdparty
  for each row execute function thirdparty_keep_wire();
revoke execute on function thirdparty_keep_wire() from public;

-- How many third parties a portfolio holds, so that a page need not count them.
create table portfolio_size (
  account_id bigint not null references account,
  archived boolean not null,
  total bigint not null,
  primary key (account_id, archived)
);
select protect_account_table('portfolio_size', 'select');

create function portfolio_count() returns trigger
language plpgsql security definer set search_path = vigie, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into portfolio_size as p (account_id, archived, total)
      select account_id, archived_at is not null, count(*) from fresh group by 1, 2 order by 1, 2
      on conflict (account_id, archived) do update set total = p.total + excluded.total;
  else
    insert into portfolio_size as p (account_id, archived, total)
      select account_id, archived, sum(change) from (
        select account_id, archived_at is not null as archived, 1 as change from fresh
        union all select account_id, archived_at is not null, -1 from former) moved
      group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (account_id, archived) do update set total = p.total + excluded.total;
  end if;
  return null;
end
$$;
revoke execute on function portfolio_count() from public;
create trigger thirdparty_counted_in after insert on thirdparty
  referencing new table as fresh for each statement execute function portfolio_count();
create trigger thirdparty_counted_over after update on thirdparty
  referencing old table as former new table as fresh for each statement execute function portfolio_count();
