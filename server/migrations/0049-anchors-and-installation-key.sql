-- Checkpoints of the administration journal leave the machine by the same ways as those of the events. Rows from before
-- are of the events.
alter table journal_anchor
  add column chain text not null default 'EVENTS' check (chain in ('EVENTS', 'ADMINISTRATION'));
alter table journal_anchor alter column chain drop default;
-- The operator's own chain has the number 0, which no account has.
alter table journal_anchor drop constraint journal_anchor_account_id_fkey;
alter table journal_anchor add check (account_id > 0 or (account_id = 0 and chain = 'ADMINISTRATION'));
alter table journal_anchor drop constraint journal_anchor_pkey;
alter table journal_anchor add primary key (account_id, chain, target, seq);

drop index journal_anchor_waiting;
drop index journal_anchor_planned;
create index journal_anchor_waiting on journal_anchor (account_id, chain, target, attempts, seq)
  where delivered_at is null;
create index journal_anchor_planned on journal_anchor (account_id, chain, target, planned_at, seq);

-- A mail with a checkpoint of the operator's chain is of no account.
alter table mail drop constraint mail_account_id_fkey;
alter table mail add check (account_id >= 0);

-- Where there is no account there is no clock of a sandbox either.
create or replace function account_now(account bigint) returns timestamptz
language sql set search_path = vigie, pg_temp as $$
  select date_trunc('milliseconds', clock_timestamp() + make_interval(secs =>
    coalesce((select a.clock_offset_ms from account a where a.account_id = account), 0) / 1000.0))
$$;

-- Which secret key this database belongs to: a value derived from it, which tells nothing about the key. A process with
-- another key is turned away before it can seal anything that nobody would open again.
create table installation_key (
  only_one boolean primary key default true check (only_one),
  key_check bytea not null check (length(key_check) = 32),
  since timestamptz not null default now()
);
grant select, update on installation_key to vigie_app;

-- What authenticators call the owner of a passkey follows from the secret key; once that is replaced, what it was before
-- stands here.
alter table second_factor add column user_handle bytea check (length(user_handle) between 1 and 64);
