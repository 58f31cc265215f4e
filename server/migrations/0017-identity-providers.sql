create table identity_provider (
  account_id bigint primary key references account,
  issuer text not null check (length(issuer) between 8 and 500),
  client_id text not null check (length(client_id) between 1 and 500),
  sealed_client_secret bytea,
  scopes text not null check (length(scopes) between 6 and 500),
  subject_claim text not null default 'sub' check (length(subject_claim) between 1 and 200),
  email_claim text not null check (length(email_claim) between 1 and 200),
  name_claim text not null check (length(name_claim) between 1 and 200),
  roles_claim text not null check (length(roles_claim) between 1 and 200),
  trust_unverified_email boolean not null default false,
  role_mapping jsonb not null default '[]' check (jsonb_typeof(role_mapping) = 'array'),
  default_role text check (default_role in ('ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR')),
  second_factor_amr text[] not null default '{}',
  second_factor_acr text[] not null default '{}',
  token_audience text check (length(token_audience) between 1 and 500),
  token_types text[] not null,
  token_algorithms text[] not null,
  token_account_claim text check (length(token_account_claim) between 1 and 200),
  token_machines boolean not null default false,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'IN_FORCE')),
  enforced boolean not null default false,
  settings_version integer not null default 1,
  tried_version integer,
  tried_by bigint references app_user,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint identity_provider_enforced_in_force check (not enforced or state = 'IN_FORCE'),
  constraint identity_provider_tried_by_somebody check ((tried_version is null) = (tried_by is null))
);
comment on table identity_provider is
  'The account''s own identity provider. What it says of people holds in this account alone.';
comment on column identity_provider.sealed_client_secret is
  'Bound to account and issuer; null for a public client, which proves itself by PKCE alone.';
comment on column identity_provider.subject_claim is
  'What never changes of a person there. Some providers call people differently in each application, in sub.';
comment on column identity_provider.trust_unverified_email is
  'The account vouches that the provider owns every address it states; for providers that never send email_verified.';
comment on column identity_provider.default_role is
  'Of new people without a mapped role. Null: whoever has no mapped role is not let in.';
comment on column identity_provider.token_audience is
  'What access tokens of the provider must be made for to be taken by the API; null when none are taken.';
comment on column identity_provider.settings_version is
  'Raised by each change of what a trial proves; switching on or off does not raise it.';
comment on column identity_provider.tried_version is
  'The settings an administrator last signed in with on trial, and found themselves. Only those can be enforced.';
create index identity_provider_issuer on identity_provider (issuer);
comment on index identity_provider_issuer is 'A token says who made it before it says for which account.';
create index identity_provider_tried_by on identity_provider (tried_by);
select protect_account_table('identity_provider', 'select, insert, update, delete');
select open_to_directory('identity_provider');

create table identity_trial (
  account_id bigint not null references account,
  trial_id uuid not null,
  started_by bigint references app_user,
  settings_version integer not null,
  state text not null check (state in ('STARTED', 'SUCCEEDED', 'FAILED')),
  steps jsonb not null check (jsonb_typeof(steps) = 'array'),
  expires_at timestamptz not null,
  primary key (account_id, trial_id)
);
comment on table identity_trial is
  'What came back when an administrator tried the identity provider, for as long as it takes to read it.';
comment on column identity_trial.steps is 'Without tokens and secrets.';
create index identity_trial_started_by on identity_trial (started_by);
create index identity_trial_expiry on identity_trial (account_id, expires_at);
select protect_account_table('identity_trial', 'select, insert, update, delete');

create table person_identity (
  user_id bigint not null references app_user,
  provider_account_id bigint references account,
  issuer text not null check (length(issuer) between 8 and 500),
  subject text not null check (length(subject) between 1 and 255),
  gives_roles boolean not null default false,
  linked_at timestamptz not null default now(),
  constraint person_identity_key unique nulls not distinct (provider_account_id, issuer, subject)
);
comment on table person_identity is
  'What an identity provider calls a person. Found once by a proved address, a person is found by this ever after: an '
  'address that passes to somebody else takes no rights with it.';
comment on column person_identity.provider_account_id is
  'The account whose own provider said so; null for the provider of the installation.';
comment on column person_identity.gives_roles is
  'The provider brought the person in, so its role mapping is applied at each sign-in.';
create index person_identity_user on person_identity (user_id);
alter table person_identity enable row level security;
alter table person_identity force row level security;
select open_to_directory('person_identity');
grant select, insert, delete on person_identity to vigie_app;

alter table person_session add column confined_account_id bigint references account;
comment on column person_session.confined_account_id is
  'Opened through this account''s own identity provider, hence good for this account alone. Null: for all accounts of '
  'the person.';
create index person_session_confined on person_session (confined_account_id);

alter table app_user add column tokens_ended_at timestamptz;
comment on column app_user.tokens_ended_at is
  'When the version was last raised: access tokens of other issuers know no version, and end by their age.';
