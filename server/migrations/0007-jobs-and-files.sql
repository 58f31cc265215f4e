create table worker_lease (
  worker_id text primary key check (length(worker_id) between 1 and 200),
  seen_at timestamptz not null default now()
);
comment on table worker_lease is
  'Who is alive among the workers: jobs held by one that stopped renewing its lease are handed to the others.';
create index worker_lease_age on worker_lease (seen_at);
grant select, insert, update, delete on worker_lease to vigie_app;

create table idempotency_key (
  account_id bigint not null references account,
  principal text not null,
  key text not null check (length(key) between 1 and 255),
  request_hash bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, principal, key)
);
comment on table idempotency_key is
  'One row for each answered request that carried a key, written in the transaction of what it did: a repeated '
  'request gets the first answer again, byte for byte.';
comment on column idempotency_key.body is 'Blanked when it names somebody who was forgotten; the key stays taken.';
create index idempotency_key_age on idempotency_key (account_id, created_at);
select protect_account_table('idempotency_key', 'select, insert, update, delete');

create table file_key (
  key_id text primary key check (key_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  created_at timestamptz not null default now(),
  superseded_at timestamptz
);
comment on table file_key is
  'The keys that seal the keys of files. Only their names are here: the keys themselves are derived from the secret '
  'key of the installation, or given by the operator.';
comment on column file_key.superseded_at is 'Null: new files are sealed under this one.';
create unique index file_key_current on file_key ((superseded_at is null)) where superseded_at is null;
grant select, insert, update on file_key to vigie_app;

create table sealed_file (
  account_id bigint not null references account,
  object_key text not null check (object_key ~ '^[1-9][0-9]*/[0-9a-f-]{36}$'),
  key_id text not null references file_key,
  sealed_secret bytea not null,
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (account_id, object_key)
);
comment on table sealed_file is
  'Stored objects that are encrypted; those without a row are plain. The row goes with the object, and with it all '
  'that could ever read a copy of the object.';
comment on column sealed_file.size is 'Of the plain bytes.';
create index sealed_file_key on sealed_file (key_id);
select protect_account_table('sealed_file', 'select, insert, update, delete');
