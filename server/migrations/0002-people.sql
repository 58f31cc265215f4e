create table app_user (
  user_id bigint primary key default nextval('vigie_id'),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  email_proved_at timestamptz,
  name text not null check (length(name) between 1 and 200),
  language text not null default 'en' check (language in ('en', 'fr')),
  password_hash text,
  active boolean not null default true,
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table app_user is
  'A person belongs to no single account: one address is one person in the whole installation.';
comment on column app_user.email_proved_at is
  'When the mailbox or the identity provider proved the address. Whoever the operator added by hand is not proved, '
  'and enters no further account before that.';
comment on column app_user.password_hash is
  'Null for people who sign in by an identity provider, and until an invited person has chosen one.';
comment on column app_user.active is
  'Closes the whole installation to the person; an account suspends its own members in membership.';
comment on column app_user.token_version is 'Raised to end every token of the person at once.';
create unique index app_user_email on app_user (email);

create table membership (
  account_id bigint not null references account,
  user_id bigint not null references app_user,
  roles text[] not null check (
    cardinality(roles) between 1 and 5 and roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  active boolean not null default true,
  accepted_unproved boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, user_id)
);
comment on table membership is 'Who works for which account, and with which roles.';
comment on column membership.active is
  'An account suspends people for itself only; app_user.active closes the whole installation to them.';
comment on column membership.accepted_unproved is
  'Accepted by somebody who had not yet shown that the address is theirs. It ends when the owner of the address '
  'comes.';
create index membership_user on membership (user_id);
select protect_account_table('membership', 'select, insert, update, delete');
select open_to_directory('membership');

alter table app_user enable row level security;
alter table app_user force row level security;
create policy members on app_user
  using (exists (select from membership m where m.user_id = app_user.user_id));
comment on policy members on app_user is 'An account sees the people who are its members, and nobody else.';
select open_to_directory('app_user');
grant select, insert, update on app_user to vigie_app;

create table member_invitation (
  account_id bigint not null references account,
  invitation_id bigint not null default nextval('vigie_id'),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 200),
  language text not null check (language in ('en', 'fr')),
  roles text[] not null check (
    cardinality(roles) between 1 and 5 and roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  link_hash bytea check (length(link_hash) = 32),
  link_by text not null check (link_by in ('MAIL', 'OPERATOR')),
  link_expires_at timestamptz not null,
  mail_id bigint,
  bounced_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  primary key (account_id, invitation_id),
  constraint member_invitation_outcome_once_closed check ((closed_at is null) = (outcome is null)),
  constraint member_invitation_link_ends check (closed_at is null or link_hash is null)
);
comment on table member_invitation is
  'An account invites somebody. Until they accept they are no member, and nobody learns whether the address is known '
  'here.';
comment on column member_invitation.invitation_id is
  'A new person takes this number as their own: the journal has already sealed their words under it.';
comment on column member_invitation.link_hash is
  'The link itself is in the mail alone. A new one takes the place of the former.';
comment on column member_invitation.mail_id is
  'The mail that carries the link, so that a bounce finds its invitation. No foreign key: the mailbox is built on top '
  'of people, and a mail that is not there only means that nothing bounced.';
comment on constraint member_invitation_link_ends on member_invitation is 'A closed invitation lets nobody in.';
create unique index member_invitation_open on member_invitation (account_id, email) where closed_at is null;
comment on index member_invitation_open is 'One open invitation for an address: a second one renews the first.';
create index member_invitation_of_address on member_invitation (email) where closed_at is null;
create unique index member_invitation_link on member_invitation (link_hash) where link_hash is not null;
select protect_account_table('member_invitation', 'select, insert, update, delete');
select open_to_directory('member_invitation');

create table person_link (
  link_hash bytea primary key check (length(link_hash) = 32),
  user_id bigint not null references app_user,
  token_version integer not null,
  proves_address boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table person_link is
  'Links by which a person chooses a new password: each for one person, one version of them and one use.';
comment on column person_link.token_version is
  'The version the link was made for: whatever ends the tokens of a person ends their links too.';
comment on column person_link.proves_address is 'True when the link went to the mailbox and nowhere else.';
create index person_link_user on person_link (user_id);
create index person_link_expiry on person_link (expires_at);
grant select, insert, delete on person_link to vigie_app;

create table person_device (
  device_id bigint primary key default nextval('vigie_id'),
  user_id bigint not null references app_user,
  cookie_hash bytea not null check (length(cookie_hash) = 32),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  unique (user_id, cookie_hash)
);
comment on table person_device is
  'A browser somebody signed in with, known by a random cookie. A notice goes out when a new one appears.';

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
  device_id bigint references person_device,
  proved_at timestamptz not null,
  second_factor_at timestamptz,
  second_factor text check (second_factor in ('TOTP', 'PASSKEY', 'RECOVERY_CODE', 'PROVIDER')),
  step_up_failures smallint not null default 0,
  closed_accounts bigint[] not null default '{}',
  ended_at timestamptz,
  end_reason text check (end_reason in (
    'SIGNED_OUT', 'BY_PERSON', 'BY_ADMINISTRATOR', 'STOLEN', 'GUESSING', 'PASSWORD', 'FACTOR_RESET', 'OPERATOR')),
  constraint person_session_reason_once_ended check ((ended_at is null) = (end_reason is null)),
  constraint person_session_factor_dated check ((second_factor_at is null) = (second_factor is null))
);
comment on table person_session is
  'A sign-in of a person: what they see in the list of their sessions, and what their access tokens hang on.';
comment on column person_session.session_id is
  'Shown to the person; the family is named in tokens and cannot be guessed.';
comment on column person_session.proved_at is
  'When the person last gave a password, or came back from the identity provider.';
comment on column person_session.step_up_failures is
  'Wrong answers to a request for a fresh proof since the last right one.';
comment on column person_session.closed_accounts is
  'Accounts whose administrator ended this session for them alone; signing in anew opens them again.';
create index person_session_user on person_session (user_id, started_at);
create index person_session_device on person_session (device_id);
create index person_session_expiry on person_session (expires_at);

create table refresh_token (
  token_hash bytea primary key,
  user_id bigint not null references app_user,
  family_id uuid not null references person_session (family_id) on delete cascade,
  token_version integer not null,
  expires_at timestamptz not null,
  family_expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table refresh_token is 'Tokens that renew a session, each good once.';
comment on column refresh_token.family_id is
  'All tokens of one sign-in: using a spent one again ends the whole family.';
comment on column refresh_token.used_at is 'A spent token stays until it expires, so that its theft can be noticed.';
create index refresh_token_user on refresh_token (user_id);
create index refresh_token_family on refresh_token (family_id);
create index refresh_token_expiry on refresh_token (expires_at);
grant select, insert, update, delete on refresh_token to vigie_app;

create table second_factor (
  factor_id bigint primary key default nextval('vigie_id'),
  user_id bigint not null references app_user,
  kind text not null check (kind in ('TOTP', 'PASSKEY')),
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz,
  sealed_secret bytea,
  last_step bigint,
  credential_id text unique check (length(credential_id) between 1 and 1400),
  public_key bytea,
  sign_count bigint,
  transports text[],
  user_handle bytea check (length(user_handle) between 1 and 64),
  constraint second_factor_shape
    check ((kind = 'TOTP') = (sealed_secret is not null) and (kind = 'PASSKEY') = (credential_id is not null)),
  constraint second_factor_passkey_whole
    check ((credential_id is null) = (public_key is null) and (credential_id is null) = (sign_count is null))
);
comment on table second_factor is 'What a person proves a second time with: an authenticator app or a passkey.';
comment on column second_factor.sealed_secret is
  'Of an app: its secret, sealed with the secret key of the installation, which is not in the database.';
comment on column second_factor.last_step is 'The last time step whose code was used: no code opens twice.';
comment on column second_factor.user_handle is
  'What authenticators call the owner of a passkey. It follows from the secret key of the installation; once that is '
  'replaced, what it was before stands here.';
create index second_factor_user on second_factor (user_id);

create table recovery_code (
  user_id bigint not null references app_user,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_code is 'Codes to print, for the day the second factor is lost. Only digests are kept.';

create table factor_challenge (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null check (purpose in ('SIGN_IN', 'PASSKEY_SIGN_IN', 'STEP_UP', 'ADD_TOTP', 'ADD_PASSKEY')),
  user_id bigint references app_user,
  session_id bigint references person_session on delete cascade,
  token_version integer,
  webauthn_challenge text,
  sealed_secret bytea,
  tries_left smallint not null,
  expires_at timestamptz not null,
  constraint factor_challenge_person_known check ((purpose = 'PASSKEY_SIGN_IN') = (user_id is null)),
  constraint factor_challenge_within_session
    check ((purpose in ('STEP_UP', 'ADD_TOTP', 'ADD_PASSKEY')) = (session_id is not null))
);
comment on table factor_challenge is
  'One question put to somebody: good for one purpose, for minutes, and answered once.';
comment on column factor_challenge.user_id is 'Null when a passkey will say who it is.';
comment on column factor_challenge.token_version is
  'Of a sign-in that waits for its second proof: the version the first one was given for.';
comment on column factor_challenge.sealed_secret is
  'The secret of an app that is being added, until its first code has come.';
create index factor_challenge_user on factor_challenge (user_id);
create index factor_challenge_session on factor_challenge (session_id);
create index factor_challenge_expiry on factor_challenge (expires_at);

create table factor_failures (
  user_id bigint primary key references app_user,
  failures double precision not null,
  counted_at timestamptz not null
);
comment on table factor_failures is
  'Wrong codes given after a right password. They are forgotten with time, so that nobody stays locked out for ever.';
comment on column factor_failures.failures is 'A fraction, because it shrinks with time.';

-- These belong to people, who belong to no single account: only the directory sees them.
do $$
declare target text;
begin
  foreach target in array array['person_session', 'person_device', 'second_factor', 'recovery_code',
      'factor_challenge', 'factor_failures'] loop
    execute format('alter table %I enable row level security', target);
    execute format('alter table %I force row level security', target);
    perform open_to_directory(target::regclass);
    execute format('grant select, insert, update, delete on %I to vigie_app', target);
  end loop;
end
$$;
create policy members on person_session for select
  using (exists (select from membership m where m.user_id = person_session.user_id));
comment on policy members on person_session is 'An account sees the sessions of its members.';

create table factor_reset (
  account_id bigint not null references account,
  user_id bigint not null references app_user,
  asked_by bigint not null references app_user,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (account_id, user_id)
);
comment on table factor_reset is
  'A lost factor waiting for a second administrator: an account may ask for two of them before it is taken away.';
create index factor_reset_person on factor_reset (user_id);
create index factor_reset_asker on factor_reset (asked_by);
select protect_account_table('factor_reset', 'select, insert, update, delete');
select open_to_directory('factor_reset');

create table sign_in_policy (
  account_id bigint primary key references account,
  second_factor text not null check (second_factor in ('NOBODY', 'ROLES', 'EVERYBODY')),
  roles text[] not null default '{}' check (roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  updated_at timestamptz not null default now(),
  constraint sign_in_policy_roles_named check ((second_factor = 'ROLES') = (cardinality(roles) > 0))
);
comment on table sign_in_policy is 'Of whom an account asks a second factor. No row: of nobody.';
select protect_account_table('sign_in_policy', 'select, insert, update');
select open_to_directory('sign_in_policy');
