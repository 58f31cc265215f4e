-- A file of companies to add, from its arrival to its end; the counts are what is told of it.
create table portfolio_import (
  account_id bigint not null references account,
  import_id bigint not null default nextval('vigie_id'),
  state text not null default 'UPLOADED' check (
    state in ('UPLOADED', 'VALIDATING', 'READY', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  format text not null check (format in ('CSV', 'NDJSON')),
  byte_count bigint not null check (byte_count > 0),
  dry_run boolean not null,
  on_duplicate text not null check (on_duplicate in ('skip', 'error')),
  -- Who sent the file: the events bear their name, whichever process adds the rows.
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  -- How far the file was read: the last row, and where in the file.
  last_row integer not null default 0,
  bytes_read bigint not null default 0,
  -- The last row that was added or passed over.
  position integer not null default 0,
  rows integer not null default 0,
  added integer not null default 0,
  duplicates integer not null default 0,
  invalid integer not null default 0,
  -- Of those added, the ones whose register is yet to be asked.
  pending integer not null default 0,
  -- Code and values of the problem that ended it.
  problem jsonb,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (account_id, import_id)
);
select protect_account_table('portfolio_import', 'select, insert, update, delete');

-- The file as it came, until it is read: a worker on another machine must find it.
create table portfolio_import_chunk (
  account_id bigint not null,
  import_id bigint not null,
  nth integer not null,
  bytes bytea not null,
  primary key (account_id, import_id, nth),
  foreign key (account_id, import_id) references portfolio_import on delete cascade
);
select protect_account_table('portfolio_import_chunk', 'select, insert, delete');
-- Deleted within minutes; not worth compressing.
alter table portfolio_import_chunk alter column bytes set storage external;

-- A good row between reading and adding. It has the id of the third party it becomes, so that a batch need not
-- be told which row became which.
create table portfolio_import_row (
  account_id bigint not null,
  import_id bigint not null,
  row_no integer not null,
  thirdparty_id bigint not null default nextval('vigie_id'),
  -- By each of these it would be the same company as another row that has it too.
  keys text[] not null,
  -- Columns of the third party.
  planned jsonb not null,
  attributes jsonb,
  -- An earlier row of the file that is the same company.
  same_as_row integer,
  primary key (account_id, import_id, row_no),
  foreign key (account_id, import_id) references portfolio_import on delete cascade
);
select protect_account_table('portfolio_import_row', 'select, insert, update, delete');

create table portfolio_import_error (
  account_id bigint not null,
  import_id bigint not null,
  row_no integer not null,
  nth smallint not null,
  column_name text,
  code text not null,
  params jsonb not null default '{}',
  primary key (account_id, import_id, row_no, nth),
  foreign key (account_id, import_id) references portfolio_import on delete cascade
);
select protect_account_table('portfolio_import_error', 'select, insert, delete');

-- As before, but written for a thousand events at once as well: the chain is computed link by link, the rows go
-- in by one statement a table.
create or replace function journal_append(entries jsonb) returns bigint
language plpgsql security definer set search_path = vigie, pg_temp as $$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  row_now event;
  detail_now event_detail;
  given record;
  new_events event[] := '{}';
  new_details event_detail[] := '{}';
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

  for given in
    select e.*, t.resource_type
    from rows from (jsonb_to_recordset(entries) as (type smallint, "thirdpartyId" bigint, "dossierId" bigint,
      "documentId" bigint, "actorType" text, "actorId" bigint, detail text)) with ordinality
      as e (type, thirdparty_id, dossier_id, document_id, actor_type, actor_id, detail, nth)
    left join event_type t on t.code = e.type
    order by e.nth
  loop
    if given.resource_type is null then
      raise exception 'There is no event of type %.', given.type;
    end if;
    detail_now := (account, head.seq + 1, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
      convert_to(given.detail, 'UTF8'));
    row_now := null;
    row_now.account_id := account;
    row_now.seq := head.seq + 1;
    row_now.event_id := nextval('vigie_id');
    row_now.event_type := given.type;
    row_now.resource_type := given.resource_type;
    row_now.thirdparty_id := given.thirdparty_id;
    row_now.dossier_id := given.dossier_id;
    row_now.document_id := given.document_id;
    row_now.resource_id := case given.resource_type
      when 1 then given.thirdparty_id when 2 then given.dossier_id else given.document_id end;
    row_now.occurred_at := moment;
    row_now.actor_type := given.actor_type;
    row_now.actor_id := given.actor_id;
    row_now.detail_hash := sha256(detail_now.salt || detail_now.payload);
    row_now.hash := journal_link(account, row_now, head.hash);
    new_events := new_events || row_now;
    new_details := new_details || detail_now;
    head.seq := row_now.seq;
    head.hash := row_now.hash;
  end loop;
  insert into event select * from unnest(new_events);
  insert into event_detail select * from unnest(new_details);
  update journal_head set seq = head.seq, hash = head.hash, occurred_at = moment where account_id = account;
  return head.seq;
end
$$;
