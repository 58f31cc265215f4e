-- Company searches of an account by day, in UTC: they cost the registers asked, so there is an end to them. The
-- first search of a day removes the days before it.
create table company_search_count (
  account_id bigint not null references account,
  day date not null,
  total integer not null check (total > 0),
  primary key (account_id, day)
);
select protect_account_table('company_search_count', 'select, insert, update, delete');

-- The key that attributes are sorted by becomes a double. Row security lets a comparison reach an index only when
-- it cannot leak what it compares; PostgreSQL vouches for doubles and texts, not for numeric. Values have at most
-- fifteen digits, which a double keeps apart and in order.
drop view thirdparty_criticality;
alter table attribute_value alter column number_key type double precision;
drop function attribute_number_key(jsonb, text[]);
create function attribute_number_key(value jsonb, options text[]) returns double precision
language sql immutable set search_path = vigie, pg_temp
return case jsonb_typeof(value)
  when 'number' then (value #>> '{}')::double precision
  when 'boolean' then (value #>> '{}')::boolean::int
  when 'string' then array_position(options, value #>> '{}') end;
create view thirdparty_criticality with (security_invoker = true) as
  select v.account_id, v.subject as thirdparty_id, v.text_key as criticality, v.number_key as rank
  from attribute_definition d
  join attribute_value v on v.account_id = d.account_id and v.attribute_id = d.attribute_id
  where d.scope = 'THIRD_PARTY' and d.code = 'CRITICALITY' and d.archived_at is null;
grant select on thirdparty_criticality to vigie_app;
