alter table membership drop constraint membership_roles_check;
alter table membership add constraint membership_roles_known check (
  cardinality(roles) <= 5 and roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']);
alter table membership add constraint membership_active_has_role check (not active or cardinality(roles) > 0);
comment on constraint membership_active_has_role on membership is
  'Whom a directory has given no role yet is a member who waits.';

alter table administration_event drop constraint administration_event_actor_type_check;
alter table administration_event add constraint administration_event_actor_type_check check (
  actor_type in ('USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER', 'DIRECTORY', 'OPERATOR', 'ANYONE'));

create table provisioning_token (
  account_id bigint not null references account,
  token_id bigint not null default nextval('vigie_id'),
  name text not null check (length(name) between 1 and 200),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  primary key (account_id, token_id)
);
comment on table provisioning_token is
  'By which the directory of an account speaks to us over SCIM. The token itself was shown once and is not kept.';
create unique index provisioning_token_hash on provisioning_token (token_hash);
select protect_account_table('provisioning_token', 'select, insert, update, delete');
select open_to_directory('provisioning_token');

create table provisioning_settings (
  account_id bigint primary key references account,
  default_role text check (default_role in ('ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR')),
  updated_at timestamptz not null default now()
);
comment on table provisioning_settings is 'How an account deals with the people of its directory. No row: no default.';
comment on column provisioning_settings.default_role is
  'What everybody of the directory holds, besides what their groups give. Null: whom no group gives a role waits.';
select protect_account_table('provisioning_settings', 'select, insert, update');

create table directory_person (
  account_id bigint not null references account,
  user_id bigint not null,
  scim_id uuid not null default gen_random_uuid(),
  resource jsonb not null check (jsonb_typeof(resource) = 'object'),
  user_name text not null generated always as (lower(resource ->> 'userName')) stored,
  external_id text generated always as (resource ->> 'externalId') stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references membership on delete cascade
);
comment on table directory_person is
  'A member whom the directory of the account keeps: whether they are active and which roles they have follows from '
  'what it says, and is not changed by hand.';
comment on column directory_person.scim_id is
  'What the directory calls them. Not the number of the person, which is used all over the installation.';
comment on column directory_person.resource is
  'What the directory said of them, under the names of RFC 7643; only the attributes that are kept.';
create unique index directory_person_scim on directory_person (account_id, scim_id);
create unique index directory_person_user_name on directory_person (account_id, user_name);
create index directory_person_external on directory_person (account_id, external_id);
select protect_account_table('directory_person', 'select, insert, update, delete');

create table directory_group (
  account_id bigint not null references account,
  group_id bigint not null default nextval('vigie_id'),
  scim_id uuid not null default gen_random_uuid(),
  display_name text not null check (length(display_name) between 1 and 256),
  external_id text check (length(external_id) between 1 and 256),
  roles text[] not null default '{}' check (
    cardinality(roles) <= 5 and roles <@ array['ADMIN', 'MANAGER', 'REVIEWER', 'READER', 'AUDITOR']),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, group_id)
);
comment on table directory_group is 'A group of the directory, and what the account gives to its members.';
comment on column directory_group.roles is 'Chosen by an administrator of the account; a new group gives nothing.';
create unique index directory_group_scim on directory_group (account_id, scim_id);
create unique index directory_group_name on directory_group (account_id, lower(display_name));
create index directory_group_external on directory_group (account_id, external_id);
select protect_account_table('directory_group', 'select, insert, update, delete');

create table directory_group_member (
  account_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  primary key (account_id, group_id, user_id),
  foreign key (account_id, group_id) references directory_group on delete cascade,
  foreign key (account_id, user_id) references directory_person on delete cascade
);
comment on table directory_group_member is 'Who is in which group of the directory.';
create index directory_group_member_person on directory_group_member (account_id, user_id);
select protect_account_table('directory_group_member', 'select, insert, delete');

alter table directory_group add column all_units boolean;
comment on column directory_group.all_units is
  'Whether its members see all units, or those in directory_group_unit. Null: the group says nothing about units. Once '
  'any group of the account says something, groups alone decide what people of the directory see.';
create table directory_group_unit (
  account_id bigint not null,
  group_id bigint not null,
  unit_id bigint not null,
  primary key (account_id, group_id, unit_id),
  foreign key (account_id, group_id) references directory_group on delete cascade,
  foreign key (account_id, unit_id) references unit on delete cascade
);
comment on table directory_group_unit is
  'The units whose companies the members of a group see. A unit that is deleted is gone from here as it is from '
  'membership_unit, so both still agree.';
create index directory_group_unit_unit on directory_group_unit (account_id, unit_id);
select protect_account_table('directory_group_unit', 'select, insert, delete');
