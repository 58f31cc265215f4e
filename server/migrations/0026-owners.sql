-- Who answers for a company or a dossier, who follows it, and to whom falls what is in nobody's name.

create table team (
  account_id bigint not null references account,
  team_id bigint not null default nextval('vigie_id'),
  name text not null check (length(name) between 1 and 100),
  version integer not null default 1,
  primary key (account_id, team_id),
  unique (account_id, name)
);
comment on table team is 'People who answer for companies together, such as a purchasing group.';
comment on column team.version is 'Raised by every change of its name or members; the ETag.';
select protect_account_table('team', 'select, insert, update, delete');

create table team_member (
  account_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  primary key (account_id, team_id, user_id),
  foreign key (account_id, team_id) references team on delete cascade,
  foreign key (account_id, user_id) references membership on delete cascade
);
comment on table team_member is 'Who is in a team. Whoever leaves the account leaves its teams.';
create index team_member_person on team_member (account_id, user_id);
select protect_account_table('team_member', 'select, insert, delete');

create table owner_settings (
  account_id bigint primary key references account,
  user_id bigint,
  team_id bigint,
  duty_version integer not null default 0,
  rules_version integer not null default 0,
  foreign key (account_id, team_id) references team,
  constraint owner_settings_names_one check (num_nonnulls(user_id, team_id) <= 1)
);
comment on table owner_settings is
  'To whom falls what is in nobody''s name: the duty holder, a person or a team. No row or nobody chosen: the administrator '
  'who has been here longest.';
comment on column owner_settings.user_id is 'As subject_owner.user_id.';
comment on column owner_settings.duty_version is 'Raised when another duty holder is chosen; the ETag.';
comment on column owner_settings.rules_version is 'The same for the whole list of owner_rule.';
create index owner_settings_team on owner_settings (account_id, team_id);
select protect_account_table('owner_settings', 'select, insert, update');

create table owner_rule (
  account_id bigint not null references account,
  rule_id bigint not null default nextval('vigie_id'),
  position integer not null check (position between 1 and 100),
  countries text[] not null check (cardinality(countries) <= 250),
  categories text[] not null check (cardinality(categories) <= 100),
  criticalities text[] not null check (cardinality(criticalities) <= 100),
  unit_id bigint,
  user_id bigint,
  team_id bigint,
  primary key (account_id, rule_id),
  foreign key (account_id, unit_id) references unit on delete cascade,
  foreign key (account_id, team_id) references team,
  constraint owner_rule_names_one check (num_nonnulls(user_id, team_id) = 1)
);
comment on table owner_rule is
  'Who answers for companies that are in nobody''s name, by what the companies are. The first rule that fits, and whose '
  'person or team can act, decides; it is asked at each reading, so a company that changes changes hands by itself.';
comment on column owner_rule.countries is 'One of these; empty: any. The same holds for categories and criticalities.';
comment on column owner_rule.unit_id is 'In this unit or beneath it; null: anywhere. A rule goes with its unit.';
comment on column owner_rule.user_id is 'As subject_owner.user_id.';
create index owner_rule_order on owner_rule (account_id, position);
create index owner_rule_unit on owner_rule (account_id, unit_id);
create index owner_rule_team on owner_rule (account_id, team_id);
select protect_account_table('owner_rule', 'select, insert, update, delete');

create table subject_owner (
  account_id bigint not null,
  subject bigint not null,
  thirdparty_id bigint not null,
  user_id bigint,
  team_id bigint,
  version integer not null default 1,
  primary key (account_id, subject),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, team_id) references team,
  constraint subject_owner_names_one check (num_nonnulls(user_id, team_id) <= 1)
);
comment on table subject_owner is
  'In whose name a third party or a dossier is. No row, or a row without a name: in nobody''s.';
comment on column subject_owner.subject is 'As attribute_value.subject.';
comment on column subject_owner.thirdparty_id is 'The third party itself, or that of the dossier.';
comment on column subject_owner.user_id is
  'No foreign key: somebody who has left stays named, so that what was theirs can be handed over afterwards. Until '
  'then it falls to the next in line.';
comment on column subject_owner.version is 'Raised by every change of the owner or the followers; the ETag.';
create index subject_owner_person on subject_owner (account_id, user_id, subject) where user_id is not null;
comment on index subject_owner_person is 'What is in somebody''s name, in the order of the lists.';
create index subject_owner_team on subject_owner (account_id, team_id, subject);
create index subject_owner_thirdparty on subject_owner (account_id, thirdparty_id);
select protect_account_table('subject_owner', 'select, insert, update');
select fence_units('subject_owner', '(select seen_thirdparties()) ?> thirdparty_id');

create table subject_follower (
  account_id bigint not null,
  follower_id bigint not null default nextval('vigie_id'),
  subject bigint not null,
  thirdparty_id bigint not null,
  user_id bigint,
  team_id bigint,
  primary key (account_id, follower_id),
  unique nulls not distinct (account_id, subject, user_id, team_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, team_id) references team,
  constraint subject_follower_names_one check (num_nonnulls(user_id, team_id) = 1)
);
comment on table subject_follower is 'Who wants to know of a third party or a dossier without answering for it.';
comment on column subject_follower.subject is 'As attribute_value.subject.';
comment on column subject_follower.thirdparty_id is 'As subject_owner.thirdparty_id.';
comment on column subject_follower.user_id is 'As subject_owner.user_id.';
create index subject_follower_person on subject_follower (account_id, user_id, subject) where user_id is not null;
create index subject_follower_team on subject_follower (account_id, team_id, subject);
create index subject_follower_thirdparty on subject_follower (account_id, thirdparty_id);
select protect_account_table('subject_follower', 'select, insert, delete');
select fence_units('subject_follower', '(select seen_thirdparties()) ?> thirdparty_id');

create function owner_acts(account bigint, person bigint, team bigint, units bigint) returns boolean
language sql stable set search_path = vigie, pg_temp as $$
  select exists (
    select from membership m join app_user u on u.user_id = m.user_id
    where m.account_id = account and m.active and u.active
      and (m.user_id = person or exists (select from team_member tm
        where tm.account_id = account and tm.team_id = team and tm.user_id = m.user_id))
      and member_sees(account, m.user_id, units))
$$;
comment on function owner_acts is
  'Whether a person, or at least one of a team, is an active member who sees the companies of this set of units. Null is '
  'the set of companies in no unit, which only those see who see all.';
revoke execute on function owner_acts(bigint, bigint, bigint, bigint) from public;
grant execute on function owner_acts(bigint, bigint, bigint, bigint) to vigie_app;

alter table portfolio_import_row add column owner jsonb check (jsonb_typeof(owner) = 'object');
comment on column portfolio_import_row.owner is 'In whose name the company comes: userId or teamId; null for nobody''s.';
