-- What the account knows of its correspondence with a person, and how that person enters the portal.
alter table contact
  -- Themes this person answers for; none means all of them.
  add column themes text[] not null default '{}',
  add column invited_at timestamptz,
  add column last_invited_at timestamptz,
  -- Counted since the last sign of life.
  add column auto_invitations smallint not null default 0,
  add column silent_reminders smallint not null default 0,
  add column last_reminded_at timestamptz,
  add column escalated_at timestamptz,
  add column last_seen_at timestamptz,
  add column end_reason text check (end_reason in ('DELETED', 'ERASED', 'NOT_ME', 'DECLINED', 'NO_ANSWER')),
  -- The mail server refused the address for good, or the person wants no more reminders.
  add column bounced_at timestamptz,
  add column muted_at timestamptz;

-- Good once, for some days. Only the digest is kept: a copy of the database opens no door.
create table contact_link (
  account_id bigint not null,
  link_id bigint not null default nextval('vigie_id'),
  contact_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, link_id),
  foreign key (account_id, contact_id) references contact
);
create index contact_link_contact on contact_link (account_id, contact_id);
create unique index contact_link_token on contact_link (token_hash);
select protect_account_table('contact_link', 'select, insert, update, delete');
create policy directory on contact_link
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

create table portal_session (
  account_id bigint not null,
  session_id bigint not null default nextval('vigie_id'),
  contact_id bigint not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, session_id),
  foreign key (account_id, contact_id) references contact
);
create index portal_session_contact on portal_session (account_id, contact_id);
create unique index portal_session_token on portal_session (token_hash);
select protect_account_table('portal_session', 'select, insert, update, delete');
create policy directory on portal_session
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');
