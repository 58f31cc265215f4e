-- Who follows the administration journal: signed checkpoints, webhooks and the lines on standard output.

-- Of the administration journal, as journal_checkpoint is of the events. The signed hash is a digest of the entry's own
-- under another name, so that no checkpoint of one chain can pass for one of the other.
create table administration_checkpoint (
  account_id bigint not null check (account_id >= 0),
  seq bigint not null check (seq > 0),
  hash bytea not null check (length(hash) = 32),
  occurred_at timestamptz not null,
  made_at timestamptz not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64),
  primary key (account_id, seq)
);
select protect_account_table('administration_checkpoint', 'select, insert');
create trigger administration_checkpoint_append_only before update or delete on administration_checkpoint
  for each row execute function journal_refuse();
create trigger administration_checkpoint_no_truncate before truncate on administration_checkpoint
  for each statement execute function journal_refuse();

-- How far each chain was written out, by whichever process had its turn.
create table administration_stream (
  account_id bigint primary key check (account_id >= 0),
  seq bigint not null check (seq >= 0)
);
select protect_account_table('administration_stream', 'select, insert, update');
-- One question finds the chains that moved, however many accounts there are. Entries stay behind their wall.
create policy directory on administration_head
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');
create policy directory on administration_stream
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

alter table webhook_endpoint
  add column classes text[] not null default '{EVENTS}'
    check (cardinality(classes) > 0 and classes <@ array['EVENTS', 'ADMINISTRATION']),
  add column administration_cursor bigint not null default 0 check (administration_cursor >= 0);
alter table webhook_delivery
  add column administration_seq bigint,
  -- Beside the number, for the log: the entry itself is read each time it is sent.
  add column administration_name text,
  add check ((administration_seq is null) = (administration_name is null)),
  add check (event_seq is null or administration_seq is null);
create unique index webhook_delivery_administration_once
  on webhook_delivery (account_id, endpoint_id, administration_seq) where administration_seq is not null;

create function administration_lock_key(account bigint) returns bigint
language sql immutable set search_path = vigie, pg_temp as $$ select (3::bigint << 61) + account $$;
grant execute on function administration_lock_key(bigint) to vigie_app;

-- As before, and only for accounts that exist: a wrong number must not begin a chain that nobody reads.
create or replace function administration_append(entries jsonb) returns void
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  own_account bigint := nullif(current_setting('app.account', true), '')::bigint;
  former_account text := coalesce(current_setting('app.account', true), '');
  head administration_head;
  row_now administration_event;
  entry jsonb;
begin
  if own_account is null and current_setting('app.directory', true) is distinct from 'on' then
    raise exception 'Neither an account nor the directory: nothing can be added to the administration journal.'
      using errcode = 'insufficient_privilege';
  end if;
  for entry in select value from jsonb_array_elements(entries) loop
    row_now := null;
    row_now.account_id := (entry ->> 'accountId')::bigint;
    if row_now.account_id is distinct from coalesce(own_account, row_now.account_id) then
      raise exception 'An account adds to its own administration journal only.' using errcode = 'insufficient_privilege';
    end if;
    -- Row security holds for the owner too.
    perform set_config('app.account', row_now.account_id::text, true);
    if row_now.account_id <> 0 and not exists (select from account a where a.account_id = row_now.account_id) then
      raise exception 'There is no account %: it has no administration journal.', row_now.account_id
        using errcode = 'foreign_key_violation';
    end if;
    perform pg_advisory_xact_lock(administration_lock_key(row_now.account_id));
    select * into head from administration_head h where h.account_id = row_now.account_id for update;
    if not found then
      head := (row_now.account_id, 0,
        sha256(convert_to('vigie administration journal ' || row_now.account_id, 'UTF8')), 'epoch'::timestamptz);
      insert into administration_head values (head.*);
    end if;
    row_now.seq := head.seq + 1;
    row_now.occurred_at := greatest(date_trunc('milliseconds', clock_timestamp()), head.occurred_at);
    row_now.name := entry ->> 'name';
    row_now.actor_type := entry ->> 'actorType';
    row_now.actor_id := (entry ->> 'actorId')::bigint;
    row_now.subject_type := entry ->> 'subjectType';
    row_now.subject_id := (entry ->> 'subjectId')::bigint;
    row_now.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    row_now.payload := convert_to(entry ->> 'detail', 'UTF8');
    row_now.detail_hash := sha256(row_now.salt || row_now.payload);
    row_now.hash := administration_link(row_now, head.hash);
    insert into administration_event values (row_now.*);
    update administration_head h set seq = row_now.seq, hash = row_now.hash, occurred_at = row_now.occurred_at
    where h.account_id = row_now.account_id;
  end loop;
  perform set_config('app.account', former_account, true);
end
$$;

-- As before, and only for those who want events.
create or replace function webhook_wake() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
declare
  name text := 'webhooks.fan-out:' || new.account_id;
begin
  if not exists (
      select from webhook_endpoint w
      where w.account_id = new.account_id and w.state = 'ACTIVE' and w.deleted_at is null
        and 'EVENTS' = any(w.classes)) then
    return null;
  end if;
  perform from graphile_worker._private_jobs j
    where j.key = name and j.locked_at is null and j.attempts = 0 for update;
  if not found then
    perform graphile_worker.add_job(
      identifier => 'webhooks.fan-out',
      payload => json_build_object('accountId', new.account_id),
      job_key => name);
  end if;
  return null;
end
$$;

-- A job of its own: were both journals to wait for one job, two transactions could wait for each other.
create function administration_wake() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
declare
  name text := 'webhooks.fan-out-administration:' || new.account_id;
begin
  if not exists (
      select from webhook_endpoint w
      where w.account_id = new.account_id and w.state = 'ACTIVE' and w.deleted_at is null
        and 'ADMINISTRATION' = any(w.classes)) then
    return null;
  end if;
  perform from graphile_worker._private_jobs j
    where j.key = name and j.locked_at is null and j.attempts = 0 for update;
  if not found then
    perform graphile_worker.add_job(
      identifier => 'webhooks.fan-out-administration',
      payload => json_build_object('accountId', new.account_id),
      job_key => name);
  end if;
  return null;
end
$$;
create trigger administration_wake after update on administration_head
  for each row execute function administration_wake();
