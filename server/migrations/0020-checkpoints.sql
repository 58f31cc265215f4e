-- How far the journal of an account went at a moment, signed. A copy of each row leaves the database, so that
-- a journal cut short or written anew as a whole differs from what somebody else holds.
create table journal_checkpoint (
  account_id bigint not null references account,
  -- No foreign key: a checkpoint is there to outlive the event it names.
  seq bigint not null check (seq > 0),
  hash bytea not null check (length(hash) = 32),
  occurred_at timestamptz not null,
  made_at timestamptz not null,
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  -- Stays with the row, so that it can be checked after the installation's key was changed.
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64),
  primary key (account_id, seq)
);
select protect_account_table('journal_checkpoint', 'select, insert');

create trigger journal_checkpoint_append_only before update or delete on journal_checkpoint
  for each row execute function journal_refuse();
create trigger journal_checkpoint_no_truncate before truncate on journal_checkpoint
  for each statement execute function journal_refuse();
