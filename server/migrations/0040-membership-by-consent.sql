-- A person is proved by their mailbox or their identity provider. Whoever the operator put in by hand is not, and
-- enters no further account before that.
alter table app_user add column email_proved_at timestamptz;
-- Accepted by somebody who had not shown that the address is theirs. It ends when the owner of the address comes.
alter table membership add column accepted_unproved boolean not null default false;

-- Before, the first account that named an address chose its password. Nobody who is in several keeps one made so.
select set_config('app.directory', 'on', true);
delete from refresh_token where user_id in (
  select user_id from membership group by user_id having count(*) > 1);
update app_user set password_hash = null, token_version = token_version + 1
where user_id in (select user_id from membership group by user_id having count(*) > 1);
select set_config('app.directory', '', true);

-- An account asks somebody in. Until they accept, they are no member and nothing is said about whether they are
-- known here. A new person takes the invitation's number, under which the journal has already sealed their words.
create table member_invitation (
  account_id bigint not null references account,
  invitation_id bigint not null default nextval('vigie_id'),
  email text not null check (length(email) between 3 and 254 and email = lower(email)),
  name text not null check (length(name) between 1 and 200),
  language text not null check (language in ('en', 'fr')),
  roles text[] not null check (
    cardinality(roles) between 1 and 5 and roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  -- The link itself is in the mail alone. A new one takes the place of the former.
  link_hash bytea check (length(link_hash) = 32),
  link_by text not null check (link_by in ('MAIL', 'OPERATOR')),
  link_expires_at timestamptz not null,
  mail_id bigint,
  bounced_at timestamptz,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('ACCEPTED', 'DECLINED', 'WITHDRAWN')),
  primary key (account_id, invitation_id),
  check ((closed_at is null) = (outcome is null)),
  check (closed_at is null or link_hash is null)
);
create unique index member_invitation_open on member_invitation (account_id, email) where closed_at is null;
create index member_invitation_of_address on member_invitation (email) where closed_at is null;
create unique index member_invitation_link on member_invitation (link_hash) where link_hash is not null;
select protect_account_table('member_invitation', 'select, insert, update, delete');
create policy directory on member_invitation
  using (current_setting('app.directory', true) = 'on')
  with check (current_setting('app.directory', true) = 'on');

-- Links by which a person chooses a new password: each for one person, one version of them, one use.
create table person_link (
  link_hash bytea primary key check (length(link_hash) = 32),
  user_id bigint not null references app_user,
  token_version integer not null,
  -- Whether it went to the mailbox and nowhere else.
  proves_address boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index person_link_user on person_link (user_id);
create index person_link_expiry on person_link (expires_at);
grant select, insert, delete on person_link to vigie_app;
