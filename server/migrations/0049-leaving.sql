-- How an account leaves: its export, its suspension, its deletion, and the proof that it is gone.

create table account_standing (
  account_id bigint primary key references account,
  suspended_at timestamptz,
  suspension_reason text check (length(suspension_reason) between 1 and 500),
  deletion_asked_at timestamptz,
  deletion_asked_by_type text check (deletion_asked_by_type in ('USER', 'API_CLIENT', 'OPERATOR')),
  deletion_asked_by bigint,
  deletion_reason text check (length(deletion_reason) between 1 and 500),
  deletion_due_at timestamptz,
  deleting_at timestamptz,
  deleted_counts jsonb not null default '{}',
  state text generated always as (case when deleting_at is not null then 'DELETING'
    when suspended_at is not null then 'SUSPENDED' when deletion_due_at is not null then 'LEAVING' end) stored,
  constraint account_standing_suspension_whole check ((suspended_at is null) = (suspension_reason is null)),
  constraint account_standing_deletion_whole check (
    (deletion_asked_at is null) = (deletion_due_at is null)
    and (deletion_asked_at is null) = (deletion_asked_by_type is null)
    and (deletion_asked_at is null) = (deletion_reason is null)),
  constraint account_standing_deleting_was_asked check (deleting_at is null or deletion_due_at is not null)
);
comment on table account_standing is
  'What keeps an account from being used: it was suspended, or it is about to be deleted. No row: nothing does.';
comment on column account_standing.deletion_due_at is
  'Until then the deletion can be taken back, and nobody but its administrators gets in.';
comment on column account_standing.deleting_at is
  'From then on rows disappear. Written by begin_account_deletion alone, and never taken back.';
comment on column account_standing.state is
  'Null while the account may be used: a suspension that ended and a deletion that was taken back leave their row.';
comment on column account_standing.deleted_counts is
  'Rows, files and bytes deleted so far, written with each batch: a worker that is killed loses no count.';
select protect_account_table('account_standing', 'select');
select open_to_directory('account_standing');
grant insert (account_id, suspended_at, suspension_reason, deletion_asked_at, deletion_asked_by_type,
    deletion_asked_by, deletion_reason, deletion_due_at),
  update (suspended_at, suspension_reason, deletion_asked_at, deletion_asked_by_type,
    deletion_asked_by, deletion_reason, deletion_due_at, deleted_counts)
  on account_standing to vigie_app;

create table account_export (
  account_id bigint not null references account,
  export_id bigint not null default nextval('vigie_id'),
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  asked_at timestamptz not null default now(),
  asked_by_type text not null,
  asked_by bigint,
  parts_done integer not null default 0,
  parts_total integer,
  finished_at timestamptz,
  expires_at timestamptz,
  object_key text,
  draft_keys text[] not null default '{}',
  file_size bigint,
  sha256 bytea check (octet_length(sha256) = 32),
  fault text check (fault in ('STORE_FULL', 'STORE_UNAVAILABLE', 'ACCOUNT_DELETED', 'GIVEN_UP')),
  primary key (account_id, export_id),
  constraint account_export_ready_whole check (
    state <> 'READY' or num_nonnulls(object_key, file_size, sha256, expires_at, finished_at) = 5),
  constraint account_export_failed_says_why check ((state = 'FAILED') = (fault is not null))
);
comment on table account_export is 'Exports of everything an account owns: asked for, under way, kept for some days.';
comment on column account_export.draft_keys is
  'Objects that an export under way has put into the store: whoever makes it again, or gives it up, removes them first.';
create unique index account_export_under_way on account_export (account_id) where state in ('WAITING', 'RUNNING');
comment on index account_export_under_way is 'One at a time: a second one would read and store the same once more.';
create index account_export_object on account_export (account_id, object_key) where object_key is not null;
select protect_account_table('account_export', 'select, insert, update');

create table deletion_proof (
  former_account bigint primary key check (former_account > 0),
  deleted_at timestamptz not null,
  proof text not null
);
comment on table deletion_proof is
  'What is left of a deleted account: a signed text without names. A restored copy is compared with these.';
