-- How far a replica must have come before it answers whoever wrote.

create unlogged table reader_position (
  account_id bigint not null references account,
  actor text not null check (char_length(actor) between 1 and 100),
  written_to pg_lsn not null,
  primary key (account_id, actor)
);
comment on table reader_position is
  'Where the last write of each caller ends in the write-ahead log, noted when a replica answers lists: it answers those it has caught up with. Not logged, because it says nothing of another server and nothing after a crash.';
select protect_account_table('reader_position', 'select, insert, update');
