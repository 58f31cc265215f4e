create table long_migration (
  name text primary key check (name ~ '^[0-9]{4}-[a-z0-9-]+$'),
  position text,
  done bigint not null default 0 check (done >= 0),
  total bigint check (total >= 0),
  started_at timestamptz,
  finished_at timestamptz,
  error text check (length(error) <= 500)
);
comment on table long_migration is
  'Changes of many rows and indexes of large tables, which workers make while everybody works: how far each one is.';
comment on column long_migration.position is
  'Behind what the next batch begins, in the words of the migration itself. Null before the first.';
comment on column long_migration.total is 'Counted once at the beginning, so it is about right. Null before that.';
comment on column long_migration.error is 'Why the last attempt ended early. It is made again.';
grant select on long_migration to vigie_app;