comment on column deletion_proof.former_account is 'The number the account had. No foreign key can hold, and no other account gets it.';
grant select, insert on deletion_proof to vigie_app;
create trigger deletion_proof_append_only before update or delete on deletion_proof
  for each row execute function journal_refuse();
create trigger deletion_proof_no_truncate before truncate on deletion_proof
  for each statement execute function journal_refuse();

create function account_is_deleting(account bigint) returns boolean
language sql stable set search_path = vigie, pg_temp as $$
  select exists (select from account_standing s where s.account_id = account and s.deleting_at is not null)
$$;
comment on function account_is_deleting is
  'Whether the rows of the account are being deleted. Sees the account that the transaction has named, and no other.';
revoke execute on function account_is_deleting(bigint) from public;

create or replace function journal_refuse() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  -- Only delete_account_rows, which runs as the owner, comes here with a right to delete.
  if tg_op = 'DELETE' and tg_table_name <> 'deletion_proof' and current_user = 'vigie_owner' then
    if account_is_deleting(old.account_id) then
      return old;
    end if;
  end if;
  raise exception 'The journal is append-only: % on % is refused.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
comment on function journal_refuse() is
  'Guards what must never change, whoever asks: the owner of the tables is refused as well. The one exception is an '
  'account that is being deleted as a whole.';

create or replace function journal_keep_mark() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if tg_op = 'DELETE' and current_user = 'vigie_owner' then
    if account_is_deleting(old.account_id) then
      return old;
    end if;
  end if;
  if tg_op <> 'UPDATE' or new.account_id <> old.account_id or new.final_before < old.final_before then
    raise exception 'What was declared final stays so: this change is refused.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

create function begin_account_deletion() returns boolean
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
begin
  update account_standing set deleting_at = coalesce(deleting_at, clock_timestamp())
  where account_id = account and deletion_due_at <= clock_timestamp();
  return found;
end
$$;
comment on function begin_account_deletion is
  'Runs as the owner: nobody can begin a deletion that was not asked for, or whose time has not come.';
revoke execute on function begin_account_deletion() from public;
grant execute on function begin_account_deletion() to vigie_app;

create function delete_account_rows(target text, most integer) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
  leaf regclass;
  deleted bigint := 0;
  part bigint;
begin
  perform from account_standing s where s.account_id = account and s.deleting_at is not null for update;
  if not found then
    raise exception 'The account is not being deleted: its rows stay.' using errcode = 'insufficient_privilege';
  end if;
  if target in ('account', 'account_standing') or not exists (
      select from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'vigie'::regnamespace and c.relname = target and c.relkind in ('r', 'p')) then
    raise exception 'There is no table % of accounts to delete from.', target;
  end if;
  if target = 'response' then
    -- An answer and its decisions name one another, so they go in one statement. Those that repeat others are younger.
    with due as materialized (
      select response_id from response where account_id = account order by response_id desc limit most
    ), decisions as (
      delete from decision d using due where d.account_id = account and d.response_id = due.response_id returning 1
    ), checks as (
      delete from check_result c using due where c.account_id = account and c.response_id = due.response_id returning 1
    ), answers as (
      delete from response r using due where r.account_id = account and r.response_id = due.response_id returning 1
    )
    select (select count(*) from decisions) + (select count(*) from checks) + (select count(*) from answers) into deleted;
    return deleted;
  end if;
  if target in ('dossier', 'contact') then
    -- Each may name an older one of its kind.
    execute format('delete from %1$I where account_id = $1 and %1$I_id in (
      select %1$I_id from %1$I where account_id = $1 order by %1$I_id desc limit $2)', target) using account, most;
    get diagnostics deleted = row_count;
    return deleted;
  end if;
  if target = 'unit' then
    -- A tree of some hundreds at most: all at once, because any may stand above any other.
    delete from unit where account_id = account;
    get diagnostics deleted = row_count;
    return deleted;
  end if;
  for leaf in
    select t.relid from pg_partition_tree(format('vigie.%I', target)::regclass) t where t.isleaf
    union all
    select c.oid from pg_class c
    where c.oid = format('vigie.%I', target)::regclass and c.relkind = 'r'
  loop
    execute format('delete from %s where ctid = any(array(select ctid from %s where account_id = $1 limit $2))',
      leaf, leaf) using account, most - deleted;
    get diagnostics part = row_count;
    deleted := deleted + part;
    exit when deleted >= most;
  end loop;
  return deleted;
