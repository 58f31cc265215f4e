-- Who had a hand in an answer besides whoever sent it: kept it as a draft, added to it, corrected its dates. Each as
-- type and number, such as USER:12. Where duties are separate, none of them decides on it.
alter table response add column contributors text[] not null default '{}';

-- From which addresses an account, or one of its clients, may be used: ranges in CIDR form, none meaning anywhere.
alter table account add column allowed_addresses text[] not null default '{}'
  check (cardinality(allowed_addresses) <= 100);
alter table api_client add column allowed_addresses text[] not null default '{}'
  check (cardinality(allowed_addresses) <= 100);

-- Public keys of a client that signs its requests for a token, instead of a secret or beside it.
alter table api_client add column jwks jsonb;

-- Two at a time, so that one can follow the other without a gap. What has ended stays until it is replaced or removed.
create table api_client_secret (
  account_id bigint not null,
  api_client_id bigint not null,
  secret_id bigint not null default nextval('vigie_id'),
  label text check (length(label) between 1 and 100),
  secret_hash text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- When the administrators were told of its end.
  warned_at timestamptz,
  primary key (account_id, secret_id),
  foreign key (account_id, api_client_id) references api_client
);
create index api_client_secret_client on api_client_secret (account_id, api_client_id);
select protect_account_table('api_client_secret', 'select, insert, update, delete');
-- Sign-in must find a client before it can name its account.
create policy directory on api_client_secret
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

select set_config('app.directory', 'on', true);
insert into api_client_secret (account_id, api_client_id, secret_hash, created_at, last_used_at)
select account_id, api_client_id, secret_hash, created_at, last_used_at from api_client where active;
insert into api_client_secret (account_id, api_client_id, secret_hash, created_at, expires_at)
select account_id, api_client_id, previous_secret_hash, created_at - interval '1 millisecond', previous_secret_until
from api_client where active and previous_secret_hash is not null and previous_secret_until > now();
select set_config('app.directory', '', true);
alter table api_client drop column secret_hash, drop column previous_secret_hash, drop column previous_secret_until;

-- Signed requests for a token that were used: none opens twice.
create table client_assertion (
  account_id bigint not null,
  api_client_id bigint not null,
  jti text not null check (length(jti) between 1 and 128),
  expires_at timestamptz not null,
  primary key (account_id, api_client_id, jti),
  foreign key (account_id, api_client_id) references api_client
);
select protect_account_table('client_assertion', 'select, insert, delete');
create policy directory on client_assertion
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');
