create table administration_event (
  account_id bigint not null check (account_id >= 0),
  seq bigint not null check (seq > 0),
  occurred_at timestamptz not null,
  name text not null check (name ~ '^[A-Z][A-Z0-9_]{2,63}$'),
  actor_type text not null check (
    actor_type in ('USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER', 'OPERATOR', 'ANYONE')),
  actor_id bigint,
  subject_type text check (subject_type ~ '^[A-Z][A-Z_]{2,31}$'),
  subject_id bigint,
  salt bytea not null check (length(salt) = 32),
  payload bytea not null,
  detail_hash bytea not null check (length(detail_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (account_id, seq)
);
comment on table administration_event is
  'What was done to people, rights, clients, secrets and settings: by whom, from where, what was before and after. '
  'Apart from the journal of the specification, whose hundred names tell of third parties, dossiers and documents.';
comment on column administration_event.account_id is
  'Number 0 is the operator''s own chain: no account has it, no path can name it, and no foreign key can hold.';
comment on column administration_event.salt is
  'The chained part above holds identifiers only. Words, addresses and names are in the payload; what names a person '
  'is sealed.';
create index administration_event_by_time on administration_event (account_id, occurred_at);
create index administration_event_by_name on administration_event (account_id, name, seq);
create index administration_event_by_actor on administration_event (account_id, actor_type, actor_id, seq);
create index administration_event_by_subject on administration_event (account_id, subject_type, subject_id, seq);

create table administration_head (
  account_id bigint primary key check (account_id >= 0),
  seq bigint not null,
  hash bytea not null check (length(hash) = 32),
  occurred_at timestamptz not null
);
comment on table administration_head is 'The last entry of each chain, as journal_head is of the events.';
select protect_account_table('administration_event', 'select');
select protect_account_table('administration_head', 'select');
select open_to_directory('administration_head');
comment on policy directory on administration_head is
  'One question finds the chains that moved, however many accounts there are. Entries stay behind their wall.';

create trigger administration_event_append_only before update or delete on administration_event
  for each row execute function journal_refuse();
create trigger administration_event_no_truncate before truncate on administration_event
  for each statement execute function journal_refuse();

create function administration_keep_head() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if new.account_id <> old.account_id or new.seq <= old.seq or not exists (
      select from administration_event e where e.account_id = new.account_id and e.seq = new.seq
        and e.occurred_at = new.occurred_at and e.hash = new.hash) then
    raise exception 'The head of the administration journal only follows its events: this change is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function administration_keep_head is 'As journal_keep_head.';
create trigger administration_head_forward before update on administration_head
  for each row execute function administration_keep_head();
create trigger administration_head_no_delete before delete on administration_head
  for each row execute function journal_refuse();
create trigger administration_head_no_truncate before truncate on administration_head
  for each statement execute function journal_refuse();

create function administration_lock_key(account bigint) returns bigint
language sql immutable set search_path = vigie, pg_temp as $$ select (3::bigint << 61) + account $$;
comment on function administration_lock_key is
  'A number of its own for each chain, apart from the locks of the event journal and of attributes.';
grant execute on function administration_lock_key(bigint) to vigie_app;

create function administration_link(e administration_event, previous bytea) returns bytea
language sql immutable set search_path = vigie, pg_temp as $$
  select sha256(convert_to(concat_ws('|', 'a1', e.account_id, e.seq, e.name,
    (extract(epoch from e.occurred_at) * 1000)::bigint, e.actor_type, coalesce(e.actor_id::text, ''),
    coalesce(e.subject_type, ''), coalesce(e.subject_id::text, ''), encode(e.detail_hash, 'hex'),
    encode(previous, 'hex')), 'UTF8'))
$$;
comment on function administration_link is
  'The hash of an entry. The text begins with its own mark, so that no entry can pass for an event of the other '
  'journal.';

create function administration_append(entries jsonb) returns void
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
comment on function administration_append is
  'The only writer, for accounts that exist: a wrong number must not begin a chain that nobody reads. A transaction '
  'of an account adds to its own chain; one of the directory, such as a sign-in, to those it names. Entries come '
  'ordered by account, so that two transactions take the locks in the same order.';
revoke execute on function administration_append(jsonb) from public;
grant execute on function administration_append(jsonb) to vigie_app;

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
comment on table administration_checkpoint is
  'As journal_checkpoint. What is signed is a digest of the hash under another name, so that no checkpoint of one '
  'chain can pass for one of the other.';
select protect_account_table('administration_checkpoint', 'select, insert');
create trigger administration_checkpoint_append_only before update or delete on administration_checkpoint
  for each row execute function journal_refuse();
create trigger administration_checkpoint_no_truncate before truncate on administration_checkpoint
  for each statement execute function journal_refuse();

create table administration_stream (
  account_id bigint primary key check (account_id >= 0),
  seq bigint not null check (seq >= 0)
);
comment on table administration_stream is
  'How far each chain was written to standard output, by whichever process had its turn.';
select protect_account_table('administration_stream', 'select, insert, update');
select open_to_directory('administration_stream');
