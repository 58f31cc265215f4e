create table attribute_definition (
  account_id bigint not null references account,
  attribute_id bigint not null default nextval('vigie_id'),
  scope text not null default 'THIRD_PARTY' check (scope in ('THIRD_PARTY', 'DOSSIER')),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  label text not null check (length(label) between 1 and 200),
  type text not null check (
    type in ('string', 'boolean', 'date', 'decimal', 'percentage', 'list_unique', 'list_multiple')),
  options text[] not null default '{}',
  expression text check (length(expression) between 1 and 1000),
  depends_on text[] not null default '{}',
  steps integer check (steps > 0),
  required boolean not null default false,
  position integer not null default 0 check (position between 0 and 10000),
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, attribute_id),
  constraint attribute_definition_options_of_lists check (
    cardinality(options) <= 200 and (type in ('list_unique', 'list_multiple')) = (cardinality(options) > 0)),
  constraint attribute_definition_required_by_hand check (not (required and expression is not null)),
  constraint attribute_definition_steps_of_expression check (steps is null or expression is not null)
);
comment on table attribute_definition is 'A field that an account adds to its third parties or dossiers.';
comment on column attribute_definition.code is
  'Stable, and an identifier: expressions name attributes by it, while labels may change.';
comment on column attribute_definition.expression is 'Of a calculated attribute.';
comment on column attribute_definition.depends_on is
  'Codes of the attributes that the expression reads, found by parsing it.';
comment on column attribute_definition.steps is 'The most steps that the expression may take.';
comment on column attribute_definition.version is 'Raised by every change; the ETag.';
comment on constraint attribute_definition_required_by_hand on attribute_definition is
  'Nobody can be required to fill in what is calculated.';
select protect_account_table('attribute_definition', 'select, insert, update');
create unique index attribute_definition_code on attribute_definition (account_id, scope, code);
create unique index attribute_definition_label on attribute_definition (account_id, scope, lower(label))
  where archived_at is null;

create table attribute_value (
  account_id bigint not null,
  subject bigint not null,
  attribute_id bigint not null,
  value jsonb not null check (value <> 'null'),
  text_key text,
  number_key double precision,
  updated_at timestamptz not null,
  primary key (account_id, subject, attribute_id),
  foreign key (account_id, attribute_id) references attribute_definition
);
comment on table attribute_value is
  'The present value of each attribute of a third party or dossier: no value, no row.';
comment on column attribute_value.subject is
  'A third party or a dossier: all ids come from one sequence, so the number alone says which. No foreign key, because '
  'one column cannot refer to two tables; whoever writes holds the subject, and neither kind is ever removed.';
comment on column attribute_value.text_key is
  'What lists are filtered and sorted by: texts and ISO dates. Cut, because an index entry must stay short; equality '
  'looks at the value too.';
comment on column attribute_value.number_key is
  'As text_key, for numbers, booleans and the places of options. A double, because row security lets a comparison '
  'reach an index only when PostgreSQL vouches that it leaks nothing, which it does not for numeric. Values have at '
  'most fifteen digits, which a double keeps apart and in order.';
select protect_account_table('attribute_value', 'select, insert, update, delete');
create index attribute_value_by_text on attribute_value (account_id, attribute_id, text_key, subject);
create index attribute_value_by_number on attribute_value (account_id, attribute_id, number_key, subject)
  where number_key is not null;

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
comment on table attribute_value_history is
  'Every change of a value, the first and the last included: who, when, from what, to what.';
comment on column attribute_value_history.subject is 'As attribute_value.subject.';
select protect_account_table('attribute_value_history', 'select, insert');
create index attribute_value_history_of on attribute_value_history
  (account_id, attribute_id, subject, change_id desc);

create table attribute_failure (
  account_id bigint not null,
  subject bigint not null,
  attribute_id bigint not null,
  failure text not null check (failure in ('ERROR', 'TOO_MANY_STEPS', 'OUT_OF_TIME')),
  failed_at timestamptz not null,
  primary key (account_id, subject, attribute_id),
  foreign key (account_id, attribute_id) references attribute_definition
);
comment on table attribute_failure is
  'Which calculated attributes of a third party or dossier have no value because their calculation failed, and why. '
  'No row, no failure.';
comment on column attribute_failure.subject is 'As attribute_value.subject.';
select protect_account_table('attribute_failure', 'select, insert, update, delete');
create index attribute_failure_of on attribute_failure (account_id, attribute_id);

create function attribute_text_key(value jsonb) returns text
language sql immutable set search_path = vigie, pg_temp
return case jsonb_typeof(value) when 'string' then left(value #>> '{}', 200) end;
comment on function attribute_text_key is 'The value of attribute_value.text_key.';

create function attribute_number_key(value jsonb, options text[]) returns double precision
language sql immutable set search_path = vigie, pg_temp
return case jsonb_typeof(value)
  when 'number' then (value #>> '{}')::double precision
  when 'boolean' then (value #>> '{}')::boolean::int
  when 'string' then array_position(options, value #>> '{}') end;
comment on function attribute_number_key is 'The value of attribute_value.number_key.';

create function attribute_lock_key(account bigint) returns bigint
language sql immutable set search_path = vigie, pg_temp as $$ select (3::bigint << 60) + account $$;
comment on function attribute_lock_key is
  'Who changes definitions holds the lock of the account alone, who changes values shares it: a value cannot slip in '
  'under an option being removed, nor be calculated by an expression just replaced.';
grant execute on function attribute_lock_key(bigint) to vigie_app;

create view thirdparty_criticality with (security_invoker = true) as
  select v.account_id, v.subject as thirdparty_id, v.text_key as criticality, v.number_key as rank
  from attribute_definition d
  join attribute_value v on v.account_id = d.account_id and v.attribute_id = d.attribute_id
  where d.scope = 'THIRD_PARTY' and d.code = 'CRITICALITY' and d.archived_at is null;
comment on view thirdparty_criticality is
  'For the portfolio, which lies below attributes and may not ask them: one row for each third party that has it.';
grant select on thirdparty_criticality to vigie_app;
