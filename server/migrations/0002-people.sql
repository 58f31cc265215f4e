create table app_user (
  user_id bigint primary key default nextval('vigie_id'),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 200),
  language text not null default 'en' check (language in ('en', 'fr')),
  password_hash text,
  active boolean not null default true,
  -- Raised to end every token of the person at once.
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index app_user_email on app_user (email);

create table membership (
  account_id bigint not null references account,
  user_id bigint not null references app_user,
  roles text[] not null check (
    cardinality(roles) between 1 and 5 and roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  -- An account suspends people in its own house only; app_user.active closes the whole installation to them.
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
create index membership_user on membership (user_id);
select protect_account_table('membership', 'select, insert, update, delete');
create policy directory on membership
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- A person belongs to no single account: an account sees those who are its members.
alter table app_user enable row level security;
alter table app_user force row level security;
create policy members on app_user
  using (exists (select from membership m where m.user_id = app_user.user_id));
create policy directory on app_user
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');
grant select, insert, update on app_user to vigie_app;

create table api_client (
  account_id bigint not null references account,
  api_client_id bigint not null default nextval('vigie_id'),
  client_id text not null check (client_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  name text not null check (length(name) between 1 and 200),
  secret_hash text not null,
  -- During a rotation the former secret still opens for a while.
  previous_secret_hash text,
  previous_secret_until timestamptz,
  scopes text[] not null check (
    cardinality(scopes) between 1 and 5 and scopes <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  active boolean not null default true,
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (account_id, api_client_id)
);
create unique index api_client_client_id on api_client (client_id);
select protect_account_table('api_client', 'select, insert, update');
create policy directory on api_client
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- The three below belong to the installation, not to an account.
create table refresh_token (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  -- All tokens born from one sign-in: reuse of a spent one ends the whole family.
  family_id uuid not null,
  token_version integer not null,
  expires_at timestamptz not null,
  family_expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_token_user on refresh_token (user_id);
create index refresh_token_family on refresh_token (family_id);
create index refresh_token_expiry on refresh_token (expires_at);
grant select, insert, update, delete on refresh_token to vigie_app;

create table signing_key (
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{1,64}$'),
  algorithm text not null check (algorithm in ('EdDSA', 'ES256')),
  public_jwk jsonb not null,
  -- Sealed with the installation's secret key, which is not in the database.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  signs_until timestamptz,
  verifies_until timestamptz
);
grant select, insert, update, delete on signing_key to vigie_app;

create table revoked_token (
  jti text primary key check (length(jti) between 1 and 128),
  expires_at timestamptz not null,
  revoked_at timestamptz not null default now()
);
create index revoked_token_expiry on revoked_token (expires_at);
grant select, insert, delete on revoked_token to vigie_app;
