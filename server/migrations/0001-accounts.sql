-- Every id of the product comes from this one sequence: a documentId can never be taken for a responseId.
create sequence vigie_id as bigint;
grant usage on sequence vigie_id to vigie_app;

-- Puts a table behind the account wall. Written once, so that no table gets a weaker wall than the others.
-- The policy compares with a setting each transaction makes for itself; an unset account matches no row.
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
revoke execute on function protect_account_table(regclass, text) from public;

create table account (
  account_id bigint primary key default nextval('vigie_id'),
  name text not null check (length(name) between 1 and 200),
  kind text not null default 'PRODUCTION' check (kind in ('PRODUCTION', 'SANDBOX')),
  -- A sandbox may live ahead of the world's clock; a production account never.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms = 0 or kind = 'SANDBOX'),
  created_at timestamptz not null default now()
);
select protect_account_table('account', 'select, insert, update');
-- Sign-in and the scheduler must find accounts before they can name one.
create policy directory on account
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- The time of an account: the database's clock, plus a sandbox's lead. Every process agrees on it.
create function account_now(account bigint) returns timestamptz
language sql volatile set search_path = vigie, pg_temp as $$
  select date_trunc('milliseconds', clock_timestamp() + make_interval(secs => a.clock_offset_ms / 1000.0))
  from account a where a.account_id = account
$$;
revoke execute on function account_now(bigint) from public;
grant execute on function account_now(bigint) to vigie_app;
