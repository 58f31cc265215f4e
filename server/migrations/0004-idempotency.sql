-- One row per answered request that carried a key, written in the transaction of what it did.
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
create index idempotency_key_age on idempotency_key (account_id, created_at);
select protect_account_table('idempotency_key', 'select, insert, delete');
