create table event_type (
  code smallint primary key,
  name text not null unique,
  resource_type smallint not null check (resource_type between 1 and 3)
);
comment on table event_type is
  'The event names of the specification. The code is what events store: names are long, and there are millions of '
  'events. The product fills it from its own lists when it starts; a name that is there never gets another code.';
comment on column event_type.resource_type is '1 third party, 2 dossier, 3 document.';
grant select on event_type to vigie_app;

create table event (
  account_id bigint not null,
  seq bigint not null,
  event_id bigint not null,
  event_type smallint not null,
  resource_type smallint not null,
  resource_id bigint not null,
  thirdparty_id bigint,
  dossier_id bigint,
  document_id bigint,
  occurred_at timestamptz not null,
  actor_type text not null check (actor_type in ('USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER')),
  actor_id bigint,
  detail_hash bytea not null check (length(detail_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (account_id, seq, occurred_at)
) partition by range (occurred_at);
comment on table event is
  'The chained part of the journal: identifiers, time and digests only. Words and names live in event_detail, so that '
  'a person can be forgotten without breaking the chain.';
comment on column event.account_id is
  'No foreign key here and in event_detail: every append holds journal_head, which refers to the account.';
comment on column event.event_type is
  'journal_append looks each type up; a foreign key would only repeat that at every insert.';
comment on column event.hash is
  'Covers this row and the hash before it: changing or removing an event breaks every later link.';
create index event_by_type on event (account_id, resource_type, event_type, occurred_at, resource_id);
comment on index event_by_type is
  'The event filter walks this one backwards, and asks event_by_resource whether a later match exists.';
create index event_by_resource on event (account_id, resource_type, resource_id, occurred_at, event_type);

create table event_detail (
  account_id bigint not null,
  seq bigint not null,
  salt bytea not null check (length(salt) = 32),
  payload bytea not null,
  primary key (account_id, seq)
);
comment on table event_detail is 'The words of events. What they say about a person is sealed with that person''s key.';
comment on column event_detail.salt is
  'Keeps short details from being guessed by their digest: the chain covers salt and payload.';

create table journal_head (
  account_id bigint primary key references account,
  seq bigint not null,
  hash bytea not null check (length(hash) = 32),
  occurred_at timestamptz not null
);
comment on table journal_head is 'The last event of each account: the one row of the journal that changes.';

create function journal_refuse() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  raise exception 'The journal is append-only: % on % is refused.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
comment on function journal_refuse is
  'Guards what must never change, whoever asks: the owner of the tables is refused as well.';

create function journal_keep_head() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if new.account_id <> old.account_id or new.seq <= old.seq or not exists (
      select from event e where e.account_id = new.account_id and e.seq = new.seq
        and e.occurred_at = new.occurred_at and e.hash = new.hash) then
    raise exception 'The head of the journal only follows its events: this change is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function journal_keep_head is 'The head only moves forward, and only onto an event that exists.';

select protect_account_table('event', 'select');
select protect_account_table('event_detail', 'select');
select protect_account_table('journal_head', 'select');

create trigger event_append_only before update or delete on event
  for each row execute function journal_refuse();
create trigger event_no_truncate before truncate on event
  for each statement execute function journal_refuse();
create trigger event_detail_append_only before update or delete on event_detail
  for each row execute function journal_refuse();
create trigger event_detail_no_truncate before truncate on event_detail
  for each statement execute function journal_refuse();
create trigger journal_head_forward before update on journal_head
  for each row execute function journal_keep_head();
create trigger journal_head_no_delete before delete on journal_head
  for each row execute function journal_refuse();
create trigger journal_head_no_truncate before truncate on journal_head
  for each statement execute function journal_refuse();

create table event_default partition of event default;
comment on table event_default is 'For sandboxes that ran further ahead than there are months prepared.';

create function journal_guard_partition(target regclass) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform protect_account_table(target, '');
  execute format('create trigger event_no_truncate before truncate on %s
                    for each statement execute function journal_refuse()', target);
end
$$;
comment on function journal_guard_partition is
  'Partitions do not inherit truncate triggers and row security, so each gets its own.';
revoke execute on function journal_guard_partition(regclass) from public;
select journal_guard_partition('event_default');

create function journal_prepare_partitions(months_ahead integer) returns integer
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  month_start date;
  made integer := 0;
  partition_name text;
begin
  for i in 0 .. months_ahead loop
    month_start := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i))::date;
    partition_name := 'event_' || to_char(month_start, 'YYYY_MM');
    continue when to_regclass('vigie.' || partition_name) is not null;
    begin
      execute format('create table %I partition of event for values from (%L) to (%L)', partition_name,
        month_start::timestamp at time zone 'UTC', (month_start + interval '1 month') at time zone 'UTC');
      perform journal_guard_partition(partition_name::regclass);
      made := made + 1;
    exception
      -- A sandbox has been in that month already, so its events stay where they are: in the default
      -- partition. (Row security hides them from a query here, but not from this check.)
      when check_violation then null;
      when duplicate_table then null;
    end;
  end loop;
  return made;
end
$$;
comment on function journal_prepare_partitions is
  'Monthly partitions keep the hot end of the indexes in memory. They are made ahead of time, because making one '
  'needs a lock that would hold up writers.';
revoke execute on function journal_prepare_partitions(integer) from public;
grant execute on function journal_prepare_partitions(integer) to vigie_app;

create function journal_lock_key(account bigint) returns bigint
language sql immutable set search_path = vigie, pg_temp as $$ select (1::bigint << 62) + account $$;
comment on function journal_lock_key is
  'One lock for each account: a writer holds it alone from its time stamp to its commit, a reader that wants a final '
  'answer shares it for an instant. Without it a search could answer for a second that is still being written.';
grant execute on function journal_lock_key(bigint) to vigie_app;

create table journal_mark (
  account_id bigint primary key references account,
  final_before timestamptz not null check (final_before = date_trunc('second', final_before))
);
comment on table journal_mark is
  'All events of the account before this moment are known: nothing is stamped before it any more, even if the clock '
  'of the database steps back. An ordinary row, because it must be safe on disk before a reader relies on it.';
select protect_account_table('journal_mark', 'select');

create function journal_keep_mark() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if tg_op <> 'UPDATE' or new.account_id <> old.account_id or new.final_before < old.final_before then
    raise exception 'What was declared final stays so: this change is refused.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function journal_keep_mark is 'What was declared final stays final.';
revoke execute on function journal_keep_mark() from public;
create trigger journal_mark_forward before update or delete on journal_mark
  for each row execute function journal_keep_mark();
create trigger journal_mark_no_truncate before truncate on journal_mark
  for each statement execute function journal_refuse();

create function journal_declare_final(wanted timestamptz) returns timestamptz
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  declared timestamptz;
begin
  perform pg_advisory_xact_lock_shared(journal_lock_key(account));
  declared := least(date_trunc('second', account_now(account)), wanted);
  insert into journal_mark as m values (account, declared)
    on conflict (account_id) do update set final_before = greatest(m.final_before, declared)
    returning final_before into declared;
  return declared;
end
$$;
comment on function journal_declare_final is
  'Declares what lies before the running second, and before `wanted`, to be final. The lock is held to the commit, so '
  'a writer that comes later finds the mark. Readers ask for this once a second at most.';
revoke execute on function journal_declare_final(timestamptz) from public;
grant execute on function journal_declare_final(timestamptz) to vigie_app;

create function journal_append(entries jsonb) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  moment timestamptz;
  unknown_type smallint;
  new_events event[];
  salts bytea[];
  payloads bytea[];
  -- What each link says of its event; the digest before it comes behind.
  sayings text[];
  saying text;
  link bytea;
  links bytea[] := '{}';
begin
  if jsonb_array_length(entries) = 0 then
    raise exception 'An append brings at least one event.';
  end if;
  perform pg_advisory_xact_lock(journal_lock_key(account));
  select * into head from journal_head where account_id = account for update;
  if not found then
    head := (account, 0, sha256(convert_to('vigie journal ' || account, 'UTF8')), 'epoch'::timestamptz);
    insert into journal_head values (head.*);
  end if;
  moment := greatest(account_now(account), head.occurred_at,
    (select m.final_before from journal_mark m where m.account_id = account));

  select min(type) filter (where resource_type is null), array_agg(salt), array_agg(payload),
    array_agg((account, seq, event_id, type, resource_type, resource_id, thirdparty_id, dossier_id, document_id,
      moment, actor_type, actor_id, detail_hash, null)::event),
    array_agg(concat_ws('|', 'v1', account, seq, event_id, type, resource_type, resource_id,
      coalesce(thirdparty_id::text, ''), coalesce(dossier_id::text, ''), coalesce(document_id::text, ''),
      (extract(epoch from moment) * 1000)::bigint, actor_type, coalesce(actor_id::text, ''),
      encode(detail_hash, 'hex'), ''))
  into unknown_type, salts, payloads, new_events, sayings
  from (
    -- Each value once, however often it is used above.
    select *, sha256(salt || payload) as detail_hash from (
      select e.*, head.seq + e.nth as seq, nextval('vigie_id') as event_id, t.resource_type,
        case t.resource_type when 1 then e.thirdparty_id when 2 then e.dossier_id else e.document_id end
          as resource_id,
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt,
        convert_to(e.detail, 'UTF8') as payload
      from rows from (jsonb_to_recordset(entries) as (type smallint, "thirdpartyId" bigint, "dossierId" bigint,
        "documentId" bigint, "actorType" text, "actorId" bigint, detail text)) with ordinality
        as e (type, thirdparty_id, dossier_id, document_id, actor_type, actor_id, detail, nth)
      left join event_type t on t.code = e.type
      order by e.nth) given
    order by nth offset 0) digested;
  if unknown_type is not null then
    raise exception 'There is no event of type %.', unknown_type;
  end if;

  link := head.hash;
  foreach saying in array sayings loop
    link := sha256(convert_to(saying || encode(link, 'hex'), 'UTF8'));
    links := links || link;
  end loop;
  insert into event
    select e.account_id, e.seq, e.event_id, e.event_type, e.resource_type, e.resource_id, e.thirdparty_id,
      e.dossier_id, e.document_id, e.occurred_at, e.actor_type, e.actor_id, e.detail_hash, e.link
    from rows from (unnest(new_events), unnest(links)) as e (account_id, seq, event_id, event_type, resource_type,
      resource_id, thirdparty_id, dossier_id, document_id, occurred_at, actor_type, actor_id, detail_hash, hash,
      link);
  insert into event_detail
    select account, head.seq + d.nth, d.salt, d.payload
    from unnest(salts, payloads) with ordinality as d (salt, payload, nth);
  update journal_head set seq = head.seq + cardinality(links), hash = link, occurred_at = moment
    where account_id = account;
  return head.seq + cardinality(links);
end
$$;
comment on function journal_append is
  'The only writer of the journal. It runs as the owner, since the application role has no right to insert, and is '
  'called last in a transaction with all its events, so that the lock of the account is held for an instant. Only the '
  'digests are taken one after the other; everything else is one statement for each table.';
revoke execute on function journal_append(jsonb) from public;
grant execute on function journal_append(jsonb) to vigie_app;

create table journal_checkpoint (
  account_id bigint not null references account,
  seq bigint not null check (seq > 0),
  hash bytea not null check (length(hash) = 32),
  occurred_at timestamptz not null,
  made_at timestamptz not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64),
  primary key (account_id, seq)
);
comment on table journal_checkpoint is
  'How far the journal of an account went at a moment, signed. A copy of each row leaves the database, so that a '
  'journal cut short or written anew as a whole differs from what somebody else holds.';
