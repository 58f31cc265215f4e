-- A sign-in of a person: what they see in the list of their sessions, and what their access tokens hang on. The
-- number is shown; the family is named in tokens and cannot be guessed.
create table person_session (
  session_id bigint primary key default nextval('vigie_id'),
  family_id uuid not null unique,
  user_id bigint not null references app_user,
  token_version integer not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  source_address text check (length(source_address) <= 64),
  user_agent text check (length(user_agent) <= 200),
  device_id bigint,
  -- When the person last gave a password, or came back from the identity provider.
  proved_at timestamptz not null,
  second_factor_at timestamptz,
  second_factor text check (second_factor in ('TOTP', 'PASSKEY', 'RECOVERY_CODE', 'PROVIDER')),
  -- Wrong answers to a request for a fresh proof since the last right one.
  step_up_failures smallint not null default 0,
  -- Accounts whose administrator ended this session for their own house; signing in anew opens them again.
  closed_accounts bigint[] not null default '{}',
  ended_at timestamptz,
  end_reason text check (
    end_reason in ('SIGNED_OUT', 'BY_PERSON', 'BY_ADMINISTRATOR', 'STOLEN', 'GUESSING', 'PASSWORD', 'FACTOR_RESET', 'OPERATOR')),
  check ((ended_at is null) = (end_reason is null)),
  check ((second_factor_at is null) = (second_factor is null))
);
create index person_session_user on person_session (user_id, started_at);
create index person_session_device on person_session (device_id);
create index person_session_expiry on person_session (expires_at);

-- A browser somebody signed in with, known by a random cookie. A notice is written when a new one appears.
create table person_device (
  device_id bigint primary key default nextval('vigie_id'),
  user_id bigint not null references app_user,
  cookie_hash bytea not null check (length(cookie_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (user_id, cookie_hash)
);
alter table person_session add foreign key (device_id) references person_device;

-- Sessions that were open before this: nobody kept where they came from.
insert into person_session (family_id, user_id, token_version, started_at, last_seen_at, expires_at, proved_at)
select family_id, user_id, min(token_version), min(created_at), max(created_at), max(family_expires_at), min(created_at)
from refresh_token group by family_id, user_id;
alter table refresh_token add foreign key (family_id) references person_session (family_id) on delete cascade;

-- What a person proves a second time with: an authenticator app or a passkey.
create table second_factor (
  factor_id bigint primary key default nextval('vigie_id'),
  user_id bigint not null references app_user,
  kind text not null check (kind in ('TOTP', 'PASSKEY')),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Of an app: its secret, sealed with the installation's key, and the last time step whose code was used.
  sealed_secret bytea,
  last_step bigint,
  -- Of a passkey.
  credential_id text unique check (length(credential_id) between 1 and 1400),
  public_key bytea,
  sign_count bigint,
  transports text[],
  check ((kind = 'TOTP') = (sealed_secret is not null) and (kind = 'PASSKEY') = (credential_id is not null)),
  check ((credential_id is null) = (public_key is null) and (credential_id is null) = (sign_count is null))
);
create index second_factor_user on second_factor (user_id);

create table recovery_code (
  user_id bigint not null references app_user,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- One question put to somebody: good for one purpose, for minutes, and answered once.
create table factor_challenge (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('SIGN_IN', 'PASSKEY_SIGN_IN', 'STEP_UP', 'ADD_TOTP', 'ADD_PASSKEY')),
  -- Null when a passkey will say who it is.
  user_id bigint references app_user,
  session_id bigint references person_session on delete cascade,
  -- How the first proof was given, for a sign-in that waits for the second.
  token_version integer,
  webauthn_challenge text,
  sealed_secret bytea,
  tries_left smallint not null,
  expires_at timestamptz not null,
  check ((purpose = 'PASSKEY_SIGN_IN') = (user_id is null)),
  check ((purpose in ('STEP_UP', 'ADD_TOTP', 'ADD_PASSKEY')) = (session_id is not null))
);
create index factor_challenge_user on factor_challenge (user_id);
create index factor_challenge_session on factor_challenge (session_id);
create index factor_challenge_expiry on factor_challenge (expires_at);

-- Wrong codes given after a right password; they are forgotten one by one.
create table factor_failures (
  user_id bigint primary key references app_user,
  failures double precision not null,
  counted_at timestamptz not null
);

-- An account asks for two administrators to take a lost factor away from one of its people.
create table factor_reset (
  account_id bigint not null references account,
  user_id bigint not null references app_user,
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id)
);
create index factor_reset_person on factor_reset (user_id);
create index factor_reset_asker on factor_reset (asked_by);
select protect_account_table('factor_reset', 'select, insert, update, delete');
create policy directory on factor_reset
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- Of whom an account asks a second factor. No row: of nobody.
create table sign_in_policy (
  account_id bigint primary key references account,
  second_factor text not null check (second_factor in ('NOBODY', 'ROLES', 'EVERYBODY')),
  roles text[] not null default '{}' check (roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  updated_at timestamptz not null default now(),
  check ((second_factor = 'ROLES') = (cardinality(roles) > 0))
);
select protect_account_table('sign_in_policy', 'select, insert, update');
create policy directory on sign_in_policy
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- People belong to no single account: only the directory sees these, and an account the sessions of its members.
do $$
declare target text;
begin
  foreach target in array array['person_session', 'person_device', 'second_factor', 'recovery_code',
      'factor_challenge', 'factor_failures'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    execute format('create policy directory on %I using (current_setting(''app.directory'', true) = ''on'')
      with check (current_setting(''app.directory'', true) = ''on'')', target);
    execute format('grant select, insert, update, delete on %I to vigie_app', target);
  end loop;
end
$$;
create policy members on person_session for select
  using (exists (select from membership m where m.user_id = person_session.user_id));
