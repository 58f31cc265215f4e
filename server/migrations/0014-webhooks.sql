create table webhook_endpoint (
  account_id bigint not null references account,
  endpoint_id bigint not null default nextval('vigie_id'),
  url text not null check (length(url) between 8 and 2000),
  description text not null default '' check (length(description) <= 500),
  classes text[] not null default '{EVENTS}'
    check (cardinality(classes) > 0 and classes <@ array['EVENTS', 'ADMINISTRATION']),
  event_types smallint[] not null default '{}',
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'DISABLED')),
  state_reason text check (state_reason in ('BY_HAND', 'GONE', 'FAILING')),
  state_since timestamptz not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamptz,
  cursor_seq bigint not null check (cursor_seq >= 0),
  administration_cursor bigint not null default 0 check (administration_cursor >= 0),
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_success_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, endpoint_id),
  constraint webhook_endpoint_stopped_with_reason check ((state = 'ACTIVE') = (state_reason is null)),
  constraint webhook_endpoint_former_secret_ends
    check ((sealed_previous_secret is null) = (previous_secret_until is null))
);
comment on table webhook_endpoint is 'Addresses of an account''s own systems, which are told of its events.';
comment on column webhook_endpoint.classes is 'Which journals it follows.';
comment on column webhook_endpoint.event_types is 'Numeric codes of the wanted names; empty for all.';
comment on column webhook_endpoint.state_reason is
  'Why it does not run: somebody paused it, or the service met something.';
comment on column webhook_endpoint.sealed_secret is
  'Sealed with the secret key of the installation, which is not in the database.';
comment on column webhook_endpoint.cursor_seq is 'The last number of the journal from which deliveries were made.';
comment on column webhook_endpoint.administration_cursor is 'As cursor_seq, of the administration journal.';
comment on column webhook_endpoint.version is 'Raised by every change; the ETag.';
comment on column webhook_endpoint.deleted_at is 'Hidden at once; the log goes with the next purge, in batches.';
select protect_account_table('webhook_endpoint', 'select, insert, update, delete');

create table webhook_delivery (
  account_id bigint not null,
  delivery_id bigint not null default nextval('vigie_id'),
  endpoint_id bigint not null,
  event_seq bigint,
  event_type smallint,
  administration_seq bigint,
  administration_name text,
  state text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED', 'DEAD')),
  attempts integer not null default 0,
  tries integer not null default 0,
  next_attempt_at timestamptz,
  last_status smallint,
  last_error text check (length(last_error) <= 40),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (account_id, delivery_id),
  foreign key (account_id, endpoint_id) references webhook_endpoint on delete cascade,
  constraint webhook_delivery_event_whole check ((event_seq is null) = (event_type is null)),
  constraint webhook_delivery_entry_whole check ((administration_seq is null) = (administration_name is null)),
  constraint webhook_delivery_one_journal check (event_seq is null or administration_seq is null),
  constraint webhook_delivery_settled_dated check ((state in ('DELIVERED', 'DEAD')) = (settled_at is not null)),
  constraint webhook_delivery_attempt_while_open check (next_attempt_at is null or state in ('PENDING', 'FAILED'))
);
comment on table webhook_delivery is 'One event for one endpoint.';
comment on column webhook_delivery.event_seq is
  'What is sent is read from the journal each time; a test delivery has no event.';
comment on column webhook_delivery.administration_name is 'For the log: the entry itself is read each time it is sent.';
comment on column webhook_delivery.state is 'PENDING: not tried yet. FAILED: to be tried again. DEAD: given up.';
comment on column webhook_delivery.tries is
  'Since it was made or last asked for again by hand: what the back-off counts.';
select protect_account_table('webhook_delivery', 'select, insert, update, delete');
create unique index webhook_delivery_once on webhook_delivery (account_id, endpoint_id, event_seq);
comment on index webhook_delivery_once is 'One event reaches one endpoint once, however often the fan-out runs.';
create unique index webhook_delivery_administration_once
  on webhook_delivery (account_id, endpoint_id, administration_seq) where administration_seq is not null;
create index webhook_delivery_due on webhook_delivery (account_id, endpoint_id, next_attempt_at, delivery_id)
  where next_attempt_at is not null;
create index webhook_delivery_log on webhook_delivery (account_id, endpoint_id, delivery_id);
create index webhook_delivery_by_state on webhook_delivery (account_id, endpoint_id, state, delivery_id);
create index webhook_delivery_settled on webhook_delivery (account_id, settled_at) where settled_at is not null;

create table webhook_attempt (
  account_id bigint not null,
  attempt_id bigint not null default nextval('vigie_id'),
  delivery_id bigint not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  status smallint,
  error text check (length(error) <= 40),
  request_headers jsonb not null,
  body_sha256 bytea not null check (length(body_sha256) = 32),
  answer_type text check (length(answer_type) <= 100),
  answer_bytes integer check (answer_bytes >= 0),
  primary key (account_id, attempt_id),
  foreign key (account_id, delivery_id) references webhook_delivery on delete cascade
);
comment on table webhook_attempt is 'What was sent and what came back, for whoever mends the receiving end.';
comment on column webhook_attempt.answer_type is
  'Of an answer only its kind and length are kept: whoever may read this log must not read through us what stands at '
  'that address.';
comment on column webhook_attempt.body_sha256 is
  'Only the digest of the body: the journal holds the words, and forgets a person for both.';
select protect_account_table('webhook_attempt', 'select, insert, update, delete');
create index webhook_attempt_log on webhook_attempt (account_id, delivery_id, attempt_id);
create index webhook_attempt_age on webhook_attempt (account_id, started_at);
