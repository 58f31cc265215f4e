create table attribute_definition (
  account_id bigint not null references account,
  attribute_id bigint not null default nextval('vigie_id'),
  scope text not null default 'THIRD_PARTY' check (scope in ('THIRD_PARTY', 'DOSSIER')),
  -- Stable, and an identifier: expressions name attributes by it, while labels may change.
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  label text not null check (length(label) between 1 and 200),
  type text not null check (
    type in ('string', 'boolean', 'date', 'decimal', 'percentage', 'list_unique', 'list_multiple')),
  options text[] not null default '{}' check (
    cardinality(options) <= 200 and (type in ('list_unique', 'list_multiple')) = (cardinality(options) > 0)),
  expression text check (length(expression) between 1 and 1000),
  -- Codes of the attributes the expression reads; found by parsing it.
  depends_on text[] not null default '{}',
  required boolean not null default false check (not (required and expression is not null)),
  position integer not null default 0 check (position between 0 and 10000),
  archived_at timestamptz,
  -- Raised by every change; the ETag.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, attribute_id)
);
select protect_account_table('attribute_definition', 'select, insert, update');
create unique index attribute_definition_code on attribute_definition (account_id, scope, code);
create unique index attribute_definition_label on attribute_definition (account_id, scope, lower(label))
  where archived_at is null;

-- The present value of each attribute of a third party or dossier: no value, no row.
create table attribute_value (
  account_id bigint not null,
  -- A third party or a dossier. All ids come from one sequence, so the number alone says which.
  subject bigint not null,
  attribute_id bigint not null,
  value jsonb not null check (value <> 'null'),
  -- What lists are filtered and sorted by. Texts and ISO dates sort as text; numbers, booleans and the places
  -- of options as numbers. Cut, because an index entry must stay short; equality looks at the value too.
  text_key text,
  number_key numeric,
  updated_at timestamptz not null,
  primary key (account_id, subject, attribute_id),
  foreign key (account_id, attribute_id) references attribute_definition
);
select protect_account_table('attribute_value', 'select, insert, update, delete');
create index attribute_value_by_text on attribute_value (account_id, attribute_id, text_key, subject);
create index attribute_value_by_number on attribute_value (account_id, attribute_id, number_key, subject)
  where number_key is not null;

-- Every change of a value, the first and the last included: who, when, from what, to what.
create table attribute_value_history (
  account_id bigint not null,
  change_id bigint not null default nextval('vigie_id'),
  attribute_id bigint not null,
  subject bigint not null,
  before jsonb,
  after jsonb,
  changed_at timestamptz not null,
  actor_type text not null,
  actor_id bigint,
  primary key (account_id, change_id),
  foreign key (account_id, attribute_id) references attribute_definition
);
select protect_account_table('attribute_value_history', 'select, insert');
create index attribute_value_history_of on attribute_value_history
  (account_id, attribute_id, subject, change_id desc);

create function attribute_text_key(value jsonb) returns text
language sql immutable set search_path = vigie, pg_temp
return case jsonb_typeof(value) when 'string' then left(value #>> '{}', 200) end;

create function attribute_number_key(value jsonb, options text[]) returns numeric
language sql immutable set search_path = vigie, pg_temp
return case jsonb_typeof(value)
  when 'number' then (value #>> '{}')::numeric
  when 'boolean' then (value #>> '{}')::boolean::int
  when 'string' then array_position(options, value #>> '{}') end;

-- Who changes definitions holds the account's lock alone, who changes values shares it: a value cannot slip in
-- under an option being removed, nor be calculated by an expression just replaced.
create function attribute_lock_key(account bigint) returns bigint
language sql immutable set search_path = vigie, pg_temp as $$ select (3::bigint << 60) + account $$;
grant execute on function attribute_lock_key(bigint) to vigie_app;

-- What every account starts with. The account's setting is borrowed for the insert and given back.
create function attribute_seed(account bigint) returns void
language plpgsql set search_path = vigie, pg_temp as $$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
begin
  perform set_config('app.account', account::text, true);
  insert into attribute_definition (account_id, code, label, type, options, position)
  select account, d.* from (values
    ('CATEGORY', 'Category', 'list_unique', array['IT', 'Construction', 'Services', 'Industry', 'Transport',
      'Consulting', 'Cleaning and security', 'Temporary work', 'Supplies', 'Energy', 'Other'], 1),
    ('CRITICALITY', 'Criticality', 'list_unique', array['High', 'Medium', 'Low'], 2),
    ('ANNUAL_PURCHASE_AMOUNT', 'Annual purchase amount', 'decimal', '{}'::text[], 3),
    ('BUSINESS_UNIT', 'Business unit', 'string', '{}'::text[], 4),
    ('INTERNAL_REFERENCE', 'Internal reference', 'string', '{}'::text[], 5)
  ) d (code, label, type, options, position);
  perform set_config('app.account', outer_account, true);
end
$$;
revoke execute on function attribute_seed(bigint) from public;
grant execute on function attribute_seed(bigint) to vigie_app;

create function attribute_seed_account() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform attribute_seed(new.account_id);
  return null;
end
$$;
revoke execute on function attribute_seed_account() from public;
create trigger account_attributes after insert on account
  for each row execute function attribute_seed_account();

-- The accounts that exist already; the owner, too, sees them only as the directory.
select set_config('app.directory', 'on', true);
select attribute_seed(account_id) from account;
select set_config('app.directory', '', true);

-- For the portfolio, which lies below attributes and may not ask them: one row for each third party that has it.
create view thirdparty_criticality with (security_invoker = true) as
  select v.account_id, v.subject as thirdparty_id, v.text_key as criticality, v.number_key as rank
  from attribute_definition d
  join attribute_value v on v.account_id = d.account_id and v.attribute_id = d.attribute_id
  where d.scope = 'THIRD_PARTY' and d.code = 'CRITICALITY' and d.archived_at is null;
grant select on thirdparty_criticality to vigie_app;