end
$$;
comment on function delete_account_rows is
  'Deletes up to so many rows of the account from one table, only while the account is being deleted. Runs as the owner: '
  'the application has no right to delete from the journals, and gets none.';
revoke execute on function delete_account_rows(text, integer) from public;
grant execute on function delete_account_rows(text, integer) to vigie_app;

create function finish_account_deletion(proof_text text, deleted_when timestamptz) returns void
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  own bigint := nullif(current_setting('app.account', true), '')::bigint;
  leftover text;
  held boolean;
begin
  perform from account_standing s where s.account_id = own and s.deleting_at is not null for update;
  if not found then
    raise exception 'The account is not being deleted: it stays.' using errcode = 'insufficient_privilege';
  end if;
  for leftover in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('account', 'account_standing')
  loop
    execute format('select exists (select from %I where account_id = $1)', leftover) into held using own;
    if held then
      raise exception 'The account still has rows in %.', leftover using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  insert into deletion_proof (former_account, deleted_at, proof) values (own, deleted_when, proof_text);
  delete from account_standing where account_id = own;
  delete from account where account_id = own;
end
$$;
comment on function finish_account_deletion is
  'The last step: looks into every table once more, keeps the proof, and takes the account itself away. Runs as the owner.';
revoke execute on function finish_account_deletion(text, timestamptz) from public;
grant execute on function finish_account_deletion(text, timestamptz) to vigie_app;

create function delete_account_people(most integer) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
  directory text := coalesce(current_setting('app.directory', true), '');
  people bigint[];
  person bigint;
begin
  perform from account_standing s where s.account_id = account and s.deleting_at is not null for update;
  if not found then
    raise exception 'The account is not being deleted: its people stay.' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.directory', 'on', true);
  people := array(
    (select m.user_id from membership m where m.account_id = account order by 1 limit most)
    union
    (select u.user_id from app_user u where u.directory_account_id = account order by 1 limit most));
  delete from membership m where m.account_id = account and m.user_id = any(people);
  delete from person_identity i where i.provider_account_id = account and i.user_id = any(people);
  delete from person_session s where s.confined_account_id = account and s.user_id = any(people);
  foreach person in array array(
    -- Whom another account has, or remembers, stays theirs.
    select p from unnest(people) p
    where not exists (select from membership m where m.user_id = p)
      and not exists (select from person_key k where k.person_type = 'USER' and k.person = p
        and k.account_id <> account and k.erased_at is null))
  loop
    delete from person_link where user_id = person;
    delete from factor_challenge where user_id = person;
    delete from factor_failures where user_id = person;
    delete from recovery_code where user_id = person;
    delete from second_factor where user_id = person;
    delete from person_identity where user_id = person;
    delete from person_session where user_id = person;
    delete from person_device where user_id = person;
    begin
      delete from app_user where user_id = person;
    exception when foreign_key_violation then
      -- Another account names them by number: the number stays, and nothing that tells who it was.
      update app_user set email = 'erased-' || person || '@erased.invalid', name = '-', password_hash = null,
        active = false, token_version = token_version + 1, tokens_ended_at = now(), updated_at = now(),
        directory_account_id = null
      where user_id = person;
    end;
  end loop;
  perform set_config('app.directory', directory, true);
  return cardinality(people);
end
$$;
comment on function delete_account_people is
  'Takes up to so many people out of an account that is being deleted, and out of the installation where no other '
  'account has them. Runs as the owner: the application may not delete people.';
revoke execute on function delete_account_people(integer) from public;
grant execute on function delete_account_people(integer) to vigie_app;