comment on column journal_checkpoint.seq is 'No foreign key: a checkpoint is there to outlive the event it names.';
comment on column journal_checkpoint.public_key is
  'Kept with the row, so that it can be checked after the key of the installation was changed.';
select protect_account_table('journal_checkpoint', 'select, insert');
create trigger journal_checkpoint_append_only before update or delete on journal_checkpoint
  for each row execute function journal_refuse();
create trigger journal_checkpoint_no_truncate before truncate on journal_checkpoint
  for each statement execute function journal_refuse();

create table journal_anchor (
  account_id bigint not null,
  chain text not null check (chain in ('EVENTS', 'ADMINISTRATION')),
  target text not null check (target in ('TIME_STAMP', 'OBJECT_LOCK', 'MAIL', 'WEBHOOK')),
  seq bigint not null check (seq > 0),
  line text not null check (length(line) between 1 and 2000),
  planned_at timestamptz not null,
  attempts int not null default 0,
  attempted_at timestamptz,
  claimed_until timestamptz,
  fault text check (length(fault) between 1 and 100),
  delivered_at timestamptz,
  proof bytea,
  proven_at timestamptz,
  reference text check (length(reference) between 1 and 1200),
  primary key (account_id, chain, target, seq),
  constraint journal_anchor_of_a_chain check (account_id > 0 or (account_id = 0 and chain = 'ADMINISTRATION')),
  constraint journal_anchor_proof_dated check ((proof is null) = (proven_at is null)),
  constraint journal_anchor_settled_once_delivered
    check (delivered_at is null or (fault is null and claimed_until is null))
);
comment on table journal_anchor is
  'Where copies of checkpoints went, or are still to go: a time-stamping authority, a store that locks objects, a '
  'mailbox, a webhook. One row for each checkpoint and target.';
