-- What people are told of by themselves: what happened, whom it concerns, and how it reaches them.

create table alert_position (
  account_id bigint primary key references account,
  event_seq bigint not null default 0 check (event_seq >= 0),
  change_seq bigint not null default 0 check (change_seq >= 0),
  watched_on date
);
comment on table alert_position is
  'How far alerts were made. Whoever makes some holds the row until the commit, so that each comes about once.';
comment on column alert_position.event_seq is 'The last number of the journal that was looked at.';
comment on column alert_position.change_seq is 'The same of the changes of hits.';
comment on column alert_position.watched_on is
  'The last day for which dates were looked at: nothing is recorded when a date passes.';
select protect_account_table('alert_position', 'select, insert, update');
-- What happened before there were alerts is nobody's news.
do $$
declare
  each_account bigint;
begin
  perform set_config('app.directory', 'on', true);
  for each_account in select account_id from account order by account_id loop
    perform set_config('app.account', each_account::text, true);
    insert into alert_position (account_id, event_seq, change_seq) values (each_account,
      coalesce((select seq from journal_head where account_id = each_account), 0),
      coalesce((select seq from screening_change_head where account_id = each_account), 0));
  end loop;
  perform set_config('app.account', '', true), set_config('app.directory', '', true);
end
$$;

create table alert (
  account_id bigint not null references account,
  alert_id bigint not null default nextval('vigie_id'),
  source text not null check (length(source) between 1 and 100),
  kind text not null check (length(kind) between 1 and 40),
  thirdparty_id bigint,
  dossier_id bigint,
  document_id bigint,
  themes text[] not null,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  occurred_at timestamptz not null,
  made_at timestamptz not null,
  primary key (account_id, alert_id),
  unique (account_id, source),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table alert is 'Something that happened and that people are told of, once for all of them. Kept for 90 days.';
comment on column alert.source is
  'What it tells of: an event, a change of a hit, or a date that passed. Nothing becomes two alerts.';
comment on column alert.thirdparty_id is 'Null for what concerns the whole account; only those see it who see all.';
comment on column alert.dossier_id is 'No foreign key, as for documents: an alert is gone long before either.';
comment on column alert.facts is 'The few words its text is made of, in the language of each reader; never a person''s.';
select protect_account_table('alert', 'select, insert, delete');
select fence_units('alert', '(select seen_thirdparties()) ?> thirdparty_id');
create index alert_of_thirdparty on alert (account_id, thirdparty_id);
create index alert_age on alert (account_id, made_at);

create table alert_recipient (
  account_id bigint not null,
  person bigint not null,
  alert bigint not null,
  channel smallint not null check (channel between 0 and 3),
  read_at timestamptz,
  primary key (account_id, person, alert)
);
comment on table alert_recipient is
  'Whom an alert is for. No foreign keys: one busy minute makes millions of these rows, and each check would cost as '
  'much as the row. Whoever makes them reads people and alerts in the same statement, and the cleaning ends them by '
  'their alert.';
comment on column alert_recipient.channel is
  'How it reaches them besides the page: 0 not at all, 1 by the weekly mail, 2 by the daily one, 3 by a mail at once.';
comment on column alert_recipient.read_at is 'As alert_person.read_through, of this one alone.';
select protect_account_table('alert_recipient', 'select, insert, update, delete');

create table alert_person (
  account_id bigint not null,
  user_id bigint not null,
  time_zone text not null default 'Europe/Paris' check (length(time_zone) between 1 and 64),
  digest_hour smallint not null default 7 check (digest_hour between 0 and 23),
  digest_weekday smallint not null default 1 check (digest_weekday between 1 and 7),
  quiet_from smallint check (quiet_from between 0 and 23),
  quiet_until smallint check (quiet_until between 0 and 23),
  defaults boolean not null default true,
  mails boolean not null default true,
  read_through bigint not null default 0,
  version integer not null default 0,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references membership on delete cascade,
  constraint alert_person_quiet_whole check ((quiet_from is null) = (quiet_until is null))
);
comment on table alert_person is 'How somebody wants to be told, and how far they have read. No row: as the columns say by default.';
comment on column alert_person.defaults is 'Whether the subscriptions that everybody begins with count for them.';
comment on column alert_person.mails is 'False once they unsubscribed in a mail: the page still shows everything.';
comment on column alert_person.read_through is 'Everything up to this alert is read: one click for all of them.';
comment on column alert_person.version is 'Raised by every change of the settings; the ETag.';
select protect_account_table('alert_person', 'select, insert, update, delete');

create table alert_subscription (
  account_id bigint not null references account,
  subscription_id bigint not null default nextval('vigie_id'),
  user_id bigint,
  team_id bigint,
  kinds text[] not null check (cardinality(kinds) <= 30),
  themes text[] not null check (cardinality(themes) <= 20),
  min_criticality text check (length(min_criticality) between 1 and 200),
  reach text not null check (reach in ('MINE', 'FOLLOWED', 'ALL')),
  channel smallint not null check (channel between 0 and 3),
  primary key (account_id, subscription_id),
  foreign key (account_id, user_id) references membership on delete cascade,
  foreign key (account_id, team_id) references team on delete cascade,
  constraint alert_subscription_of_one check (num_nonnulls(user_id, team_id) = 1)
);
comment on table alert_subscription is 'What a person, or everybody in a team, wants to be told of, and how.';
comment on column alert_subscription.kinds is 'One of these; empty: any. The same holds for themes.';
comment on column alert_subscription.min_criticality is
  'An option of CRITICALITY: companies of this one or of those listed before it. Null: any company.';
comment on column alert_subscription.reach is 'What they answer for, what they follow, or all that they see.';
comment on column alert_subscription.channel is 'As alert_recipient.channel.';
create index alert_subscription_person on alert_subscription (account_id, user_id);
create index alert_subscription_team on alert_subscription (account_id, team_id);
select protect_account_table('alert_subscription', 'select, insert, delete');

create table alert_mailing (
  account_id bigint not null,
  user_id bigint not null,
  channel smallint not null check (channel between 1 and 3),
  after_id bigint not null,
  due_at timestamptz,
  sent_at timestamptz,
  primary key (account_id, user_id, channel),
  foreign key (account_id, user_id) references membership on delete cascade
);
comment on table alert_mailing is
  'The next mail to somebody, by each way. It is moved on in the transaction that writes the mail into the outbox, so '
  'that a worker may die at any moment and nothing is sent twice or left out.';
comment on column alert_mailing.after_id is 'The last alert that was mailed, or from which on there is something to mail.';
comment on column alert_mailing.due_at is 'Null while nothing waits.';
create index alert_mailing_due on alert_mailing (account_id, due_at) where due_at is not null;
select protect_account_table('alert_mailing', 'select, insert, update, delete');

create table alert_channel (
  account_id bigint not null references account,
  channel_id bigint not null default nextval('vigie_id'),
  name text not null check (length(name) between 1 and 100),
  service text not null check (service in ('SLACK', 'TEAMS')),
  sealed_url bytea not null,
  language text not null check (language in ('en', 'fr')),
  kinds text[] not null check (cardinality(kinds) <= 30),
  themes text[] not null check (cardinality(themes) <= 20),
  min_criticality text check (length(min_criticality) between 1 and 200),
  after_id bigint not null,
  due_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  last_error text check (length(last_error) <= 40),
  version integer not null default 1,
  primary key (account_id, channel_id),
  unique (account_id, name),
  constraint alert_channel_failing_dated check ((failures = 0) = (failing_since is null))
);
comment on table alert_channel is 'A room of Slack or Teams that is told, by its incoming webhook.';
comment on column alert_channel.sealed_url is
  'Whoever knows the address may write there: sealed with the secret key of the installation, which is not in the '
  'database.';
comment on column alert_channel.after_id is 'The last alert that was looked at for it.';
comment on column alert_channel.due_at is 'When it is tried next; null while nothing waits.';
comment on column alert_channel.version is 'Raised by every change of its settings; the ETag.';
create index alert_channel_due on alert_channel (account_id, due_at) where due_at is not null;
select protect_account_table('alert_channel', 'select, insert, update, delete');

create index datahub_monitoring_failing on datahub_monitoring (account_id, failing_since) where failing_since is not null;
comment on index datahub_monitoring_failing is 'Providers that have been silent for days, which alerts ask for.';
