-- The people who run the installation, what they may do in it, and what they look at.

create table operator_person (
  operator_id bigint primary key default nextval('vigie_id'),
  email text not null check (length(email) between 3 and 254),
  password_hash text check (length(password_hash) <= 500),
  sealed_secret bytea,
  last_step bigint,
  added_at timestamptz not null default now(),
  set_up_at timestamptz,
  signed_in_at timestamptz,
  removed_at timestamptz,
  constraint operator_person_set_up_whole check (
    (set_up_at is null) = (password_hash is null) and (set_up_at is null) = (sealed_secret is null))
);
comment on table operator_person is
  'Who runs the installation. They belong to no account and are no users of one. Who was removed stays, so that the '
  'journal can still say who it was.';
comment on column operator_person.sealed_secret is
  'Of the authenticator app, sealed with the secret key of the installation. Nobody is set up without one.';
comment on column operator_person.last_step is 'The last time step whose code was used: no code opens twice.';
create unique index operator_person_email on operator_person (email) where removed_at is null;

create table operator_link (
  operator_id bigint primary key references operator_person,
  link_hash bytea not null unique check (length(link_hash) = 32),
  sealed_secret bytea not null,
  expires_at timestamptz not null
);
comment on table operator_link is
  'A link by which an operator chooses a password and a second factor, once. A new one takes the place of the former.';
comment on column operator_link.sealed_secret is
  'What the authenticator app is shown; it becomes that of the operator with the first right code.';

create table operator_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  operator_id bigint not null references operator_person,
  expires_at timestamptz not null
);
comment on table operator_challenge is 'A right password that waits for its second factor.';
create index operator_challenge_operator on operator_challenge (operator_id);

create table operator_recovery_code (
  operator_id bigint not null references operator_person,
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (operator_id, code_hash)
);
comment on table operator_recovery_code is 'As recovery_code, of operators.';

create table operator_session (
  session_hash bytea primary key check (length(session_hash) = 32),
  operator_id bigint not null references operator_person,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table operator_session is
  'Sessions of operators, asked at every request: one that was deleted is over at once.';
comment on column operator_session.last_seen_at is 'Exact to a minute: looking at a page writes no row each time.';
create index operator_session_operator on operator_session (operator_id);

create table process_heartbeat (
  process_id uuid primary key,
  role text not null check (role in ('SERVICE', 'WORKER')),
  runs_jobs boolean not null,
  version text not null check (length(version) between 1 and 100),
  host text not null check (length(host) between 1 and 255),
  pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  outside jsonb not null default '[]'
);
comment on table process_heartbeat is
  'Which processes serve and work, by their own word. One that ends in order takes its row with it; one that falls '
  'silent is seen as silent, and forgotten after a day.';
comment on column process_heartbeat.outside is
  'How the services outside fared, by what came of the last real use of each in this process.';
comment on column process_heartbeat.runs_jobs is 'Of a service: whether it has workers of its own.';

-- Nobody but the directory: no account has to know that they exist.
do $$
declare target text;
begin
  foreach target in array array['operator_person', 'operator_link', 'operator_challenge', 'operator_recovery_code',
      'operator_session', 'process_heartbeat'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    perform open_to_directory(target::regclass);
    perform open_to_backup(target::regclass);
    execute format('grant select, insert, update, delete on %I to vigie_app', target);
  end loop;
end
$$;

create table account_quota (
  account_id bigint not null references account,
  quota text not null check (quota in ('INVITATIONS_PER_HOUR', 'CONTACT_MAILS_PER_DAY', 'SEARCHES_PER_DAY')),
  most integer not null check (most between 1 and 1000000),
  changed_at timestamptz not null default now(),
  primary key (account_id, quota)
);
comment on table account_quota is
  'Where an operator gave an account another quota than the settings of the installation give to all.';
select protect_account_table('account_quota', 'select, insert, update, delete');

create table journal_verification (
  account_id bigint primary key references account,
  asked_at timestamptz not null,
  verified_at timestamptz,
  reached bigint check (reached >= 0),
  broken_seq bigint check (broken_seq > 0),
  fault text check (length(fault) between 1 and 100)
);
comment on table journal_verification is 'When a journal was last verified for the operator, and what came of it.';
comment on column journal_verification.asked_at is 'Later than verified_at while a job is at it.';
comment on column journal_verification.reached is 'How many events were found whole.';
select protect_account_table('journal_verification', 'select, insert, update');
select open_to_directory('journal_verification');

-- Operators look at what was applied.
grant select on migration to vigie_app;