comment on column journal_anchor.account_id is
  'Zero for the operator''s own administration journal, hence no foreign key.';
comment on column journal_anchor.seq is 'No foreign key: an anchor is there to outlive the checkpoint it is of.';
comment on column journal_anchor.line is
  'The checkpoint as it is sent, whole, so that the row proves something by itself.';
comment on column journal_anchor.claimed_until is 'Whoever sends it has until then; after that another process may.';
comment on column journal_anchor.proof is 'Of a time stamp: the token.';
comment on column journal_anchor.proven_at is 'The time that the token proves.';
comment on column journal_anchor.reference is 'The name under which the target keeps it.';
select protect_account_table('journal_anchor', 'select, insert, update');
create index journal_anchor_waiting on journal_anchor (account_id, chain, target, attempts, seq)
  where delivered_at is null;
create index journal_anchor_planned on journal_anchor (account_id, chain, target, planned_at, seq);
create trigger journal_anchor_keeps_delivered before update on journal_anchor
  for each row when (old.delivered_at is not null) execute function journal_refuse();
comment on trigger journal_anchor_keeps_delivered on journal_anchor is 'What was delivered is evidence.';
create trigger journal_anchor_no_delete before delete on journal_anchor
  for each row execute function journal_refuse();
create trigger journal_anchor_no_truncate before truncate on journal_anchor
  for each statement execute function journal_refuse();

