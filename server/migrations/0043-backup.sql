-- Lets backups read every row of every account without a superuser: the walls stay as they are for everybody else.

grant usage on schema vigie to vigie_backup;
grant select on all tables in schema vigie to vigie_backup;
grant select on all sequences in schema vigie to vigie_backup;
alter default privileges in schema vigie grant select on tables to vigie_backup;
alter default privileges in schema vigie grant select on sequences to vigie_backup;

create function open_to_backup(target regclass) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  execute format('create policy backup_reads on %s for select to vigie_backup using (true)', target);
end
$$;
comment on function open_to_backup is
  'Lets the role of the backups read a table behind a wall. It has no login, writes nothing, and only the role that '
  'migrates may take it on.';
revoke execute on function open_to_backup(regclass) from public;

create or replace function protect_account_table(target regclass, rights text) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy account_isolation on %s
       using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)
       with check (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)',
    target);
  perform open_to_backup(target);
  if rights <> '' then
    execute format('grant %s on %s to vigie_app', rights, target);
  end if;
end
$$;

do $$
declare
  target regclass;
  seen regprocedure;
begin
  for target in select oid::regclass from pg_class
    where relnamespace = 'vigie'::regnamespace and relkind in ('r', 'p') and relrowsecurity
  loop
    perform open_to_backup(target);
  end loop;
  -- The walls of the units bind this role too, which says in its session that it sees all of them. PostgreSQL wants
  -- the right to call what stands behind that condition nevertheless.
  for seen in
    with recursive needed (class, id) as (
      select 'pg_policy'::regclass::oid, oid from pg_policy
      union
      select d.refclassid, coalesce(o.oprcode::oid, d.refobjid)
      from needed n join pg_depend d on d.classid = n.class and d.objid = n.id
        left join pg_operator o on d.refclassid = 'pg_operator'::regclass and o.oid = d.refobjid
      where d.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass))
    select distinct p.oid::regprocedure from needed n join pg_proc p on p.oid = n.id
    where n.class <> 'pg_policy'::regclass and p.pronamespace = 'vigie'::regnamespace
  loop
    execute format('grant execute on function %s to vigie_backup', seen);
  end loop;
end
$$;
