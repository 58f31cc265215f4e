-- A restored copy does nothing until its operator releases it; and whatever leaves for outside is counted before it does.

create table quarantine (
  only_row boolean primary key default true check (only_row),
  copy_taken_at timestamptz not null,
  restored_at timestamptz not null default now()
);
comment on table quarantine is
  'While its one row is there, this database is a copy that nobody has released yet: no job runs, nothing is sent, '
  'and nobody can change anything.';
comment on column quarantine.copy_taken_at is
  'What was sent after this moment by the installation that was copied is not known here, and would be sent again.';
grant select, insert, update, delete on quarantine to vigie_app;

alter table mail add column open_attempts smallint not null default 0;
comment on column mail.open_attempts is
  'Attempts that were begun and whose end nobody noted, as when the worker is killed: the mail has perhaps left.';

alter table webhook_delivery add column open_attempts smallint not null default 0;
comment on column webhook_delivery.open_attempts is 'As that of mail: the message has perhaps arrived.';
