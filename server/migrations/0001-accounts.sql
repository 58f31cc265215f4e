create sequence vigie_id as bigint;
comment on sequence vigie_id is
  'Every id of the product comes from this one sequence, so a document id can never be mistaken for a response id.';
grant usage on sequence vigie_id to vigie_app;

create function protect_account_table(target regclass, rights text) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy account_isolation on %s
       using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)
       with check (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)',
    target);
  if rights <> '' then
    execute format('grant %s on %s to vigie_app', rights, target);
  end if;
end
$$;
comment on function protect_account_table is
  'Puts a table behind the account wall. It exists once so that no table gets a weaker wall than the others. The '
  'policy compares with a setting that each transaction makes for itself; an unset account matches no row.';
revoke execute on function protect_account_table(regclass, text) from public;

create function open_to_directory(target regclass) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  execute format(
    'create policy directory on %s
       using (current_setting(''app.directory'', true) = ''on'')
       with check (current_setting(''app.directory'', true) = ''on'')',
    target);
end
$$;
comment on function open_to_directory is
  'Opens a table to the directory as well: sign-in, the scheduler and links must find a row before they can name its '
  'account. Only transactions that say so see it.';
revoke execute on function open_to_directory(regclass) from public;

create table account (
  account_id bigint primary key default nextval('vigie_id'),
  name text not null check (length(name) between 1 and 200),
  kind text not null default 'PRODUCTION' check (kind in ('PRODUCTION', 'SANDBOX')),
  clock_offset_ms bigint not null default 0,
  allowed_addresses text[] not null default '{}' check (cardinality(allowed_addresses) <= 100),
  created_at timestamptz not null default now(),
  constraint account_production_keeps_time check (clock_offset_ms = 0 or kind = 'SANDBOX')
);
comment on table account is
  'An organisation that evaluates its third parties. Nearly every other table belongs to one.';
comment on column account.clock_offset_ms is
  'A sandbox may live ahead of the world''s clock, so that a year of reminders can be tried in a minute.';
comment on column account.allowed_addresses is
  'From which addresses the account may be used: ranges in CIDR form, none meaning anywhere.';
select protect_account_table('account', 'select, insert, update');
select open_to_directory('account');

create function account_now(account bigint) returns timestamptz
language sql volatile set search_path = vigie, pg_temp as $$
  select date_trunc('milliseconds', clock_timestamp() + make_interval(secs =>
    coalesce((select a.clock_offset_ms from account a where a.account_id = account), 0) / 1000.0))
$$;
comment on function account_now is
  'The time of an account: the clock of the database plus the lead of a sandbox, so that every process agrees on it. '
  'Where there is no account, such as for the operator, there is no lead either.';
revoke execute on function account_now(bigint) from public;
grant execute on function account_now(bigint) to vigie_app;

create table sandbox_journey (
  account_id bigint primary key references account,
  target timestamptz not null,
  started_at timestamptz not null,
  lived boolean not null default true
);
comment on table sandbox_journey is
  'A sandbox on its way to a later moment. The row goes when it has arrived, so a process that dies leaves the '
  'target.';
comment on column sandbox_journey.lived is
  'False while the work of the present day is still to be done; the journey goes on from there.';
select protect_account_table('sandbox_journey', 'select, insert, update, delete');
