create table event_type (
  code smallint primary key,
  name text not null unique,
  resource_type smallint not null check (resource_type between 1 and 3)
);
grant select on event_type to vigie_app;
insert into event_type (code, name, resource_type) values
  (100, 'THIRD_PARTY_ADDED', 1),
  (101, 'THIRD_PARTY_UPDATED', 1),
  (102, 'THIRD_PARTY_ARCHIVED', 1),
  (103, 'THIRD_PARTY_CODE_UPDATED', 1),
  (104, 'THIRD_PARTY_INFORMATION_UPDATED', 1),
  (105, 'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED', 1),
  (106, 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION', 1),
  (107, 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES', 1),
  (108, 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION', 1),
  (109, 'THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT', 1),
  (110, 'THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED', 1),
  (111, 'THIRD_PARTY_ATTRIBUTE_UPDATED', 1),
  (112, 'THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED', 1),
  (113, 'THIRD_PARTY_INDICATOR_UPDATED', 1),
  (114, 'THIRD_PARTY_COMMENT_ADDED', 1),
  (115, 'THIRD_PARTY_COMMENT_UPDATED', 1),
  (116, 'THIRD_PARTY_COMMENT_DELETED', 1),
  (117, 'THIRD_PARTY_COMMENT_MENTION_ADDED', 1),
  (118, 'THIRD_PARTY_COMMENT_MENTION_UPDATED', 1),
  (119, 'THIRD_PARTY_COMMENT_MENTION_DELETED', 1),
  (120, 'THIRD_PARTY_CONTACT_INVITED', 1),
  (121, 'THIRD_PARTY_CONTACT_RE_INVITED', 1),
  (122, 'THIRD_PARTY_CONTACT_RE_INVITED_AUTO', 1),
  (123, 'THIRD_PARTY_CONTACT_DELETED', 1),
  (124, 'THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE', 1),
  (125, 'THIRD_PARTY_CONTACT_WEEKLY_REMINDER', 1),
  (126, 'THIRD_PARTY_DOCCHECK_ACTIVATED', 1),
  (127, 'THIRD_PARTY_DOCCHECK_UPDATED', 1),
  (128, 'THIRD_PARTY_DOCCHECK_DEACTIVATED', 1),
  (129, 'THIRD_PARTY_ESG_ACTIVATED', 1),
  (130, 'THIRD_PARTY_ESG_UPDATED', 1),
  (131, 'THIRD_PARTY_ESG_DEACTIVATED', 1),
  (132, 'THIRD_PARTY_SUSTAINSCORE_ACTIVATED', 1),
  (133, 'THIRD_PARTY_SUSTAINSCORE_UPDATED', 1),
  (134, 'THIRD_PARTY_SUSTAINSCORE_DEACTIVATED', 1),
  (135, 'THIRD_PARTY_SECURITY_RATING_ACTIVATED', 1),
  (136, 'THIRD_PARTY_SECURITY_RATING_UPDATED', 1),
  (137, 'THIRD_PARTY_SECURITY_RATING_DEACTIVATED', 1),
  (138, 'THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED', 1),
  (139, 'THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED', 1),
  (140, 'THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED', 1),
  (141, 'THIRD_PARTY_CREDITDATA_ACTIVATED', 1),
  (142, 'THIRD_PARTY_CREDITDATA_UPDATED', 1),
  (143, 'THIRD_PARTY_CREDITDATA_DEACTIVATED', 1),
  (144, 'THIRD_PARTY_NEWSFEED_ACTIVATED', 1),
  (145, 'THIRD_PARTY_NEWSFEED_UPDATED', 1),
  (146, 'THIRD_PARTY_NEWSFEED_DEACTIVATED', 1),
  (147, 'THIRD_PARTY_DATA_HUB_UPDATED', 1),
  (200, 'DOSSIER_ADDED', 2),
  (201, 'DOSSIER_ARCHIVED', 2),
  (202, 'DOSSIER_REACTIVATED', 2),
  (203, 'DOSSIER_UPDATED', 2),
  (204, 'DOSSIER_TEMPLATE_UPDATED', 2),
  (205, 'DOSSIER_DOCUMENTS_UPDATED', 2),
  (206, 'DOSSIER_ATTRIBUTE_UPDATED', 2),
  (207, 'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED', 2),
  (208, 'DOSSIER_INDICATOR_UPDATED', 2),
  (209, 'DOSSIER_STATUS_UPDATED', 2),
  (210, 'DOSSIER_STATUS_UPDATED_ABSENT', 2),
  (211, 'DOSSIER_STATUS_UPDATED_ONGOING', 2),
  (212, 'DOSSIER_STATUS_UPDATED_ACTION_REQUIRED', 2),
  (213, 'DOSSIER_STATUS_UPDATED_VALID', 2),
  (214, 'DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION', 2),
  (215, 'DOSSIER_STATUS_UPDATED_INVALID', 2),
  (216, 'DOSSIER_COMMENT_ADDED', 2),
  (217, 'DOSSIER_COMMENT_UPDATED', 2),
  (218, 'DOSSIER_COMMENT_DELETED', 2),
  (219, 'DOSSIER_COMMENT_MENTION_ADDED', 2),
  (220, 'DOSSIER_COMMENT_MENTION_UPDATED', 2),
  (221, 'DOSSIER_COMMENT_MENTION_DELETED', 2),
  (300, 'DOCUMENT_ADDED', 3),
  (301, 'DOCUMENT_STOPPED', 3),
  (302, 'DOCUMENT_MODIFICATION', 3),
  (303, 'DOCUMENT_DELETION', 3),
  (304, 'DOCUMENT_DELETION_WARNING', 3),
  (305, 'DOCUMENT_ANSWER_ADDED', 3),
  (306, 'DOCUMENT_ANSWER_UPDATED', 3),
  (307, 'DOCUMENT_ANSWER_ACCEPTED', 3),
  (308, 'DOCUMENT_ANSWER_DENIED', 3),
  (309, 'DOCUMENT_ANSWER_INTERRUPTED', 3),
  (310, 'DOCUMENT_ANSWER_EXPIRED', 3),
  (311, 'DOCUMENT_ANSWER_SCOPE_UPDATED', 3),
  (312, 'DOCUMENT_ANSWER_STATUS_UPDATE', 3),
  (313, 'DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT', 3),
  (314, 'DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING', 3),
  (315, 'DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED', 3),
  (316, 'DOCUMENT_ANSWER_STATUS_UPDATE_VALID', 3),
  (317, 'DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION', 3),
  (318, 'DOCUMENT_ANSWER_STATUS_UPDATE_INVALID', 3),
  (319, 'DOCUMENT_COMMENT_ADDED', 3),
  (320, 'DOCUMENT_COMMENT_UPDATED', 3),
  (321, 'DOCUMENT_COMMENT_DELETED', 3),
  (322, 'DOCUMENT_COMMENT_MENTION_ADDED', 3),
  (323, 'DOCUMENT_COMMENT_MENTION_UPDATED', 3),
  (324, 'DOCUMENT_COMMENT_MENTION_DELETED', 3),
  (325, 'DOCUMENT_DOCCHECK_STATUS_UPDATE', 3),
  (326, 'DOCUMENT_DOCCHECK_REPORT_GENERATED', 3),
  (327, 'DOCUMENT_DOCCHECK_REPORT_RECEIVED', 3),
  (328, 'DOCUMENT_DOCCHECK_REPORT_REFRESHED', 3),
  (329, 'DOCUMENT_AUDIT_TRAIL_DOWNLOAD', 3);

-- The chained part: identifiers, time and digests only. Words and names live in event_detail.
create table event (
  account_id bigint not null references account,
  seq bigint not null,
  event_id bigint not null,
  -- journal_append looks each type up, so a foreign key would only repeat that at every insert.
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
-- The event filter walks the first backwards and asks the second whether a later match exists.
create index event_by_type on event (account_id, resource_type, event_type, occurred_at, resource_id);
create index event_by_resource on event (account_id, resource_type, resource_id, occurred_at, event_type);

create table event_detail (
  account_id bigint not null references account,
  seq bigint not null,
  -- Hides short details from guessing: the digest in the chain covers salt and payload.
  salt bytea not null check (length(salt) = 32),
  payload bytea not null,
  primary key (account_id, seq)
);

create table journal_head (
  account_id bigint primary key references account,
  seq bigint not null,
  hash bytea not null check (length(hash) = 32),
  occurred_at timestamptz not null
);

create function journal_refuse() returns trigger
language plpgsql set search_path = vigie, pg_temp as $$
begin
  raise exception 'The journal is append-only: % on % is refused.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;

-- The head is the one row of the journal that changes: only forward, and only onto an event that exists.
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

-- Truncate triggers and row security are not inherited by partitions, so each gets its own.
create function journal_guard_partition(target regclass) returns void
language plpgsql set search_path = vigie, pg_temp as $$
begin
  perform protect_account_table(target, '');
  execute format('create trigger event_no_truncate before truncate on %s
                    for each statement execute function journal_refuse()', target);
end
$$;
revoke execute on function journal_guard_partition(regclass) from public;
select journal_guard_partition('event_default');

-- Monthly partitions keep the hot end of the indexes in memory. Made ahead of time, because making one
-- needs a lock that would hold up writers; a sandbox that ran further ahead uses the default partition.
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
revoke execute on function journal_prepare_partitions(integer) from public;
grant execute on function journal_prepare_partitions(integer) to vigie_app;
select journal_prepare_partitions(12);

-- One lock per account: a writer holds it alone from its stamp to its commit, a reader that wants a final
-- answer shares it for an instant. Without it a search could answer for a second still being written.
create function journal_lock_key(account bigint) returns bigint
language sql immutable set search_path = vigie, pg_temp as $$ select (1::bigint << 62) + account $$;
grant execute on function journal_lock_key(bigint) to vigie_app;

create function journal_link(
  account bigint, e event, previous bytea
) returns bytea
language sql immutable set search_path = vigie, pg_temp as $$
  select sha256(convert_to(concat_ws('|', 'v1', account, e.seq, e.event_id, e.event_type, e.resource_type,
    e.resource_id, coalesce(e.thirdparty_id::text, ''), coalesce(e.dossier_id::text, ''),
    coalesce(e.document_id::text, ''), (extract(epoch from e.occurred_at) * 1000)::bigint,
    e.actor_type, coalesce(e.actor_id::text, ''), encode(e.detail_hash, 'hex'), encode(previous, 'hex')),
    'UTF8'))
$$;

-- The only writer of the journal. Runs as the owner: the application role has no insert right at all.
-- Called last in a transaction, with all its events, so the account's lock is held for an instant.
create function journal_append(entries jsonb) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  row_now event;
  entry jsonb;
  detail bytea;
  detail_salt bytea;
  moment timestamptz;
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
  moment := greatest(account_now(account), head.occurred_at);

  for entry in select value from jsonb_array_elements(entries) loop
    detail := convert_to(entry ->> 'detail', 'UTF8');
    detail_salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    row_now := null;
    row_now.account_id := account;
    row_now.seq := head.seq + 1;
    row_now.event_id := nextval('vigie_id');
    row_now.event_type := (entry ->> 'type')::smallint;
    select t.resource_type into strict row_now.resource_type from event_type t where t.code = row_now.event_type;
    row_now.thirdparty_id := (entry ->> 'thirdpartyId')::bigint;
    row_now.dossier_id := (entry ->> 'dossierId')::bigint;
    row_now.document_id := (entry ->> 'documentId')::bigint;
    row_now.resource_id := case row_now.resource_type
      when 1 then row_now.thirdparty_id when 2 then row_now.dossier_id else row_now.document_id end;
    row_now.occurred_at := moment;
    row_now.actor_type := entry ->> 'actorType';
    row_now.actor_id := (entry ->> 'actorId')::bigint;
    row_now.detail_hash := sha256(detail_salt || detail);
    row_now.hash := journal_link(account, row_now, head.hash);
    insert into event values (row_now.*);
    insert into event_detail values (account, row_now.seq, detail_salt, detail);
    head.seq := row_now.seq;
    head.hash := row_now.hash;
  end loop;

  update journal_head set seq = head.seq, hash = head.hash, occurred_at = moment where account_id = account;
  return head.seq;
end
$$;
revoke execute on function journal_append(jsonb) from public;
grant execute on function journal_append(jsonb) to vigie_app;
