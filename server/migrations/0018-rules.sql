-- Which dossiers open by themselves, and for whom. Empty criteria stand for any third party.
create table rule (
  account_id bigint not null references account,
  rule_id bigint not null default nextval('vigie_id'),
  -- The shipped rule it was made from, if any.
  shipped_code text check (shipped_code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  name text not null check (length(name) between 1 and 200),
  -- Only of shipped rules: whoever renames a rule gives it one name for everybody.
  name_fr text check (length(name_fr) between 1 and 200),
  active boolean not null default false,
  priority integer not null default 100 check (priority between 0 and 10000),
  -- NAF sections (a letter), divisions (two digits) or classes.
  sectors text[] not null default '{}' check (cardinality(sectors) <= 200),
  countries text[] not null default '{}' check (cardinality(countries) <= 250),
  criticalities text[] not null default '{}' check (cardinality(criticalities) <= 50),
  purchase_min numeric,
  purchase_max numeric,
  dossier_type_codes text[] not null check (cardinality(dossier_type_codes) between 1 and 20),
  due_days integer check (due_days between 1 and 365),
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, rule_id),
  check (purchase_min is null or purchase_max is null or purchase_min <= purchase_max)
);
select protect_account_table('rule', 'select, insert, update');
alter table dossier add foreign key (account_id, rule_id) references rule;
create unique index rule_shipped on rule (account_id, shipped_code) where shipped_code is not null;

-- Gives an account the shipped rules it never had; none of them acts before somebody activates it. The
-- account's setting is borrowed.
create function rule_seed(account bigint) returns void
language plpgsql set search_path = vigie, pg_temp as $$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
begin
  perform set_config('app.account', account::text, true);
  insert into rule (account_id, shipped_code, name, name_fr, priority, sectors, countries, criticalities,
    purchase_min, purchase_max, dossier_type_codes, due_days, created_at, updated_at)
  select account, s.code, d -> 'name' ->> 'en', d -> 'name' ->> 'fr', (d ->> 'priority')::int,
    array(select jsonb_array_elements_text(c -> 'sectors')),
    array(select jsonb_array_elements_text(c -> 'countries')),
    array(select jsonb_array_elements_text(c -> 'criticalities')),
    (c -> 'purchaseAmount' ->> 'min')::numeric, (c -> 'purchaseAmount' ->> 'max')::numeric,
    array(select jsonb_array_elements_text(d -> 'dossierTypeCodes')), (d ->> 'dueDays')::int, now(), now()
  from (
    select distinct on (code) code, definition as d, definition -> 'criteria' as c from shipped_type
    where kind = 'RULE' order by code, shipped_version desc) s
  on conflict do nothing;
  perform set_config('app.account', outer_account, true);
end
$$;
revoke execute on function rule_seed(bigint) from public;
grant execute on function rule_seed(bigint) to vigie_app;

create function rule_seed_account() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform rule_seed(new.account_id);
  return null;
end
$$;
revoke execute on function rule_seed_account() from public;
create trigger account_rules after insert on account
  for each row execute function rule_seed_account();
