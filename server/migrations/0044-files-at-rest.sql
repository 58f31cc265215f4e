-- The keys that seal the keys of files. Only their names are here: the keys themselves are derived from the
-- installation's secret key, or given by the operator.
create table file_key (
  key_id text primary key check (key_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  created_at timestamptz not null default now(),
  -- Null: new files are sealed under this one.
  superseded_at timestamptz
);
create unique index file_key_current on file_key ((superseded_at is null)) where superseded_at is null;
grant select, insert, update on file_key to vigie_app;

-- Stored objects that are encrypted; those without a row are plain. The row goes with the object, and with it all that
-- could ever read a copy of the object.
create table sealed_file (
  account_id bigint not null references account,
  object_key text not null check (object_key ~ '^[1-9][0-9]*/[0-9a-f-]{36}$'),
  key_id text not null references file_key,
  sealed_secret bytea not null,
  -- Of the plain bytes.
  size bigint not null check (size >= 0),
  created_at timestamptz not null default now(),
  primary key (account_id, object_key)
);
create index sealed_file_key on sealed_file (key_id);
select protect_account_table('sealed_file', 'select, insert, update, delete');
