create table api_client (
  account_id bigint not null references account,
  api_client_id bigint not null default nextval('vigie_id'),
  client_id text not null check (client_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  name text not null check (length(name) between 1 and 200),
  scopes text[] not null check (
    cardinality(scopes) between 1 and 5 and scopes <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  jwks jsonb,
  allowed_addresses text[] not null default '{}' check (cardinality(allowed_addresses) <= 100),
  active boolean not null default true,
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (account_id, api_client_id)
);
comment on table api_client is 'A program of an account that calls the API.';
comment on column api_client.jwks is
  'Public keys of a client that signs its requests for a token, instead of a secret or beside it.';
comment on column api_client.allowed_addresses is 'As account.allowed_addresses, for this client alone.';
comment on column api_client.token_version is 'Raised to end every token of the client at once.';
create unique index api_client_client_id on api_client (client_id);
select protect_account_table('api_client', 'select, insert, update');
select open_to_directory('api_client');

create table api_client_secret (
  account_id bigint not null,
  api_client_id bigint not null,
  secret_id bigint not null default nextval('vigie_id'),
  label text check (length(label) between 1 and 100),
  secret_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  warned_at timestamptz,
  primary key (account_id, secret_id),
  foreign key (account_id, api_client_id) references api_client
);
comment on table api_client_secret is
  'Two at a time for each client, so that one can follow the other without a gap. What has ended stays until it is '
  'replaced or removed.';
comment on column api_client_secret.warned_at is
  'When the administrators were told that it ends soon, so that they are told once.';
create index api_client_secret_client on api_client_secret (account_id, api_client_id);
select protect_account_table('api_client_secret', 'select, insert, update, delete');
select open_to_directory('api_client_secret');

create table client_assertion (
  account_id bigint not null,
  api_client_id bigint not null,
  jti text not null check (length(jti) between 1 and 128),
  expires_at timestamptz not null,
  primary key (account_id, api_client_id, jti),
  foreign key (account_id, api_client_id) references api_client
);
comment on table client_assertion is 'Signed requests for a token that were used, so that none opens twice.';
select protect_account_table('client_assertion', 'select, insert, delete');
select open_to_directory('client_assertion');

create table installation_key (
  only_one boolean primary key default true check (only_one),
  key_check bytea not null check (length(key_check) = 32),
  since timestamptz not null default now()
);
comment on table installation_key is
  'Which secret key this database belongs to. A process with another key is turned away before it can seal anything '
  'that nobody would open again.';
comment on column installation_key.key_check is 'Derived from the key; it tells nothing about it.';
grant select, update on installation_key to vigie_app;

create table signing_key (
  kid text primary key check (kid ~ '^[A-Za-z0-9_-]{1,64}$'),
  algorithm text not null check (algorithm in ('EdDSA', 'ES256')),
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamptz not null default now(),
  signs_until timestamptz,
  verifies_until timestamptz
);
comment on table signing_key is 'The keys that sign access tokens. They belong to the installation, not to an account.';
comment on column signing_key.sealed_private_jwk is
  'Sealed with the secret key of the installation, which is not in the database.';
comment on column signing_key.verifies_until is
  'Later than signs_until: tokens it signed must still be read for a while.';
grant select, insert, update, delete on signing_key to vigie_app;

create table revoked_token (
  jti text primary key check (length(jti) between 1 and 128),
  expires_at timestamptz not null,
  revoked_at timestamptz not null default now()
);
comment on table revoked_token is
  'Access tokens ended before their time; the rows go when the tokens would have expired anyway.';
create index revoked_token_expiry on revoked_token (expires_at);
grant select, insert, delete on revoked_token to vigie_app;

create table attempt_budget (
  key bytea primary key check (length(key) = 16),
  full_at timestamptz not null,
  known_until timestamptz
) with (fillfactor = 70);
comment on table attempt_budget is 'How much may still be tried by whom, counted for all processes together.';
comment on column attempt_budget.key is
  'A digest under the key of the installation: addresses and e-mails of whoever tried are not kept.';
comment on column attempt_budget.full_at is
  'When the budget is whole again. An attempt moves it one period ahead; one that would move it further than the '
  'burst allows is refused.';
comment on column attempt_budget.known_until is
  'For a person and a place they signed in from: until when the place is known.';
grant select, insert, update, delete on attempt_budget to vigie_app;