create table person_key (
  account_id bigint not null references account,
  person_type text not null check (person_type in ('USER', 'CONTACT')),
  person bigint not null,
  key bytea check (length(key) = 32),
  erased_at timestamptz,
  primary key (account_id, person_type, person),
  constraint person_key_erased_or_held check ((key is null) = (erased_at is not null))
);
comment on table person_key is
  'What an event says about a person is sealed with that person''s own key. Destroying the key makes those words '
  'unreadable for ever, while the chain, which covers the sealed bytes, still verifies.';
comment on column person_key.person is
  'A number of app_user or of contact. No foreign key: erasure and the journal outlive both.';
comment on constraint person_key_erased_or_held on person_key is
  'An erased person has no key and never gets another one.';
select protect_account_table('person_key', 'select, insert, update');
select open_to_directory('person_key');

create function person_key_stays_erased() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  if new.key is not null and new.key is distinct from old.key then
    raise exception 'The key of a person is destroyed, never replaced.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
comment on function person_key_stays_erased is
  'A key that could be replaced would make earlier words unreadable by mistake.';
create trigger person_key_stays_erased before update on person_key
  for each row execute function person_key_stays_erased();

create table erasure (
  account_id bigint not null references account,
  erasure_id bigint not null default nextval('vigie_id'),
  erased_at timestamptz not null,
  actor_type text check (actor_type in ('USER', 'API_CLIENT')),
  actor_id bigint,
  contact_ids bigint[] not null,
  user_ids bigint[] not null,
  mails integer check (mails >= 0),
  forms integer check (forms >= 0),
  held_forms integer check (held_forms >= 0),
  primary key (account_id, erasure_id),
  constraint erasure_found_somebody
    check (cardinality(contact_ids) + cardinality(user_ids) + coalesce(mails, 0) > 0)
);
comment on table erasure is
  'Who was forgotten, when, by whom and what went with them: nothing that could name the person again.';
comment on column erasure.contact_ids is
  'Numbers, not references: one erasure may cover several records of the same person.';
comment on column erasure.held_forms is 'Forms under legal hold, which stay until the hold ends.';
comment on constraint erasure_found_somebody on erasure is 'An erasure that found nobody is none.';
select protect_account_table('erasure', 'select, insert');
