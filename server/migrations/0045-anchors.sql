-- Where copies of checkpoints went, or are still to go: a time-stamping authority, a store that locks objects, a
-- mailbox, a webhook. One row for each checkpoint and target.
create table journal_anchor (
  account_id bigint not null references account,
  target text not null check (target in ('TIME_STAMP', 'OBJECT_LOCK', 'MAIL', 'WEBHOOK')),
  -- No foreign key: an anchor is there to outlive the checkpoint it is of.
  seq bigint not null check (seq > 0),
  -- The checkpoint as it is sent, whole, so that the row proves something by itself.
  line text not null check (length(line) between 1 and 2000),
  planned_at timestamptz not null,
  attempts int not null default 0,
  attempted_at timestamptz,
  -- Whoever sends it has until then; after that another may.
  claimed_until timestamptz,
  fault text check (length(fault) between 1 and 100),
  delivered_at timestamptz,
  -- Of a time-stamp: the token, and the time it proves.
  proof bytea,
  proven_at timestamptz,
  -- Under which name the target keeps it.
  reference text check (length(reference) between 1 and 1200),
  primary key (account_id, target, seq),
  check ((proof is null) = (proven_at is null)),
  check (delivered_at is null or (fault is null and claimed_until is null))
);
select protect_account_table('journal_anchor', 'select, insert, update');

create index journal_anchor_waiting on journal_anchor (account_id, target, attempts, seq) where delivered_at is null;
create index journal_anchor_planned on journal_anchor (account_id, target, planned_at, seq);

-- What was delivered is evidence: it stays as it is.
create trigger journal_anchor_keeps_delivered before update on journal_anchor
  for each row when (old.delivered_at is not null) execute function journal_refuse();
create trigger journal_anchor_no_delete before delete on journal_anchor
  for each row execute function journal_refuse();
create trigger journal_anchor_no_truncate before truncate on journal_anchor
  for each statement execute function journal_refuse();
