-- Written by scripts/schema.ts from the migrated database; a test holds the two together. Not to be edited.

grant usage on schema vigie to vigie_app;
grant usage on schema vigie to vigie_backup;

create sequence vigie_id as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant select on sequence vigie_id to vigie_backup;
grant usage on sequence vigie_id to vigie_app;
comment on sequence vigie_id is 'Every id of the product comes from this one sequence, so a document id can never be mistaken for a response id.';

create type legal_announcement_line as (
  siren text,
  announcement_key text,
  published_on date,
  announcement jsonb
);
comment on type legal_announcement_line is 'As register_company_line.';
create type register_company_line as (
  source text,
  record_key text,
  name text,
  trade_name text,
  search_name text,
  search_extra text,
  country_code text,
  siren text,
  local_id text,
  nic text,
  naf_code text,
  legal_form text,
  headcount_band text,
  headcount_year smallint,
  created_on date,
  closed_on date,
  is_active boolean,
  status_detail text,
  is_masked boolean,
  address_lines text,
  postal_code text,
  city text,
  region text,
  size_rank smallint,
  changed_at timestamp with time zone
);
comment on type register_company_line is 'What a row of a file becomes, for writing thousands at once: PostgreSQL reads such rows about as fast as COPY.';
create type register_establishment_line as (
  siret text,
  is_head_office boolean,
  is_open boolean,
  trade_name text,
  address_lines text,
  postal_code text,
  city text,
  region text,
  changed_at timestamp with time zone
);
comment on type register_establishment_line is 'As register_company_line.';

create table absence (
  account_id bigint not null,
  user_id bigint not null,
  from_day date not null,
  until_day date not null,
  substitute_id bigint not null,
  constraint absence_pkey PRIMARY KEY (account_id, user_id, from_day),
  constraint absence_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE,
  constraint absence_in_order CHECK ((from_day <= until_day)),
  constraint absence_of_another CHECK ((substitute_id <> user_id))
);
alter table absence enable row level security;
alter table absence force row level security;
create policy account_isolation on absence for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on absence for select to vigie_backup
  using (true);
grant delete, insert, select on table absence to vigie_app;
grant select on table absence to vigie_backup;
comment on table absence is 'When somebody is away, both days included, and who decides on approval steps in their place meanwhile.';
comment on column absence.substitute_id is 'No foreign key: a substitute who has left helps nobody, but the person is still away, and the duty holder steps in.';

create table account (
  account_id bigint default nextval('vigie_id'::regclass) not null,
  name text not null,
  kind text default 'PRODUCTION'::text not null,
  clock_offset_ms bigint default 0 not null,
  allowed_addresses text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  unique_codes boolean default false not null,
  constraint account_pkey PRIMARY KEY (account_id),
  constraint account_allowed_addresses_check CHECK ((cardinality(allowed_addresses) <= 100)),
  constraint account_kind_check CHECK ((kind = ANY (ARRAY['PRODUCTION'::text, 'SANDBOX'::text]))),
  constraint account_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint account_production_keeps_time CHECK (((clock_offset_ms = 0) OR (kind = 'SANDBOX'::text)))
);
alter table account enable row level security;
alter table account force row level security;
create policy account_isolation on account for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on account for select to vigie_backup
  using (true);
create policy directory on account for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table account to vigie_app;
grant select on table account to vigie_backup;
comment on table account is 'An organisation that evaluates its third parties. Nearly every other table belongs to one.';
comment on column account.clock_offset_ms is 'A sandbox may live ahead of the world''s clock, so that a year of reminders can be tried in a minute.';
comment on column account.allowed_addresses is 'From which addresses the account may be used: ranges in CIDR form, none meaning anywhere.';
comment on column account.unique_codes is 'Whether two companies of the account may not share a code. Accounts that were there before keep what they had.';

create table account_export (
  account_id bigint not null,
  export_id bigint default nextval('vigie_id'::regclass) not null,
  state text default 'WAITING'::text not null,
  asked_at timestamp with time zone default now() not null,
  asked_by_type text not null,
  asked_by bigint,
  parts_done integer default 0 not null,
  parts_total integer,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  object_key text,
  draft_keys text[] default '{}'::text[] not null,
  file_size bigint,
  sha256 bytea,
  fault text,
  constraint account_export_pkey PRIMARY KEY (account_id, export_id),
  constraint account_export_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint account_export_failed_says_why CHECK (((state = 'FAILED'::text) = (fault IS NOT NULL))),
  constraint account_export_fault_check CHECK ((fault = ANY (ARRAY['STORE_FULL'::text, 'STORE_UNAVAILABLE'::text, 'ACCOUNT_DELETED'::text, 'GIVEN_UP'::text]))),
  constraint account_export_ready_whole CHECK (((state <> 'READY'::text) OR (num_nonnulls(object_key, file_size, sha256, expires_at, finished_at) = 5))),
  constraint account_export_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint account_export_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'READY'::text, 'FAILED'::text, 'EXPIRED'::text])))
);
CREATE INDEX account_export_object ON vigie.account_export USING btree (account_id, object_key) WHERE (object_key IS NOT NULL);
CREATE UNIQUE INDEX account_export_under_way ON vigie.account_export USING btree (account_id) WHERE (state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text]));
alter table account_export enable row level security;
alter table account_export force row level security;
create policy account_isolation on account_export for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on account_export for select to vigie_backup
  using (true);
grant insert, select, update on table account_export to vigie_app;
grant select on table account_export to vigie_backup;
comment on table account_export is 'Exports of everything an account owns: asked for, under way, kept for some days.';
comment on column account_export.draft_keys is 'Objects that an export under way has put into the store: whoever makes it again, or gives it up, removes them first.';
comment on index account_export_under_way is 'One at a time: a second one would read and store the same once more.';

create table account_quota (
  account_id bigint not null,
  quota text not null,
  most integer not null,
  changed_at timestamp with time zone default now() not null,
  constraint account_quota_pkey PRIMARY KEY (account_id, quota),
  constraint account_quota_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint account_quota_most_check CHECK (((most >= 1) AND (most <= 1000000))),
  constraint account_quota_quota_check CHECK ((quota = ANY (ARRAY['INVITATIONS_PER_HOUR'::text, 'CONTACT_MAILS_PER_DAY'::text, 'SEARCHES_PER_DAY'::text])))
);
alter table account_quota enable row level security;
alter table account_quota force row level security;
create policy account_isolation on account_quota for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on account_quota for select to vigie_backup
  using (true);
grant delete, insert, select, update on table account_quota to vigie_app;
grant select on table account_quota to vigie_backup;
comment on table account_quota is 'Where an operator gave an account another quota than the settings of the installation give to all.';

create table account_standing (
  account_id bigint not null,
  suspended_at timestamp with time zone,
  suspension_reason text,
  deletion_asked_at timestamp with time zone,
  deletion_asked_by_type text,
  deletion_asked_by bigint,
  deletion_reason text,
  deletion_due_at timestamp with time zone,
  deleting_at timestamp with time zone,
  deleted_counts jsonb default '{}'::jsonb not null,
  state text generated always as (
CASE
    WHEN (deleting_at IS NOT NULL) THEN 'DELETING'::text
    WHEN (suspended_at IS NOT NULL) THEN 'SUSPENDED'::text
    WHEN (deletion_due_at IS NOT NULL) THEN 'LEAVING'::text
    ELSE NULL::text
END) stored,
  constraint account_standing_pkey PRIMARY KEY (account_id),
  constraint account_standing_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint account_standing_deleting_was_asked CHECK (((deleting_at IS NULL) OR (deletion_due_at IS NOT NULL))),
  constraint account_standing_deletion_asked_by_type_check CHECK ((deletion_asked_by_type = ANY (ARRAY['USER'::text, 'API_CLIENT'::text, 'OPERATOR'::text]))),
  constraint account_standing_deletion_reason_check CHECK (((length(deletion_reason) >= 1) AND (length(deletion_reason) <= 500))),
  constraint account_standing_deletion_whole CHECK ((((deletion_asked_at IS NULL) = (deletion_due_at IS NULL)) AND ((deletion_asked_at IS NULL) = (deletion_asked_by_type IS NULL)) AND ((deletion_asked_at IS NULL) = (deletion_reason IS NULL)))),
  constraint account_standing_suspension_reason_check CHECK (((length(suspension_reason) >= 1) AND (length(suspension_reason) <= 500))),
  constraint account_standing_suspension_whole CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL)))
);
alter table account_standing enable row level security;
alter table account_standing force row level security;
create policy account_isolation on account_standing for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on account_standing for select to vigie_backup
  using (true);
create policy directory on account_standing for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert on column account_standing.account_id to vigie_app;
grant insert, update on column account_standing.deletion_asked_at to vigie_app;
grant insert, update on column account_standing.deletion_asked_by to vigie_app;
grant insert, update on column account_standing.deletion_asked_by_type to vigie_app;
grant insert, update on column account_standing.deletion_due_at to vigie_app;
grant insert, update on column account_standing.deletion_reason to vigie_app;
grant insert, update on column account_standing.suspended_at to vigie_app;
grant insert, update on column account_standing.suspension_reason to vigie_app;
grant select on table account_standing to vigie_app;
grant select on table account_standing to vigie_backup;
grant update on column account_standing.deleted_counts to vigie_app;
comment on table account_standing is 'What keeps an account from being used: it was suspended, or it is about to be deleted. No row: nothing does.';
comment on column account_standing.deletion_due_at is 'Until then the deletion can be taken back, and nobody but its administrators gets in.';
comment on column account_standing.deleting_at is 'From then on rows disappear. Written by begin_account_deletion alone, and never taken back.';
comment on column account_standing.deleted_counts is 'Rows, files and bytes deleted so far, written with each batch: a worker that is killed loses no count.';
comment on column account_standing.state is 'Null while the account may be used: a suspension that ended and a deletion that was taken back leave their row.';

create table administration_checkpoint (
  account_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  occurred_at timestamp with time zone not null,
  made_at timestamp with time zone not null,
  key_id text not null,
  public_key bytea not null,
  signature bytea not null,
  constraint administration_checkpoint_pkey PRIMARY KEY (account_id, seq),
  constraint administration_checkpoint_account_id_check CHECK ((account_id >= 0)),
  constraint administration_checkpoint_hash_check CHECK ((length(hash) = 32)),
  constraint administration_checkpoint_key_id_check CHECK ((key_id ~ '^[0-9a-f]{16}$'::text)),
  constraint administration_checkpoint_public_key_check CHECK ((length(public_key) = 32)),
  constraint administration_checkpoint_seq_check CHECK ((seq > 0)),
  constraint administration_checkpoint_signature_check CHECK ((length(signature) = 64))
);
alter table administration_checkpoint enable row level security;
alter table administration_checkpoint force row level security;
create policy account_isolation on administration_checkpoint for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on administration_checkpoint for select to vigie_backup
  using (true);
CREATE TRIGGER administration_checkpoint_append_only BEFORE DELETE OR UPDATE ON vigie.administration_checkpoint FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER administration_checkpoint_no_truncate BEFORE TRUNCATE ON vigie.administration_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant insert, select on table administration_checkpoint to vigie_app;
grant select on table administration_checkpoint to vigie_backup;
comment on table administration_checkpoint is 'As journal_checkpoint. What is signed is a digest of the hash under another name, so that no checkpoint of one chain can pass for one of the other.';

create table administration_event (
  account_id bigint not null,
  seq bigint not null,
  occurred_at timestamp with time zone not null,
  name text not null,
  actor_type text not null,
  actor_id bigint,
  subject_type text,
  subject_id bigint,
  salt bytea not null,
  payload bytea not null,
  detail_hash bytea not null,
  hash bytea not null,
  constraint administration_event_pkey PRIMARY KEY (account_id, seq),
  constraint administration_event_account_id_check CHECK ((account_id >= 0)),
  constraint administration_event_actor_type_check CHECK ((actor_type = ANY (ARRAY['USER'::text, 'CONTACT'::text, 'API_CLIENT'::text, 'JOB'::text, 'PROVIDER'::text, 'DIRECTORY'::text, 'OPERATOR'::text, 'ANYONE'::text]))),
  constraint administration_event_detail_hash_check CHECK ((length(detail_hash) = 32)),
  constraint administration_event_hash_check CHECK ((length(hash) = 32)),
  constraint administration_event_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{2,63}$'::text)),
  constraint administration_event_salt_check CHECK ((length(salt) = 32)),
  constraint administration_event_seq_check CHECK ((seq > 0)),
  constraint administration_event_subject_type_check CHECK ((subject_type ~ '^[A-Z][A-Z_]{2,31}$'::text))
);
CREATE INDEX administration_event_by_actor ON vigie.administration_event USING btree (account_id, actor_type, actor_id, seq);
CREATE INDEX administration_event_by_name ON vigie.administration_event USING btree (account_id, name, seq);
CREATE INDEX administration_event_by_subject ON vigie.administration_event USING btree (account_id, subject_type, subject_id, seq);
CREATE INDEX administration_event_by_time ON vigie.administration_event USING btree (account_id, occurred_at);
alter table administration_event enable row level security;
alter table administration_event force row level security;
create policy account_isolation on administration_event for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on administration_event for select to vigie_backup
  using (true);
CREATE TRIGGER administration_event_append_only BEFORE DELETE OR UPDATE ON vigie.administration_event FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER administration_event_no_truncate BEFORE TRUNCATE ON vigie.administration_event FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table administration_event to vigie_app;
grant select on table administration_event to vigie_backup;
comment on table administration_event is 'What was done to people, rights, clients, secrets and settings: by whom, from where, what was before and after. Apart from the journal of the specification, whose hundred names tell of third parties, dossiers and documents.';
comment on column administration_event.account_id is 'Number 0 is the operator''s own chain: no account has it, no path can name it, and no foreign key can hold.';
comment on column administration_event.salt is 'The chained part above holds identifiers only. Words, addresses and names are in the payload; what names a person is sealed.';

create table administration_head (
  account_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  occurred_at timestamp with time zone not null,
  constraint administration_head_pkey PRIMARY KEY (account_id),
  constraint administration_head_account_id_check CHECK ((account_id >= 0)),
  constraint administration_head_hash_check CHECK ((length(hash) = 32))
);
alter table administration_head enable row level security;
alter table administration_head force row level security;
create policy account_isolation on administration_head for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on administration_head for select to vigie_backup
  using (true);
create policy directory on administration_head for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
CREATE TRIGGER administration_head_forward BEFORE UPDATE ON vigie.administration_head FOR EACH ROW EXECUTE FUNCTION administration_keep_head();
CREATE TRIGGER administration_head_no_delete BEFORE DELETE ON vigie.administration_head FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER administration_head_no_truncate BEFORE TRUNCATE ON vigie.administration_head FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table administration_head to vigie_app;
grant select on table administration_head to vigie_backup;
comment on table administration_head is 'The last entry of each chain, as journal_head is of the events.';
comment on policy directory on administration_head is 'One question finds the chains that moved, however many accounts there are. Entries stay behind their wall.';

create table administration_stream (
  account_id bigint not null,
  seq bigint not null,
  constraint administration_stream_pkey PRIMARY KEY (account_id),
  constraint administration_stream_account_id_check CHECK ((account_id >= 0)),
  constraint administration_stream_seq_check CHECK ((seq >= 0))
);
alter table administration_stream enable row level security;
alter table administration_stream force row level security;
create policy account_isolation on administration_stream for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on administration_stream for select to vigie_backup
  using (true);
create policy directory on administration_stream for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table administration_stream to vigie_app;
grant select on table administration_stream to vigie_backup;
comment on table administration_stream is 'How far each chain was written to standard output, by whichever process had its turn.';

create table agent_policy (
  account_id bigint not null,
  access text not null,
  version integer default 1 not null,
  constraint agent_policy_pkey PRIMARY KEY (account_id),
  constraint agent_policy_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint agent_policy_access_check CHECK ((access = ANY (ARRAY['OFF'::text, 'READ'::text, 'WRITE'::text])))
);
alter table agent_policy enable row level security;
alter table agent_policy force row level security;
create policy account_isolation on agent_policy for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on agent_policy for select to vigie_backup
  using (true);
grant insert, select, update on table agent_policy to vigie_app;
grant select on table agent_policy to vigie_backup;
comment on table agent_policy is 'What an account lets agents do in the name of its people. No row: they may read what the person may read.';

create table alert (
  account_id bigint not null,
  alert_id bigint default nextval('vigie_id'::regclass) not null,
  source text not null,
  kind text not null,
  thirdparty_id bigint,
  dossier_id bigint,
  document_id bigint,
  themes text[] not null,
  facts jsonb not null,
  occurred_at timestamp with time zone not null,
  made_at timestamp with time zone not null,
  constraint alert_pkey PRIMARY KEY (account_id, alert_id),
  constraint alert_account_id_source_key UNIQUE (account_id, source),
  constraint alert_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint alert_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint alert_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text)),
  constraint alert_kind_check CHECK (((length(kind) >= 1) AND (length(kind) <= 40))),
  constraint alert_source_check CHECK (((length(source) >= 1) AND (length(source) <= 100)))
);
CREATE INDEX alert_age ON vigie.alert USING btree (account_id, made_at);
CREATE INDEX alert_of_thirdparty ON vigie.alert USING btree (account_id, thirdparty_id);
alter table alert enable row level security;
alter table alert force row level security;
create policy account_isolation on alert for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert for select to vigie_backup
  using (true);
create policy unit_sight on alert as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select on table alert to vigie_app;
grant select on table alert to vigie_backup;
comment on table alert is 'Something that happened and that people are told of, once for all of them. Kept for 90 days.';
comment on column alert.source is 'What it tells of: an event, a change of a hit, or a date that passed. Nothing becomes two alerts.';
comment on column alert.thirdparty_id is 'Null for what concerns the whole account; only those see it who see all.';
comment on column alert.dossier_id is 'No foreign key, as for documents: an alert is gone long before either.';
comment on column alert.facts is 'The few words its text is made of, in the language of each reader; never a person''s.';

create table alert_channel (
  account_id bigint not null,
  channel_id bigint default nextval('vigie_id'::regclass) not null,
  name text not null,
  service text not null,
  sealed_url bytea not null,
  language text not null,
  kinds text[] not null,
  themes text[] not null,
  min_criticality text,
  after_id bigint not null,
  due_at timestamp with time zone,
  failures integer default 0 not null,
  failing_since timestamp with time zone,
  last_error text,
  version integer default 1 not null,
  constraint alert_channel_pkey PRIMARY KEY (account_id, channel_id),
  constraint alert_channel_account_id_name_key UNIQUE (account_id, name),
  constraint alert_channel_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint alert_channel_failing_dated CHECK (((failures = 0) = (failing_since IS NULL))),
  constraint alert_channel_failures_check CHECK ((failures >= 0)),
  constraint alert_channel_kinds_check CHECK ((cardinality(kinds) <= 30)),
  constraint alert_channel_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint alert_channel_last_error_check CHECK ((length(last_error) <= 40)),
  constraint alert_channel_min_criticality_check CHECK (((length(min_criticality) >= 1) AND (length(min_criticality) <= 200))),
  constraint alert_channel_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint alert_channel_service_check CHECK ((service = ANY (ARRAY['SLACK'::text, 'TEAMS'::text]))),
  constraint alert_channel_themes_check CHECK ((cardinality(themes) <= 20))
);
CREATE INDEX alert_channel_due ON vigie.alert_channel USING btree (account_id, due_at) WHERE (due_at IS NOT NULL);
alter table alert_channel enable row level security;
alter table alert_channel force row level security;
create policy account_isolation on alert_channel for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert_channel for select to vigie_backup
  using (true);
grant delete, insert, select, update on table alert_channel to vigie_app;
grant select on table alert_channel to vigie_backup;
comment on table alert_channel is 'A room of Slack or Teams that is told, by its incoming webhook.';
comment on column alert_channel.sealed_url is 'Whoever knows the address may write there: sealed with the secret key of the installation, which is not in the database.';
comment on column alert_channel.after_id is 'The last alert that was looked at for it.';
comment on column alert_channel.due_at is 'When it is tried next; null while nothing waits.';
comment on column alert_channel.version is 'Raised by every change of its settings; the ETag.';

create table alert_mailing (
  account_id bigint not null,
  user_id bigint not null,
  channel smallint not null,
  after_id bigint not null,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  constraint alert_mailing_pkey PRIMARY KEY (account_id, user_id, channel),
  constraint alert_mailing_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE,
  constraint alert_mailing_channel_check CHECK (((channel >= 1) AND (channel <= 3)))
);
CREATE INDEX alert_mailing_due ON vigie.alert_mailing USING btree (account_id, due_at) WHERE (due_at IS NOT NULL);
alter table alert_mailing enable row level security;
alter table alert_mailing force row level security;
create policy account_isolation on alert_mailing for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert_mailing for select to vigie_backup
  using (true);
grant delete, insert, select, update on table alert_mailing to vigie_app;
grant select on table alert_mailing to vigie_backup;
comment on table alert_mailing is 'The next mail to somebody, by each way. It is moved on in the transaction that writes the mail into the outbox, so that a worker may die at any moment and nothing is sent twice or left out.';
comment on column alert_mailing.after_id is 'The last alert that was mailed, or from which on there is something to mail.';
comment on column alert_mailing.due_at is 'Null while nothing waits.';

create table alert_person (
  account_id bigint not null,
  user_id bigint not null,
  time_zone text default 'Europe/Paris'::text not null,
  digest_hour smallint default 7 not null,
  digest_weekday smallint default 1 not null,
  quiet_from smallint,
  quiet_until smallint,
  defaults boolean default true not null,
  mails boolean default true not null,
  read_through bigint default 0 not null,
  version integer default 0 not null,
  constraint alert_person_pkey PRIMARY KEY (account_id, user_id),
  constraint alert_person_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE,
  constraint alert_person_digest_hour_check CHECK (((digest_hour >= 0) AND (digest_hour <= 23))),
  constraint alert_person_digest_weekday_check CHECK (((digest_weekday >= 1) AND (digest_weekday <= 7))),
  constraint alert_person_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 23))),
  constraint alert_person_quiet_until_check CHECK (((quiet_until >= 0) AND (quiet_until <= 23))),
  constraint alert_person_quiet_whole CHECK (((quiet_from IS NULL) = (quiet_until IS NULL))),
  constraint alert_person_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64)))
);
alter table alert_person enable row level security;
alter table alert_person force row level security;
create policy account_isolation on alert_person for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert_person for select to vigie_backup
  using (true);
grant delete, insert, select, update on table alert_person to vigie_app;
grant select on table alert_person to vigie_backup;
comment on table alert_person is 'How somebody wants to be told, and how far they have read. No row: as the columns say by default.';
comment on column alert_person.defaults is 'Whether the subscriptions that everybody begins with count for them.';
comment on column alert_person.mails is 'False once they unsubscribed in a mail: the page still shows everything.';
comment on column alert_person.read_through is 'Everything up to this alert is read: one click for all of them.';
comment on column alert_person.version is 'Raised by every change of the settings; the ETag.';

create table alert_position (
  account_id bigint not null,
  event_seq bigint default 0 not null,
  change_seq bigint default 0 not null,
  watched_on date,
  constraint alert_position_pkey PRIMARY KEY (account_id),
  constraint alert_position_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint alert_position_change_seq_check CHECK ((change_seq >= 0)),
  constraint alert_position_event_seq_check CHECK ((event_seq >= 0))
);
alter table alert_position enable row level security;
alter table alert_position force row level security;
create policy account_isolation on alert_position for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert_position for select to vigie_backup
  using (true);
grant insert, select, update on table alert_position to vigie_app;
grant select on table alert_position to vigie_backup;
comment on table alert_position is 'How far alerts were made. Whoever makes some holds the row until the commit, so that each comes about once.';
comment on column alert_position.event_seq is 'The last number of the journal that was looked at.';
comment on column alert_position.change_seq is 'The same of the changes of hits.';
comment on column alert_position.watched_on is 'The last day for which dates were looked at: nothing is recorded when a date passes.';

create table alert_recipient (
  account_id bigint not null,
  person bigint not null,
  alert bigint not null,
  channel smallint not null,
  read_at timestamp with time zone,
  constraint alert_recipient_pkey PRIMARY KEY (account_id, person, alert),
  constraint alert_recipient_channel_check CHECK (((channel >= 0) AND (channel <= 3)))
);
alter table alert_recipient enable row level security;
alter table alert_recipient force row level security;
create policy account_isolation on alert_recipient for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert_recipient for select to vigie_backup
  using (true);
grant delete, insert, select, update on table alert_recipient to vigie_app;
grant select on table alert_recipient to vigie_backup;
comment on table alert_recipient is 'Whom an alert is for. No foreign keys: one busy minute makes millions of these rows, and each check would cost as much as the row. Whoever makes them reads people and alerts in the same statement, and the cleaning ends them by their alert.';
comment on column alert_recipient.channel is 'How it reaches them besides the page: 0 not at all, 1 by the weekly mail, 2 by the daily one, 3 by a mail at once.';
comment on column alert_recipient.read_at is 'As alert_person.read_through, of this one alone.';

create table alert_subscription (
  account_id bigint not null,
  subscription_id bigint default nextval('vigie_id'::regclass) not null,
  user_id bigint,
  team_id bigint,
  kinds text[] not null,
  themes text[] not null,
  min_criticality text,
  reach text not null,
  channel smallint not null,
  constraint alert_subscription_pkey PRIMARY KEY (account_id, subscription_id),
  constraint alert_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint alert_subscription_account_id_team_id_fkey FOREIGN KEY (account_id, team_id) REFERENCES team(account_id, team_id) ON DELETE CASCADE,
  constraint alert_subscription_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE,
  constraint alert_subscription_channel_check CHECK (((channel >= 0) AND (channel <= 3))),
  constraint alert_subscription_kinds_check CHECK ((cardinality(kinds) <= 30)),
  constraint alert_subscription_min_criticality_check CHECK (((length(min_criticality) >= 1) AND (length(min_criticality) <= 200))),
  constraint alert_subscription_of_one CHECK ((num_nonnulls(user_id, team_id) = 1)),
  constraint alert_subscription_reach_check CHECK ((reach = ANY (ARRAY['MINE'::text, 'FOLLOWED'::text, 'ALL'::text]))),
  constraint alert_subscription_themes_check CHECK ((cardinality(themes) <= 20))
);
CREATE INDEX alert_subscription_person ON vigie.alert_subscription USING btree (account_id, user_id);
CREATE INDEX alert_subscription_team ON vigie.alert_subscription USING btree (account_id, team_id);
alter table alert_subscription enable row level security;
alter table alert_subscription force row level security;
create policy account_isolation on alert_subscription for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on alert_subscription for select to vigie_backup
  using (true);
grant delete, insert, select on table alert_subscription to vigie_app;
grant select on table alert_subscription to vigie_backup;
comment on table alert_subscription is 'What a person, or everybody in a team, wants to be told of, and how.';
comment on column alert_subscription.kinds is 'One of these; empty: any. The same holds for themes.';
comment on column alert_subscription.min_criticality is 'An option of CRITICALITY: companies of this one or of those listed before it. Null: any company.';
comment on column alert_subscription.reach is 'What they answer for, what they follow, or all that they see.';
comment on column alert_subscription.channel is 'As alert_recipient.channel.';

create table announcement_watch (
  account_id bigint not null,
  thirdparty_id bigint not null,
  due_at timestamp with time zone not null,
  read_until date,
  constraint announcement_watch_pkey PRIMARY KEY (account_id, thirdparty_id),
  constraint announcement_watch_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id)
);
CREATE INDEX announcement_watch_due ON vigie.announcement_watch USING btree (account_id, due_at);
alter table announcement_watch enable row level security;
alter table announcement_watch force row level security;
create policy account_isolation on announcement_watch for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on announcement_watch for select to vigie_backup
  using (true);
create policy unit_sight on announcement_watch as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table announcement_watch to vigie_app;
grant select on table announcement_watch to vigie_backup;
comment on table announcement_watch is 'Whose announcements are followed, and when they are asked for next.';
comment on column announcement_watch.read_until is 'The day up to which everything has been read; null before the first answer.';

create table api_client (
  account_id bigint not null,
  api_client_id bigint default nextval('vigie_id'::regclass) not null,
  client_id text not null,
  name text not null,
  scopes text[] not null,
  jwks jsonb,
  allowed_addresses text[] default '{}'::text[] not null,
  active boolean default true not null,
  token_version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  all_units boolean default true not null,
  constraint api_client_pkey PRIMARY KEY (account_id, api_client_id),
  constraint api_client_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint api_client_allowed_addresses_check CHECK ((cardinality(allowed_addresses) <= 100)),
  constraint api_client_client_id_check CHECK ((client_id ~ '^[A-Za-z0-9_-]{8,64}$'::text)),
  constraint api_client_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint api_client_scopes_check CHECK ((((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 5)) AND (scopes <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
CREATE UNIQUE INDEX api_client_client_id ON vigie.api_client USING btree (client_id);
CREATE INDEX api_client_limited ON vigie.api_client USING btree (account_id) WHERE (NOT all_units);
alter table api_client enable row level security;
alter table api_client force row level security;
create policy account_isolation on api_client for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on api_client for select to vigie_backup
  using (true);
create policy directory on api_client for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table api_client to vigie_app;
grant select on table api_client to vigie_backup;
comment on table api_client is 'A program of an account that calls the API.';
comment on column api_client.jwks is 'Public keys of a client that signs its requests for a token, instead of a secret or beside it.';
comment on column api_client.allowed_addresses is 'As account.allowed_addresses, for this client alone.';
comment on column api_client.token_version is 'Raised to end every token of the client at once.';
comment on column api_client.all_units is 'As membership.all_units.';
comment on index api_client_limited is 'As membership_limited.';

create table api_client_secret (
  account_id bigint not null,
  api_client_id bigint not null,
  secret_id bigint default nextval('vigie_id'::regclass) not null,
  label text,
  secret_hash text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  warned_at timestamp with time zone,
  constraint api_client_secret_pkey PRIMARY KEY (account_id, secret_id),
  constraint api_client_secret_account_id_api_client_id_fkey FOREIGN KEY (account_id, api_client_id) REFERENCES api_client(account_id, api_client_id),
  constraint api_client_secret_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100)))
);
CREATE INDEX api_client_secret_client ON vigie.api_client_secret USING btree (account_id, api_client_id);
alter table api_client_secret enable row level security;
alter table api_client_secret force row level security;
create policy account_isolation on api_client_secret for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on api_client_secret for select to vigie_backup
  using (true);
create policy directory on api_client_secret for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table api_client_secret to vigie_app;
grant select on table api_client_secret to vigie_backup;
comment on table api_client_secret is 'Two at a time for each client, so that one can follow the other without a gap. What has ended stays until it is replaced or removed.';
comment on column api_client_secret.warned_at is 'When the administrators were told that it ends soon, so that they are told once.';

create table api_client_unit (
  account_id bigint not null,
  api_client_id bigint not null,
  unit_id bigint not null,
  constraint api_client_unit_pkey PRIMARY KEY (account_id, api_client_id, unit_id),
  constraint api_client_unit_account_id_api_client_id_fkey FOREIGN KEY (account_id, api_client_id) REFERENCES api_client(account_id, api_client_id) ON DELETE CASCADE,
  constraint api_client_unit_account_id_unit_id_fkey FOREIGN KEY (account_id, unit_id) REFERENCES unit(account_id, unit_id) ON DELETE CASCADE
);
CREATE INDEX api_client_unit_unit ON vigie.api_client_unit USING btree (account_id, unit_id);
alter table api_client_unit enable row level security;
alter table api_client_unit force row level security;
create policy account_isolation on api_client_unit for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on api_client_unit for select to vigie_backup
  using (true);
create policy directory on api_client_unit for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select on table api_client_unit to vigie_app;
grant select on table api_client_unit to vigie_backup;
comment on table api_client_unit is 'As membership_unit.';

create table app_user (
  user_id bigint default nextval('vigie_id'::regclass) not null,
  email text not null,
  email_proved_at timestamp with time zone,
  name text not null,
  language text default 'en'::text not null,
  password_hash text,
  active boolean default true not null,
  token_version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  directory_account_id bigint,
  tokens_ended_at timestamp with time zone,
  constraint app_user_pkey PRIMARY KEY (user_id),
  constraint app_user_directory_account_id_fkey FOREIGN KEY (directory_account_id) REFERENCES account(account_id),
  constraint app_user_directory_no_password CHECK (((directory_account_id IS NULL) OR (password_hash IS NULL))),
  constraint app_user_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint app_user_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint app_user_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
CREATE UNIQUE INDEX app_user_directory_email ON vigie.app_user USING btree (directory_account_id, email);
CREATE UNIQUE INDEX app_user_email ON vigie.app_user USING btree (email) WHERE (directory_account_id IS NULL);
alter table app_user enable row level security;
alter table app_user force row level security;
create policy backup_reads on app_user for select to vigie_backup
  using (true);
create policy directory on app_user for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy members on app_user for all to public
  using ((EXISTS ( SELECT
   FROM membership m
  WHERE (m.user_id = app_user.user_id))));
grant insert, select, update on table app_user to vigie_app;
grant select on table app_user to vigie_backup;
comment on table app_user is 'A person belongs to no single account: one address is one person in the whole installation.';
comment on column app_user.email_proved_at is 'When the mailbox or the identity provider proved the address. Whoever the operator added by hand is not proved, and enters no further account before that.';
comment on column app_user.password_hash is 'Null for people who sign in by an identity provider, and until an invited person has chosen one.';
comment on column app_user.active is 'Closes the whole installation to the person; an account suspends its own members in membership.';
comment on column app_user.token_version is 'Raised to end every token of the person at once.';
comment on column app_user.directory_account_id is 'The account whose own directory the person comes from, by single sign-on or provisioning. Such a person is a member of that account alone and has no password; whoever has the same address elsewhere is somebody else. Null for people who joined by invitation.';
comment on column app_user.tokens_ended_at is 'When the version was last raised: access tokens of other issuers know no version, and end by their age.';
comment on index app_user_directory_email is 'An address names one person within a directory. No account can lay hands on a person of the installation by writing their address into its directory.';
comment on policy members on app_user is 'An account sees the people who are its members, and nobody else.';

create table approval_step (
  account_id bigint not null,
  step_id bigint default nextval('vigie_id'::regclass) not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  round integer not null,
  "position" integer not null,
  key text not null,
  role text,
  team_id bigint,
  unit_id bigint,
  need text not null,
  need_count integer,
  due_days integer not null,
  state text not null,
  opened_at timestamp with time zone,
  due_date date,
  settled_at timestamp with time zone,
  reminders integer default 0 not null,
  constraint approval_step_pkey PRIMARY KEY (account_id, step_id),
  constraint approval_step_account_id_dossier_id_round_position_key UNIQUE (account_id, dossier_id, round, "position"),
  constraint approval_step_account_id_dossier_id_fkey FOREIGN KEY (account_id, dossier_id) REFERENCES dossier_approval(account_id, dossier_id),
  constraint approval_step_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint approval_step_counts CHECK (((need = 'COUNT'::text) = (need_count IS NOT NULL))),
  constraint approval_step_due_days_check CHECK (((due_days >= 1) AND (due_days <= 365))),
  constraint approval_step_key_check CHECK (((length(key) >= 1) AND (length(key) <= 60))),
  constraint approval_step_names_one CHECK ((num_nonnulls(role, team_id, unit_id) = 1)),
  constraint approval_step_need_check CHECK ((need = ANY (ARRAY['ANY'::text, 'ALL'::text, 'COUNT'::text]))),
  constraint approval_step_need_count_check CHECK (((need_count >= 1) AND (need_count <= 20))),
  constraint approval_step_opened CHECK (((state <> ALL (ARRAY['OPEN'::text, 'APPROVED'::text, 'REFUSED'::text])) OR ((opened_at IS NOT NULL) AND (due_date IS NOT NULL)))),
  constraint approval_step_position_check CHECK ((("position" >= 1) AND ("position" <= 10))),
  constraint approval_step_reminders_check CHECK (((reminders >= 0) AND (reminders <= 2))),
  constraint approval_step_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'OPEN'::text, 'APPROVED'::text, 'REFUSED'::text, 'SKIPPED'::text, 'CLOSED'::text])))
);
CREATE INDEX approval_step_open ON vigie.approval_step USING btree (account_id, step_id) WHERE (state = 'OPEN'::text);
CREATE INDEX approval_step_thirdparty ON vigie.approval_step USING btree (account_id, thirdparty_id);
alter table approval_step enable row level security;
alter table approval_step force row level security;
create policy account_isolation on approval_step for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on approval_step for select to vigie_backup
  using (true);
create policy unit_sight on approval_step as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table approval_step to vigie_app;
grant select on table approval_step to vigie_backup;
comment on table approval_step is 'One step of one round of an approval. Steps are open one after the other; CLOSED: the round ended before.';
comment on column approval_step.role is 'Who decides: people of this role, of team_id, or of unit_id.';
comment on column approval_step.team_id is 'No foreign key, nor has unit_id: a step outlives what it names, and falls to the duty holder then.';
comment on column approval_step.reminders is '1 after the reminder before the due day, 2 after the one that follows it.';
comment on index approval_step_open is 'For the job that looks at all open steps.';

create table attempt_budget (
  key bytea not null,
  full_at timestamp with time zone not null,
  known_until timestamp with time zone,
  constraint attempt_budget_pkey PRIMARY KEY (key),
  constraint attempt_budget_key_check CHECK ((length(key) = 16))
);
grant delete, insert, select, update on table attempt_budget to vigie_app;
grant select on table attempt_budget to vigie_backup;
comment on table attempt_budget is 'How much may still be tried by whom, counted for all processes together.';
comment on column attempt_budget.key is 'A digest under the key of the installation: addresses and e-mails of whoever tried are not kept.';
comment on column attempt_budget.full_at is 'When the budget is whole again. An attempt moves it one period ahead; one that would move it further than the burst allows is refused.';
comment on column attempt_budget.known_until is 'For a person and a place they signed in from: until when the place is known.';

create table attribute_definition (
  account_id bigint not null,
  attribute_id bigint default nextval('vigie_id'::regclass) not null,
  scope text default 'THIRD_PARTY'::text not null,
  code text not null,
  label text not null,
  type text not null,
  options text[] default '{}'::text[] not null,
  expression text,
  depends_on text[] default '{}'::text[] not null,
  steps integer,
  required boolean default false not null,
  "position" integer default 0 not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint attribute_definition_pkey PRIMARY KEY (account_id, attribute_id),
  constraint attribute_definition_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint attribute_definition_code_check CHECK ((code ~ '^[A-Z][A-Z0-9_]{0,63}$'::text)),
  constraint attribute_definition_expression_check CHECK (((length(expression) >= 1) AND (length(expression) <= 1000))),
  constraint attribute_definition_label_check CHECK (((length(label) >= 1) AND (length(label) <= 200))),
  constraint attribute_definition_options_of_lists CHECK (((cardinality(options) <= 200) AND ((type = ANY (ARRAY['list_unique'::text, 'list_multiple'::text])) = (cardinality(options) > 0)))),
  constraint attribute_definition_position_check CHECK ((("position" >= 0) AND ("position" <= 10000))),
  constraint attribute_definition_required_by_hand CHECK ((NOT (required AND (expression IS NOT NULL)))),
  constraint attribute_definition_scope_check CHECK ((scope = ANY (ARRAY['THIRD_PARTY'::text, 'DOSSIER'::text]))),
  constraint attribute_definition_steps_check CHECK ((steps > 0)),
  constraint attribute_definition_steps_of_expression CHECK (((steps IS NULL) OR (expression IS NOT NULL))),
  constraint attribute_definition_type_check CHECK ((type = ANY (ARRAY['string'::text, 'boolean'::text, 'date'::text, 'decimal'::text, 'percentage'::text, 'list_unique'::text, 'list_multiple'::text])))
);
CREATE UNIQUE INDEX attribute_definition_code ON vigie.attribute_definition USING btree (account_id, scope, code);
CREATE UNIQUE INDEX attribute_definition_label ON vigie.attribute_definition USING btree (account_id, scope, lower(label)) WHERE (archived_at IS NULL);
alter table attribute_definition enable row level security;
alter table attribute_definition force row level security;
create policy account_isolation on attribute_definition for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on attribute_definition for select to vigie_backup
  using (true);
grant insert, select, update on table attribute_definition to vigie_app;
grant select on table attribute_definition to vigie_backup;
comment on table attribute_definition is 'A field that an account adds to its third parties or dossiers.';
comment on column attribute_definition.code is 'Stable, and an identifier: expressions name attributes by it, while labels may change.';
comment on column attribute_definition.expression is 'Of a calculated attribute.';
comment on column attribute_definition.depends_on is 'Codes of the attributes that the expression reads, found by parsing it.';
comment on column attribute_definition.steps is 'The most steps that the expression may take.';
comment on column attribute_definition.version is 'Raised by every change; the ETag.';
comment on constraint attribute_definition_required_by_hand on attribute_definition is 'Nobody can be required to fill in what is calculated.';

create table attribute_failure (
  account_id bigint not null,
  subject bigint not null,
  attribute_id bigint not null,
  failure text not null,
  failed_at timestamp with time zone not null,
  constraint attribute_failure_pkey PRIMARY KEY (account_id, subject, attribute_id),
  constraint attribute_failure_account_id_attribute_id_fkey FOREIGN KEY (account_id, attribute_id) REFERENCES attribute_definition(account_id, attribute_id),
  constraint attribute_failure_failure_check CHECK ((failure = ANY (ARRAY['ERROR'::text, 'TOO_MANY_STEPS'::text, 'OUT_OF_TIME'::text])))
);
CREATE INDEX attribute_failure_of ON vigie.attribute_failure USING btree (account_id, attribute_id);
alter table attribute_failure enable row level security;
alter table attribute_failure force row level security;
create policy account_isolation on attribute_failure for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on attribute_failure for select to vigie_backup
  using (true);
create policy unit_sight on attribute_failure as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR subject_is_seen(subject)));
grant delete, insert, select, update on table attribute_failure to vigie_app;
grant select on table attribute_failure to vigie_backup;
comment on table attribute_failure is 'Which calculated attributes of a third party or dossier have no value because their calculation failed, and why. No row, no failure.';
comment on column attribute_failure.subject is 'As attribute_value.subject.';

create table attribute_value (
  account_id bigint not null,
  subject bigint not null,
  attribute_id bigint not null,
  value jsonb not null,
  text_key text,
  number_key double precision,
  updated_at timestamp with time zone not null,
  constraint attribute_value_pkey PRIMARY KEY (account_id, subject, attribute_id),
  constraint attribute_value_account_id_attribute_id_fkey FOREIGN KEY (account_id, attribute_id) REFERENCES attribute_definition(account_id, attribute_id),
  constraint attribute_value_value_check CHECK ((value <> 'null'::jsonb))
);
CREATE INDEX attribute_value_by_number ON vigie.attribute_value USING btree (account_id, attribute_id, number_key, subject) WHERE (number_key IS NOT NULL);
CREATE INDEX attribute_value_by_text ON vigie.attribute_value USING btree (account_id, attribute_id, text_key, subject);
alter table attribute_value enable row level security;
alter table attribute_value force row level security;
create policy account_isolation on attribute_value for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on attribute_value for select to vigie_backup
  using (true);
create policy unit_sight on attribute_value as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR subject_is_seen(subject)));
grant delete, insert, select, update on table attribute_value to vigie_app;
grant select on table attribute_value to vigie_backup;
comment on table attribute_value is 'The present value of each attribute of a third party or dossier: no value, no row.';
comment on column attribute_value.subject is 'A third party or a dossier: all ids come from one sequence, so the number alone says which. No foreign key, because one column cannot refer to two tables; whoever writes holds the subject, and neither kind is ever removed.';
comment on column attribute_value.text_key is 'What lists are filtered and sorted by: texts and ISO dates. Cut, because an index entry must stay short; equality looks at the value too.';
comment on column attribute_value.number_key is 'As text_key, for numbers, booleans and the places of options. A double, because row security lets a comparison reach an index only when PostgreSQL vouches that it leaks nothing, which it does not for numeric. Values have at most fifteen digits, which a double keeps apart and in order.';

create table attribute_value_history (
  account_id bigint not null,
  change_id bigint default nextval('vigie_id'::regclass) not null,
  attribute_id bigint not null,
  subject bigint not null,
  before jsonb,
  after jsonb,
  changed_at timestamp with time zone not null,
  actor_type text not null,
  actor_id bigint,
  constraint attribute_value_history_pkey PRIMARY KEY (account_id, change_id),
  constraint attribute_value_history_account_id_attribute_id_fkey FOREIGN KEY (account_id, attribute_id) REFERENCES attribute_definition(account_id, attribute_id)
);
CREATE INDEX attribute_value_history_of ON vigie.attribute_value_history USING btree (account_id, attribute_id, subject, change_id DESC);
alter table attribute_value_history enable row level security;
alter table attribute_value_history force row level security;
create policy account_isolation on attribute_value_history for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on attribute_value_history for select to vigie_backup
  using (true);
create policy unit_sight on attribute_value_history as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR subject_is_seen(subject)));
grant insert, select on table attribute_value_history to vigie_app;
grant select on table attribute_value_history to vigie_backup;
comment on table attribute_value_history is 'Every change of a value, the first and the last included: who, when, from what, to what.';
comment on column attribute_value_history.subject is 'As attribute_value.subject.';

create table bank (
  country_code text not null,
  bank_code text not null,
  name text,
  bic text,
  source text not null,
  imported_at timestamp with time zone default now() not null,
  constraint bank_pkey PRIMARY KEY (country_code, bank_code),
  constraint bank_bank_code_check CHECK ((bank_code ~ '^[A-Z0-9]{1,12}$'::text)),
  constraint bank_bic_check CHECK ((bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'::text)),
  constraint bank_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint bank_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint bank_source_check CHECK (((length(source) >= 1) AND (length(source) <= 200)))
);
grant delete, insert, select on table bank to vigie_app;
grant select on table bank to vigie_backup;
comment on table bank is 'Banks by the code that account numbers of their country carry, from directories that an operator imported. The same for every account.';
comment on column bank.source is 'Who published the directory, in the words of the operator.';

create table bank_guard (
  account_id bigint not null,
  enabled boolean not null,
  recent_change_days integer not null,
  new_contact_days integer not null,
  version integer default 1 not null,
  constraint bank_guard_pkey PRIMARY KEY (account_id),
  constraint bank_guard_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint bank_guard_new_contact_days_check CHECK (((new_contact_days >= 0) AND (new_contact_days <= 3660))),
  constraint bank_guard_recent_change_days_check CHECK (((recent_change_days >= 0) AND (recent_change_days <= 3660)))
);
alter table bank_guard enable row level security;
alter table bank_guard force row level security;
create policy account_isolation on bank_guard for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on bank_guard for select to vigie_backup
  using (true);
grant insert, select, update on table bank_guard to vigie_app;
grant select on table bank_guard to vigie_backup;
comment on table bank_guard is 'What an account wants done when bank details replace accepted ones. No row: what the product does by itself.';
comment on column bank_guard.recent_change_days is 'A change so soon after another one is pointed out.';
comment on column bank_guard.new_contact_days is 'A sender who became a contact so recently is pointed out.';

create table calendar_link (
  account_id bigint not null,
  link_id bigint default nextval('vigie_id'::regclass) not null,
  principal text not null,
  token_hash bytea not null,
  language text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint calendar_link_pkey PRIMARY KEY (account_id, link_id),
  constraint calendar_link_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint calendar_link_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint calendar_link_principal_check CHECK (((length(principal) >= 1) AND (length(principal) <= 200))),
  constraint calendar_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
);
CREATE INDEX calendar_link_principal ON vigie.calendar_link USING btree (account_id, principal, link_id);
CREATE UNIQUE INDEX calendar_link_token ON vigie.calendar_link USING btree (account_id, token_hash);
alter table calendar_link enable row level security;
alter table calendar_link force row level security;
create policy account_isolation on calendar_link for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on calendar_link for select to vigie_backup
  using (true);
grant delete, insert, select on table calendar_link to vigie_app;
grant select on table calendar_link to vigie_backup;
comment on table calendar_link is 'A secret address from which a calendar program reads the forecast, with the rights its maker has at that moment.';
comment on column calendar_link.token_hash is 'Only the digest is kept: a copy of the database opens no calendar.';

create table check_count (
  account_id bigint not null,
  document_code text not null,
  month date not null,
  checked integer default 0 not null,
  accepted integer default 0 not null,
  sent_back integer default 0 not null,
  sampled integer default 0 not null,
  disagreed integer default 0 not null,
  constraint check_count_pkey PRIMARY KEY (account_id, document_code, month),
  constraint check_count_account_id_document_code_fkey FOREIGN KEY (account_id, document_code) REFERENCES document_type(account_id, code),
  constraint check_count_accepted_check CHECK ((accepted >= 0)),
  constraint check_count_checked_check CHECK ((checked >= 0)),
  constraint check_count_disagreed_check CHECK ((disagreed >= 0)),
  constraint check_count_month_begins CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint check_count_sampled_check CHECK ((sampled >= 0)),
  constraint check_count_sent_back_check CHECK ((sent_back >= 0))
);
alter table check_count enable row level security;
alter table check_count force row level security;
create policy account_isolation on check_count for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on check_count for select to vigie_backup
  using (true);
grant insert, select, update on table check_count to vigie_app;
grant select on table check_count to vigie_backup;
comment on table check_count is 'What the checks concluded in each month, counted as it happens: statistics read a row a month, however many answers there were.';
comment on column check_count.disagreed is 'Samples of this month that a person turned down: each would have been a wrong decision.';

create table check_policy (
  account_id bigint not null,
  document_code text not null,
  accept boolean not null,
  send_back boolean not null,
  sample_share integer not null,
  sample_key bytea default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) not null,
  version integer default 1 not null,
  accept_scans boolean default false not null,
  constraint check_policy_pkey PRIMARY KEY (account_id, document_code),
  constraint check_policy_account_id_document_code_fkey FOREIGN KEY (account_id, document_code) REFERENCES document_type(account_id, code),
  constraint check_policy_sample_key_check CHECK ((octet_length(sample_key) = 32)),
  constraint check_policy_sample_share_check CHECK (((sample_share >= 0) AND (sample_share <= 100)))
);
alter table check_policy enable row level security;
alter table check_policy force row level security;
create policy account_isolation on check_policy for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on check_policy for select to vigie_backup
  using (true);
grant insert, select, update on table check_policy to vigie_app;
grant select on table check_policy to vigie_backup;
comment on table check_policy is 'What the checks of an account may decide alone about answers of one document type, while the account lets them decide at all. No row: they accept, and neither send back nor leave samples to people.';
comment on column check_policy.sample_share is 'Of a hundred answers that would be accepted alone, so many go to a person who does not know it.';
comment on column check_policy.sample_key is 'Draws the samples, so that a check that runs again draws the same and nobody can tell in advance.';
comment on column check_policy.accept_scans is 'Whether scans that were read surely may be accepted alone too, though a change in a picture leaves no trace.';

create table check_result (
  account_id bigint not null,
  response_id bigint not null,
  attempt integer not null,
  origin text not null,
  outcome text not null,
  findings jsonb default '[]'::jsonb not null,
  provider_reference text,
  concluded_at timestamp with time zone not null,
  sampled boolean default false not null,
  constraint check_result_pkey PRIMARY KEY (account_id, response_id, attempt),
  constraint check_result_members UNIQUE (account_id, response_id, attempt, outcome),
  constraint check_result_account_id_response_id_fkey FOREIGN KEY (account_id, response_id) REFERENCES response(account_id, response_id),
  constraint check_result_attempt_check CHECK ((attempt > 0)),
  constraint check_result_origin_check CHECK ((origin = ANY (ARRAY['SERVICE'::text, 'PROVIDER'::text, 'REGISTER'::text, 'REUSE'::text, 'SCREENING'::text, 'NEWS'::text, 'DATA_HUB'::text]))),
  constraint check_result_outcome_check CHECK ((outcome = ANY (ARRAY['PASSED'::text, 'INCONCLUSIVE'::text, 'FAILED'::text, 'REFUSED'::text]))),
  constraint check_result_provider_reference_check CHECK (((length(provider_reference) >= 1) AND (length(provider_reference) <= 200)))
);
alter table check_result enable row level security;
alter table check_result force row level security;
create policy account_isolation on check_result for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on check_result for select to vigie_backup
  using (true);
create policy unit_sight on check_result as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR response_is_seen(response_id)));
grant insert, select on table check_result to vigie_app;
grant select on table check_result to vigie_backup;
grant update on column check_result.provider_reference to vigie_app;
comment on table check_result is 'What the checks of an answer ended with, one row for each time they did. An answer that is corrected and checked again keeps what was found before.';
comment on column check_result.origin is 'Who concluded: SERVICE, our own checks; PROVIDER, a verification of one file added to what was known; REGISTER, an answer that is what a register said; REUSE, an answer that repeats one of another dossier; SCREENING, NEWS and DATA_HUB, an answer that is what lists, news or a provider of data said.';
comment on column check_result.findings is 'Codes with the evidence each is about; no content and nobody''s name.';
comment on column check_result.provider_reference is 'Under which the provider knows its verification: the way to a copy of the piece, so it goes with the piece. Nothing else of a row may change.';
comment on column check_result.sampled is 'The checks would have accepted it alone and left it to a person to compare. Not shown: whoever knows looks otherwise.';
comment on constraint check_result_members on check_result is 'Lets the answer repeat the outcome that counts, held to it by its key.';

create table client_assertion (
  account_id bigint not null,
  api_client_id bigint not null,
  jti text not null,
  expires_at timestamp with time zone not null,
  constraint client_assertion_pkey PRIMARY KEY (account_id, api_client_id, jti),
  constraint client_assertion_account_id_api_client_id_fkey FOREIGN KEY (account_id, api_client_id) REFERENCES api_client(account_id, api_client_id),
  constraint client_assertion_jti_check CHECK (((length(jti) >= 1) AND (length(jti) <= 128)))
);
alter table client_assertion enable row level security;
alter table client_assertion force row level security;
create policy account_isolation on client_assertion for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on client_assertion for select to vigie_backup
  using (true);
create policy directory on client_assertion for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select on table client_assertion to vigie_app;
grant select on table client_assertion to vigie_backup;
comment on table client_assertion is 'Signed requests for a token that were used, so that none opens twice.';

create table code_trust_certificate (
  version integer not null,
  authority text not null,
  name text not null,
  fingerprint bytea not null,
  public_key bytea not null,
  holder text not null,
  valid_from timestamp with time zone not null,
  valid_until timestamp with time zone not null,
  is_revoked boolean not null,
  constraint code_trust_certificate_pkey PRIMARY KEY (version, authority, name, fingerprint),
  constraint code_trust_certificate_version_fkey FOREIGN KEY (version) REFERENCES code_trust_version(version),
  constraint code_trust_certificate_authority_check CHECK ((authority ~ '^[A-Z]{2}[A-Z0-9]{2}$'::text)),
  constraint code_trust_certificate_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint code_trust_certificate_holder_check CHECK ((length(holder) <= 600)),
  constraint code_trust_certificate_name_check CHECK ((name ~ '^[A-Z0-9]{4,5}$'::text)),
  constraint code_trust_certificate_public_key_check CHECK (((length(public_key) >= 1) AND (length(public_key) <= 2000)))
);
grant insert, select on table code_trust_certificate to vigie_app;
grant select on table code_trust_certificate to vigie_backup;
comment on table code_trust_certificate is 'The certificates that may sign codes, by the name that codes call them. A way leads from each to its authority.';
comment on column code_trust_certificate.public_key is 'Of the certificate, in DER.';
comment on column code_trust_certificate.holder is 'Whom the certificate names, in one line.';
comment on column code_trust_certificate.valid_from is 'From here on until valid_until all certificates on the way to the authority are valid.';
comment on column code_trust_certificate.is_revoked is 'Its issuer had revoked it when it was imported: nothing that it signed is judged, whenever that was.';

create table code_trust_version (
  version integer not null,
  digest bytea not null,
  lists jsonb not null,
  certificates integer not null,
  imported_at timestamp with time zone default now() not null,
  constraint code_trust_version_pkey PRIMARY KEY (version),
  constraint code_trust_version_digest_key UNIQUE (digest),
  constraint code_trust_version_certificates_check CHECK ((certificates >= 0)),
  constraint code_trust_version_digest_check CHECK ((length(digest) = 32)),
  constraint code_trust_version_lists_check CHECK ((jsonb_typeof(lists) = 'array'::text)),
  constraint code_trust_version_version_check CHECK ((version > 0))
);
grant insert, select on table code_trust_version to vigie_app;
grant select on table code_trust_version to vigie_backup;
comment on table code_trust_version is 'Each import of the list of authorities for codes, the same for every account; the newest one counts. Never overwritten: readings name theirs.';
comment on column code_trust_version.digest is 'SHA-256 of the files, by which the same import is known again.';
comment on column code_trust_version.lists is 'What the list says of itself: country, sequence, dates, and which authorities it names.';
comment on column code_trust_version.certificates is 'How many certificates its authorities vouch for.';

create table comment (
  account_id bigint not null,
  comment_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  dossier_id bigint,
  document_id bigint,
  text text not null,
  author_type text not null,
  author_id bigint,
  author_name text,
  author_key text not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint comment_pkey PRIMARY KEY (account_id, comment_id),
  constraint comment_account_id_dossier_id_document_id_fkey FOREIGN KEY (account_id, dossier_id, document_id) REFERENCES document(account_id, dossier_id, document_id),
  constraint comment_account_id_thirdparty_id_dossier_id_fkey FOREIGN KEY (account_id, thirdparty_id, dossier_id) REFERENCES dossier(account_id, thirdparty_id, dossier_id),
  constraint comment_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint comment_author_key_check CHECK (((length(author_key) >= 1) AND (length(author_key) <= 200))),
  constraint comment_author_name_check CHECK (((length(author_name) >= 1) AND (length(author_name) <= 200))),
  constraint comment_author_type_check CHECK ((author_type = ANY (ARRAY['USER'::text, 'API_CLIENT'::text]))),
  constraint comment_document_within_dossier CHECK (((document_id IS NULL) OR (dossier_id IS NOT NULL))),
  constraint comment_empty_once_deleted CHECK (((text = ''::text) = (deleted_at IS NOT NULL))),
  constraint comment_text_check CHECK ((length(text) <= 4000))
);
CREATE INDEX comment_of_document ON vigie.comment USING btree (account_id, document_id, comment_id);
CREATE INDEX comment_of_dossier ON vigie.comment USING btree (account_id, dossier_id, document_id, comment_id);
CREATE INDEX comment_of_thirdparty ON vigie.comment USING btree (account_id, thirdparty_id, dossier_id, document_id, comment_id);
alter table comment enable row level security;
alter table comment force row level security;
create policy account_isolation on comment for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on comment for select to vigie_backup
  using (true);
create policy unit_sight on comment as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table comment to vigie_app;
grant select on table comment to vigie_backup;
comment on table comment is 'What people of the account tell one another about a third party, one of its dossiers or one of their documents.';
comment on column comment.dossier_id is 'Absent on what is written about the third party itself; without document, the comment is about the dossier.';
comment on column comment.text is 'The present wording; earlier ones are in the journal, sealed for their author.';
comment on column comment.author_id is 'A number of app_user or of api_client, by author_type; null where an outside issuer vouches. No foreign key, as for every actor: one column cannot refer to two tables, and neither people nor clients are ever removed.';
comment on column comment.author_name is 'Only of a caller an outside issuer vouches for, who has no row to read a name from.';
comment on column comment.author_key is 'Who may edit: the same over all tokens of a person or client.';
comment on index comment_of_thirdparty is 'Each list of comments reads one range of this index, of comment_of_dossier or of comment_of_document, in order.';

create table comment_mention (
  account_id bigint not null,
  comment_id bigint not null,
  user_id bigint not null,
  constraint comment_mention_pkey PRIMARY KEY (account_id, comment_id, user_id),
  constraint comment_mention_account_id_comment_id_fkey FOREIGN KEY (account_id, comment_id) REFERENCES comment(account_id, comment_id),
  constraint comment_mention_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX comment_mention_user ON vigie.comment_mention USING btree (user_id);
alter table comment_mention enable row level security;
alter table comment_mention force row level security;
create policy account_isolation on comment_mention for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on comment_mention for select to vigie_backup
  using (true);
create policy unit_sight on comment_mention as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR comment_is_seen(comment_id)));
grant delete, insert, select on table comment_mention to vigie_app;
grant select on table comment_mention to vigie_backup;
comment on table comment_mention is 'Whom a comment names, so that they are told.';

create table company_search_count (
  account_id bigint not null,
  day date not null,
  total integer not null,
  constraint company_search_count_pkey PRIMARY KEY (account_id, day),
  constraint company_search_count_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint company_search_count_total_check CHECK ((total > 0))
);
alter table company_search_count enable row level security;
alter table company_search_count force row level security;
create policy account_isolation on company_search_count for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on company_search_count for select to vigie_backup
  using (true);
grant delete, insert, select, update on table company_search_count to vigie_app;
grant select on table company_search_count to vigie_backup;
comment on table company_search_count is 'Company searches of an account by day, in UTC: they cost the registers that are asked, so there is a limit. The first search of a day removes the days before it.';

create table contact (
  account_id bigint not null,
  contact_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  email text not null,
  first_name text,
  last_name text,
  language text default 'fr'::text not null,
  themes text[] default '{}'::text[] not null,
  suggested_by bigint,
  invited_at timestamp with time zone,
  last_invited_at timestamp with time zone,
  auto_invitations smallint default 0 not null,
  silent_reminders smallint default 0 not null,
  last_reminded_at timestamp with time zone,
  escalated_at timestamp with time zone,
  renewals_warned_on date,
  last_seen_at timestamp with time zone,
  bounced_at timestamp with time zone,
  muted_at timestamp with time zone,
  deleted_at timestamp with time zone,
  end_reason text,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  handed_on_at timestamp with time zone,
  constraint contact_pkey PRIMARY KEY (account_id, contact_id),
  constraint contact_account_id_suggested_by_fkey FOREIGN KEY (account_id, suggested_by) REFERENCES contact(account_id, contact_id),
  constraint contact_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint contact_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint contact_end_reason_check CHECK ((end_reason = ANY (ARRAY['DELETED'::text, 'ERASED'::text, 'NOT_ME'::text, 'DECLINED'::text, 'NO_ANSWER'::text, 'DISMISSED'::text]))),
  constraint contact_first_name_check CHECK (((length(first_name) >= 1) AND (length(first_name) <= 100))),
  constraint contact_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint contact_last_name_check CHECK (((length(last_name) >= 1) AND (length(last_name) <= 100))),
  constraint contact_themes CHECK ((themes <@ ARRAY['LEGAL_COMPLIANCE'::text, 'FINANCE'::text, 'ENVIRONMENT'::text, 'CYBERSECURITY'::text, 'ETHICS'::text, 'HUMAN_RIGHTS'::text]))
);
CREATE INDEX contact_awaited ON vigie.contact USING btree (account_id, last_invited_at, contact_id) WHERE ((deleted_at IS NULL) AND (bounced_at IS NULL) AND (muted_at IS NULL) AND ((last_seen_at IS NULL) OR (last_seen_at < last_invited_at)));
CREATE INDEX contact_by_address ON vigie.contact USING btree (lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX contact_by_email ON vigie.contact USING btree (account_id, lower(email));
CREATE UNIQUE INDEX contact_email ON vigie.contact USING btree (account_id, thirdparty_id, lower(email)) WHERE (deleted_at IS NULL);
CREATE INDEX contact_of_thirdparty ON vigie.contact USING btree (account_id, thirdparty_id, contact_id);
CREATE INDEX contact_remindable ON vigie.contact USING btree (account_id, contact_id) WHERE ((deleted_at IS NULL) AND (bounced_at IS NULL) AND (muted_at IS NULL));
CREATE INDEX contact_suggested ON vigie.contact USING btree (account_id, suggested_by);
CREATE INDEX contact_to_hand_on ON vigie.contact USING btree (account_id, contact_id) WHERE ((handed_on_at IS NULL) AND ((bounced_at IS NOT NULL) OR (escalated_at IS NOT NULL) OR (end_reason = ANY (ARRAY['NOT_ME'::text, 'DECLINED'::text, 'NO_ANSWER'::text]))));
CREATE INDEX contact_uninvited ON vigie.contact USING btree (account_id, thirdparty_id, contact_id) WHERE ((deleted_at IS NULL) AND (bounced_at IS NULL) AND (invited_at IS NULL));
alter table contact enable row level security;
alter table contact force row level security;
create policy account_isolation on contact for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on contact for select to vigie_backup
  using (true);
create policy directory on contact for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy unit_sight on contact as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table contact to vigie_app;
grant select on table contact to vigie_backup;
comment on table contact is 'People of a third party whom the account writes to.';
comment on column contact.themes is 'Themes this person answers for; none means all of them.';
comment on column contact.suggested_by is 'Somebody a contact named in their place. Until the account puts them on its list they count as deleted: nothing that writes to people finds them.';
comment on column contact.auto_invitations is 'Counted since the last sign of life.';
comment on column contact.silent_reminders is 'As auto_invitations.';
comment on column contact.renewals_warned_on is 'The day up to which they have been told what ends soon.';
comment on column contact.bounced_at is 'The mail server refused the address for good.';
comment on column contact.muted_at is 'The person wants no more reminders.';
comment on column contact.version is 'Raised by every change; the ETag.';
comment on column contact.handed_on_at is 'When others of the company were asked in place of this one, who is no help any more; once for an address.';
comment on index contact_awaited is 'Whom to invite again.';
comment on index contact_remindable is 'Whom to remind.';
comment on index contact_to_hand_on is 'Those who were just lost; all others were looked at already.';
comment on index contact_uninvited is 'Whom to invite.';
comment on policy directory on contact is 'Whoever asks for a way into the portal is known by the address alone: the account comes after.';

create table contact_link (
  account_id bigint not null,
  link_id bigint default nextval('vigie_id'::regclass) not null,
  contact_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint contact_link_pkey PRIMARY KEY (account_id, link_id),
  constraint contact_link_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, contact_id),
  constraint contact_link_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX contact_link_contact ON vigie.contact_link USING btree (account_id, contact_id);
CREATE UNIQUE INDEX contact_link_token ON vigie.contact_link USING btree (token_hash);
alter table contact_link enable row level security;
alter table contact_link force row level security;
create policy account_isolation on contact_link for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on contact_link for select to vigie_backup
  using (true);
create policy directory on contact_link for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy unit_sight on contact_link as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR contact_is_seen(contact_id)));
grant delete, insert, select, update on table contact_link to vigie_app;
grant select on table contact_link to vigie_backup;
comment on table contact_link is 'A way into the portal, good once, for some days.';
comment on column contact_link.token_hash is 'Only the digest is kept: a copy of the database opens no door.';

create table corrective_action (
  account_id bigint not null,
  action_id bigint default nextval('vigie_id'::regclass) not null,
  finding_id bigint not null,
  thirdparty_id bigint not null,
  title text not null,
  contact_id bigint,
  due_on date not null,
  state text default 'OPEN'::text not null,
  round integer default 1 not null,
  remark text,
  decided_at timestamp with time zone,
  decided_by_type text,
  decided_by bigint,
  plan_row bytea,
  plan_response_id bigint,
  reminded_on date,
  created_at timestamp with time zone not null,
  constraint corrective_action_pkey PRIMARY KEY (account_id, action_id),
  constraint corrective_action_account_id_thirdparty_id_plan_row_key UNIQUE (account_id, thirdparty_id, plan_row),
  constraint corrective_action_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, contact_id),
  constraint corrective_action_account_id_finding_id_fkey FOREIGN KEY (account_id, finding_id) REFERENCES finding(account_id, finding_id),
  constraint corrective_action_account_id_plan_response_id_fkey FOREIGN KEY (account_id, plan_response_id) REFERENCES response(account_id, response_id),
  constraint corrective_action_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint corrective_action_decided_whole CHECK (((decided_at IS NULL) = (decided_by_type IS NULL))),
  constraint corrective_action_plan_row_check CHECK ((octet_length(plan_row) = 32)),
  constraint corrective_action_remark_check CHECK (((length(remark) >= 1) AND (length(remark) <= 2000))),
  constraint corrective_action_round_check CHECK ((round > 0)),
  constraint corrective_action_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'SUBMITTED'::text, 'ACCEPTED'::text, 'CANCELLED'::text]))),
  constraint corrective_action_title_check CHECK (((length(title) >= 1) AND (length(title) <= 1000)))
);
CREATE INDEX corrective_action_contact ON vigie.corrective_action USING btree (account_id, contact_id);
CREATE INDEX corrective_action_due ON vigie.corrective_action USING btree (account_id, due_on, action_id) INCLUDE (finding_id, thirdparty_id) WHERE (state = 'OPEN'::text);
CREATE INDEX corrective_action_of_finding ON vigie.corrective_action USING btree (account_id, finding_id, action_id);
CREATE INDEX corrective_action_plan ON vigie.corrective_action USING btree (account_id, plan_response_id);
CREATE INDEX corrective_action_submitted ON vigie.corrective_action USING btree (account_id, due_on, action_id) INCLUDE (finding_id, thirdparty_id) WHERE (state = 'SUBMITTED'::text);
alter table corrective_action enable row level security;
alter table corrective_action force row level security;
create policy account_isolation on corrective_action for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on corrective_action for select to vigie_backup
  using (true);
create policy unit_sight on corrective_action as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table corrective_action to vigie_app;
grant select on table corrective_action to vigie_backup;
comment on table corrective_action is 'What the company does about a finding, who there, and by when.';
comment on column corrective_action.contact_id is 'Who at the company sees to it; null: whoever answers for its theme.';
comment on column corrective_action.round is 'Evidence belongs to a round; one that was refused begins the next.';
comment on column corrective_action.remark is 'What the account said when it last accepted, refused or cancelled.';
comment on column corrective_action.plan_row is 'Digest of what a row of a plan says is wrong and to be done: the same row of a later plan is the same action.';
comment on column corrective_action.reminded_on is 'The day up to which its contact has been reminded.';
comment on index corrective_action_due is 'What the company owes, by the day it is due: for reminders and what is late.';
comment on index corrective_action_submitted is 'Actions whose evidence somebody has to verify, by the day they are due.';

create table corrective_evidence (
  account_id bigint not null,
  evidence_id bigint default nextval('vigie_id'::regclass) not null,
  action_id bigint not null,
  thirdparty_id bigint not null,
  round integer not null,
  comment text,
  file_name text,
  file_size bigint,
  content_type text,
  object_key text,
  sha256 bytea,
  file_state text,
  refusal text,
  scan text,
  response_id bigint,
  sent_at timestamp with time zone not null,
  stored_at timestamp with time zone default now() not null,
  sent_by_type text not null,
  sent_by bigint,
  constraint corrective_evidence_pkey PRIMARY KEY (account_id, evidence_id),
  constraint corrective_evidence_account_id_action_id_fkey FOREIGN KEY (account_id, action_id) REFERENCES corrective_action(account_id, action_id),
  constraint corrective_evidence_account_id_response_id_fkey FOREIGN KEY (account_id, response_id) REFERENCES response(account_id, response_id),
  constraint corrective_evidence_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint corrective_evidence_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 2000))),
  constraint corrective_evidence_file_name_check CHECK (((octet_length(file_name) >= 1) AND (octet_length(file_name) <= 255))),
  constraint corrective_evidence_file_size_check CHECK ((file_size > 0)),
  constraint corrective_evidence_file_state_check CHECK ((file_state = ANY (ARRAY['PENDING'::text, 'CLEAN'::text, 'REFUSED'::text, 'INFECTED'::text]))),
  constraint corrective_evidence_file_whole CHECK ((num_nonnulls(file_name, file_size, object_key, sha256, file_state) = ANY (ARRAY[0, 5]))),
  constraint corrective_evidence_round_check CHECK ((round > 0)),
  constraint corrective_evidence_says_something CHECK ((num_nonnulls(comment, object_key, response_id) > 0)),
  constraint corrective_evidence_scan_check CHECK ((scan = ANY (ARRAY['NOT_CONFIGURED'::text, 'CLEAN'::text, 'INFECTED'::text, 'NOT_SCANNED'::text]))),
  constraint corrective_evidence_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX corrective_evidence_object ON vigie.corrective_evidence USING btree (account_id, object_key) WHERE (object_key IS NOT NULL);
CREATE INDEX corrective_evidence_of_action ON vigie.corrective_evidence USING btree (account_id, action_id, evidence_id);
CREATE INDEX corrective_evidence_response ON vigie.corrective_evidence USING btree (account_id, response_id);
CREATE INDEX corrective_evidence_sender ON vigie.corrective_evidence USING btree (account_id, sent_by, stored_at) WHERE (object_key IS NOT NULL);
CREATE INDEX corrective_evidence_thirdparty ON vigie.corrective_evidence USING btree (account_id, thirdparty_id);
alter table corrective_evidence enable row level security;
alter table corrective_evidence force row level security;
create policy account_isolation on corrective_evidence for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on corrective_evidence for select to vigie_backup
  using (true);
create policy unit_sight on corrective_evidence as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table corrective_evidence to vigie_app;
grant select on table corrective_evidence to vigie_backup;
comment on table corrective_evidence is 'What shows that an action was done: a file, words, or a plan that says so. Files are as those of evidence.';
comment on column corrective_evidence.file_state is 'As evidence.file_state.';
comment on column corrective_evidence.response_id is 'The plan that tells it.';
comment on column corrective_evidence.stored_at is 'By the clock of the installation, which limits how much is sent.';
comment on index corrective_evidence_sender is 'How much a contact has sent lately.';

create table datahub_monitoring (
  account_id bigint not null,
  thirdparty_id bigint not null,
  provider text not null,
  active boolean not null,
  since timestamp with time zone not null,
  due_at timestamp with time zone,
  value_id bigint,
  as_of date,
  confirmed_at timestamp with time zone,
  stale_at timestamp with time zone,
  failure text,
  failing_since timestamp with time zone,
  heard_at timestamp with time zone,
  constraint datahub_monitoring_pkey PRIMARY KEY (account_id, thirdparty_id, provider),
  constraint datahub_monitoring_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint datahub_monitoring_account_id_value_id_fkey FOREIGN KEY (account_id, value_id) REFERENCES datahub_value(account_id, value_id),
  constraint datahub_monitoring_asked_while_active CHECK ((active OR (due_at IS NULL))),
  constraint datahub_monitoring_failure_check CHECK ((failure = ANY (ARRAY['UNAVAILABLE'::text, 'NOT_FOUND'::text, 'NO_IDENTIFIER'::text, 'NO_VALUE'::text, 'SCORE_INVALID'::text, 'OUT_OF_SCALE'::text, 'DATE_INVALID'::text, 'URL_REFUSED'::text]))),
  constraint datahub_monitoring_failure_dated CHECK (((failure IS NULL) = (failing_since IS NULL))),
  constraint datahub_monitoring_provider_check CHECK ((provider = ANY (ARRAY['DOCCHECK'::text, 'ESG'::text, 'SUSTAINSCORE'::text, 'SECURITY_RATING'::text, 'FINANCIAL_STRENGTH'::text, 'CREDITDATA'::text, 'NEWSFEED'::text]))),
  constraint datahub_monitoring_value_whole CHECK ((num_nulls(value_id, as_of, confirmed_at, stale_at) = ANY (ARRAY[0, 4])))
);
CREATE INDEX datahub_monitoring_due ON vigie.datahub_monitoring USING btree (account_id, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX datahub_monitoring_failing ON vigie.datahub_monitoring USING btree (account_id, failing_since) WHERE (failing_since IS NOT NULL);
CREATE INDEX datahub_monitoring_heard ON vigie.datahub_monitoring USING btree (account_id, provider, heard_at) WHERE (active AND (heard_at IS NOT NULL));
CREATE INDEX datahub_monitoring_provider ON vigie.datahub_monitoring USING btree (account_id, provider, thirdparty_id) WHERE active;
CREATE INDEX datahub_monitoring_value ON vigie.datahub_monitoring USING btree (account_id, value_id);
alter table datahub_monitoring enable row level security;
alter table datahub_monitoring force row level security;
create policy account_isolation on datahub_monitoring for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on datahub_monitoring for select to vigie_backup
  using (true);
create policy unit_sight on datahub_monitoring as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table datahub_monitoring to vigie_app;
grant select on table datahub_monitoring to vigie_backup;
comment on table datahub_monitoring is 'What is followed of a third party, and how the present value stands.';
comment on column datahub_monitoring.due_at is 'When it is asked for next; null where values come by themselves.';
comment on column datahub_monitoring.as_of is 'Of the last word of the provider, which may have been the same value again.';
comment on column datahub_monitoring.heard_at is 'When the provider last answered about the third party, also to say that there is nothing new.';
comment on index datahub_monitoring_failing is 'Providers that have been silent for days, which alerts ask for.';
comment on index datahub_monitoring_heard is 'When a provider that sends by itself was last heard at all.';

create table datahub_news (
  account_id bigint not null,
  thirdparty_id bigint not null,
  item_key bytea not null,
  title text not null,
  url text,
  published_at timestamp with time zone not null,
  sentiment double precision,
  received_at timestamp with time zone not null,
  summary text,
  constraint datahub_news_pkey PRIMARY KEY (account_id, thirdparty_id, item_key),
  constraint datahub_news_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint datahub_news_item_key_check CHECK ((length(item_key) = 32)),
  constraint datahub_news_sentiment_check CHECK (((sentiment >= ('-1'::integer)::double precision) AND (sentiment <= (1)::double precision))),
  constraint datahub_news_summary_check CHECK (((length(summary) >= 1) AND (length(summary) <= 2000))),
  constraint datahub_news_title_check CHECK (((length(title) >= 1) AND (length(title) <= 500))),
  constraint datahub_news_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000)))
);
CREATE INDEX datahub_news_newest ON vigie.datahub_news USING btree (account_id, thirdparty_id, published_at, item_key);
alter table datahub_news enable row level security;
alter table datahub_news force row level security;
create policy account_isolation on datahub_news for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on datahub_news for select to vigie_backup
  using (true);
create policy unit_sight on datahub_news as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table datahub_news to vigie_app;
grant select on table datahub_news to vigie_backup;
comment on table datahub_news is 'The news of a company, the last hundred.';
comment on column datahub_news.item_key is 'SHA-256 of what makes an item that item.';
comment on column datahub_news.summary is 'The first words of the article, where the provider tells them.';

create table datahub_provider (
  account_id bigint not null,
  provider text not null,
  kind text not null,
  label text not null,
  scale jsonb not null,
  mapping jsonb not null,
  http jsonb,
  poll_hours integer not null,
  stale_after_days integer not null,
  auth_header text,
  sealed_auth bytea,
  sealed_push_secret bytea,
  sealed_previous_secret bytea,
  previous_secret_until timestamp with time zone,
  version integer default 1 not null,
  updated_at timestamp with time zone not null,
  constraint datahub_provider_pkey PRIMARY KEY (account_id, provider),
  constraint datahub_provider_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint datahub_provider_auth_header_check CHECK (((length(auth_header) >= 1) AND (length(auth_header) <= 100))),
  constraint datahub_provider_auth_whole CHECK (((auth_header IS NULL) = (sealed_auth IS NULL))),
  constraint datahub_provider_former_secret_ends CHECK (((sealed_previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint datahub_provider_http_described CHECK (((kind = 'HTTP'::text) = (http IS NOT NULL))),
  constraint datahub_provider_kind_check CHECK ((kind = ANY (ARRAY['FILE'::text, 'HTTP'::text, 'PUSH'::text]))),
  constraint datahub_provider_label_check CHECK (((length(label) >= 1) AND (length(label) <= 200))),
  constraint datahub_provider_poll_hours_check CHECK (((poll_hours >= 1) AND (poll_hours <= 8760))),
  constraint datahub_provider_provider_check CHECK ((provider = ANY (ARRAY['DOCCHECK'::text, 'ESG'::text, 'SUSTAINSCORE'::text, 'SECURITY_RATING'::text, 'FINANCIAL_STRENGTH'::text, 'CREDITDATA'::text, 'NEWSFEED'::text]))),
  constraint datahub_provider_stale_after_days_check CHECK (((stale_after_days >= 1) AND (stale_after_days <= 3650)))
);
alter table datahub_provider enable row level security;
alter table datahub_provider force row level security;
create policy account_isolation on datahub_provider for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on datahub_provider for select to vigie_backup
  using (true);
grant insert, select, update on table datahub_provider to vigie_app;
grant select on table datahub_provider to vigie_backup;
comment on table datahub_provider is 'Where the data of outside providers comes from, once an account has set it; before that it is as shipped.';
comment on column datahub_provider.mapping is 'JSON pointers: where in the words of a provider ours are found.';
comment on column datahub_provider.auth_header is 'Its value is in sealed_auth.';
comment on column datahub_provider.sealed_auth is 'Sealed, like the secrets below, with the secret key of the installation, which is not in the database.';

create table datahub_push (
  account_id bigint not null,
  provider text not null,
  message_id text not null,
  received_at timestamp with time zone not null,
  outcome jsonb not null,
  constraint datahub_push_pkey PRIMARY KEY (account_id, provider, message_id),
  constraint datahub_push_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint datahub_push_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 200))),
  constraint datahub_push_provider_check CHECK ((provider = ANY (ARRAY['DOCCHECK'::text, 'ESG'::text, 'SUSTAINSCORE'::text, 'SECURITY_RATING'::text, 'FINANCIAL_STRENGTH'::text, 'CREDITDATA'::text, 'NEWSFEED'::text])))
);
CREATE INDEX datahub_push_age ON vigie.datahub_push USING btree (account_id, received_at);
alter table datahub_push enable row level security;
alter table datahub_push force row level security;
create policy account_isolation on datahub_push for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on datahub_push for select to vigie_backup
  using (true);
grant delete, insert, select, update on table datahub_push to vigie_app;
grant select on table datahub_push to vigie_backup;
comment on table datahub_push is 'Messages that providers sent by themselves, each counted once however often it is sent.';

create table datahub_scale (
  account_id bigint not null,
  provider text not null,
  scale_id text not null,
  scale_version text not null,
  definition jsonb not null,
  constraint datahub_scale_pkey PRIMARY KEY (account_id, provider, scale_id, scale_version),
  constraint datahub_scale_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint datahub_scale_provider_check CHECK ((provider = ANY (ARRAY['DOCCHECK'::text, 'ESG'::text, 'SUSTAINSCORE'::text, 'SECURITY_RATING'::text, 'FINANCIAL_STRENGTH'::text, 'CREDITDATA'::text, 'NEWSFEED'::text]))),
  constraint datahub_scale_scale_id_check CHECK (((length(scale_id) >= 1) AND (length(scale_id) <= 60))),
  constraint datahub_scale_scale_version_check CHECK (((length(scale_version) >= 1) AND (length(scale_version) <= 20)))
);
alter table datahub_scale enable row level security;
alter table datahub_scale force row level security;
create policy account_isolation on datahub_scale for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on datahub_scale for select to vigie_backup
  using (true);
grant insert, select on table datahub_scale to vigie_app;
grant select on table datahub_scale to vigie_backup;
comment on table datahub_scale is 'Every scale values were ever read by: one that has a name and a version never changes.';

create table datahub_value (
  account_id bigint not null,
  value_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  provider text not null,
  raw text,
  score double precision,
  band text,
  value double precision,
  scale_id text not null,
  scale_version text not null,
  as_of date not null,
  received_at timestamp with time zone not null,
  source text not null,
  reference text,
  url text,
  rationale text,
  detail jsonb,
  constraint datahub_value_pkey PRIMARY KEY (account_id, value_id),
  constraint datahub_value_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint datahub_value_band_check CHECK (((length(band) >= 1) AND (length(band) <= 40))),
  constraint datahub_value_provider_check CHECK ((provider = ANY (ARRAY['DOCCHECK'::text, 'ESG'::text, 'SUSTAINSCORE'::text, 'SECURITY_RATING'::text, 'FINANCIAL_STRENGTH'::text, 'CREDITDATA'::text, 'NEWSFEED'::text]))),
  constraint datahub_value_rationale_check CHECK (((length(rationale) >= 1) AND (length(rationale) <= 2000))),
  constraint datahub_value_raw_check CHECK (((length(raw) >= 1) AND (length(raw) <= 200))),
  constraint datahub_value_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint datahub_value_source_check CHECK ((source = ANY (ARRAY['FILE'::text, 'HTTP'::text, 'PUSH'::text, 'VERIFICATION'::text]))),
  constraint datahub_value_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2000))),
  constraint datahub_value_value_check CHECK (((value >= (0)::double precision) AND (value <= (100)::double precision)))
);
CREATE INDEX datahub_value_history ON vigie.datahub_value USING btree (account_id, thirdparty_id, provider, value_id);
alter table datahub_value enable row level security;
alter table datahub_value force row level security;
create policy account_isolation on datahub_value for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on datahub_value for select to vigie_backup
  using (true);
create policy unit_sight on datahub_value as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select on table datahub_value to vigie_app;
grant select on table datahub_value to vigie_backup;
comment on table datahub_value is 'What providers said, one row each time it was something else.';
comment on column datahub_value.value is '0 to 100, higher is better; null where the scale has no word for it, never zero.';
comment on column datahub_value.detail is 'The words of the provider, when they are few.';

create table decision (
  account_id bigint not null,
  response_id bigint not null,
  number integer not null,
  verdict text not null,
  origin text not null,
  decided_by_type text not null,
  decided_by bigint,
  decided_at timestamp with time zone not null,
  comment text,
  shared boolean default false not null,
  fraud boolean default false not null,
  constraint decision_pkey PRIMARY KEY (account_id, response_id, number),
  constraint decision_members UNIQUE (account_id, response_id, number, decided_at, shared, fraud),
  constraint decision_account_id_response_id_fkey FOREIGN KEY (account_id, response_id) REFERENCES response(account_id, response_id),
  constraint decision_comment_check CHECK ((length(comment) <= 4000)),
  constraint decision_decided_by_type_check CHECK ((decided_by_type = ANY (ARRAY['USER'::text, 'CONTACT'::text, 'API_CLIENT'::text, 'JOB'::text, 'PROVIDER'::text]))),
  constraint decision_number_check CHECK ((number > 0)),
  constraint decision_origin_check CHECK ((origin = ANY (ARRAY['REVIEW'::text, 'CHECKS'::text, 'REGISTER'::text, 'REUSE'::text, 'REVOCATION'::text, 'SCREENING'::text, 'NEWS'::text, 'DATA_HUB'::text]))),
  constraint decision_rejects CHECK (((verdict = 'REJECTION'::text) OR ((NOT shared) AND (NOT fraud)))),
  constraint decision_verdict_check CHECK ((verdict = ANY (ARRAY['FIRST_APPROVAL'::text, 'ACCEPTANCE'::text, 'REJECTION'::text])))
);
alter table decision enable row level security;
alter table decision force row level security;
create policy account_isolation on decision for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on decision for select to vigie_backup
  using (true);
create policy unit_sight on decision as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR response_is_seen(response_id)));
grant insert, select on table decision to vigie_app;
grant select on table decision to vigie_backup;
comment on table decision is 'What was decided on an answer, one row for each decision. Rows are never changed: a revoked acceptance and the first of two approvals stay beside what followed them.';
comment on column decision.verdict is 'A rejection of what was accepted before is a revocation.';
comment on column decision.origin is 'REVIEW: somebody decided. CHECKS: they passed, and the account lets them decide. REGISTER: a register says so. SCREENING, NEWS, DATA_HUB: so do lists, news or a provider of data. REUSE: accepted in another dossier. REVOCATION: the answer it repeats was revoked there.';
comment on column decision.decided_by is 'As comment.author_id: a number of another table, without a name. Of a reused answer: who accepted the original.';
comment on column decision.comment is 'Why, in the words of who decided. They stay when the author is erased, as decision record 015 says.';
comment on column decision.shared is 'Whether the third party was told of the rejection and its reason.';
comment on constraint decision_members on decision is 'Lets the answer repeat what lists, statuses and figures ask of the decision that counts, held to it by its key.';

create table deletion_proof (
  former_account bigint not null,
  deleted_at timestamp with time zone not null,
  proof text not null,
  constraint deletion_proof_pkey PRIMARY KEY (former_account),
  constraint deletion_proof_former_account_check CHECK ((former_account > 0))
);
CREATE TRIGGER deletion_proof_append_only BEFORE DELETE OR UPDATE ON vigie.deletion_proof FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER deletion_proof_no_truncate BEFORE TRUNCATE ON vigie.deletion_proof FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant insert, select on table deletion_proof to vigie_app;
grant select on table deletion_proof to vigie_backup;
comment on table deletion_proof is 'What is left of a deleted account: a signed text without names. A restored copy is compared with these.';
comment on column deletion_proof.former_account is 'The number the account had. No foreign key can hold, and no other account gets it.';

create table directory_group (
  account_id bigint not null,
  group_id bigint default nextval('vigie_id'::regclass) not null,
  scim_id uuid default gen_random_uuid() not null,
  display_name text not null,
  external_id text,
  roles text[] default '{}'::text[] not null,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  all_units boolean,
  constraint directory_group_pkey PRIMARY KEY (account_id, group_id),
  constraint directory_group_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint directory_group_display_name_check CHECK (((length(display_name) >= 1) AND (length(display_name) <= 256))),
  constraint directory_group_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 256))),
  constraint directory_group_roles_check CHECK (((cardinality(roles) <= 5) AND (roles <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
CREATE INDEX directory_group_external ON vigie.directory_group USING btree (account_id, external_id);
CREATE UNIQUE INDEX directory_group_name ON vigie.directory_group USING btree (account_id, lower(display_name));
CREATE UNIQUE INDEX directory_group_scim ON vigie.directory_group USING btree (account_id, scim_id);
alter table directory_group enable row level security;
alter table directory_group force row level security;
create policy account_isolation on directory_group for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on directory_group for select to vigie_backup
  using (true);
grant delete, insert, select, update on table directory_group to vigie_app;
grant select on table directory_group to vigie_backup;
comment on table directory_group is 'A group of the directory, and what the account gives to its members.';
comment on column directory_group.roles is 'Chosen by an administrator of the account; a new group gives nothing.';
comment on column directory_group.all_units is 'Whether its members see all units, or those in directory_group_unit. Null: the group says nothing about units. Once any group of the account says something, groups alone decide what people of the directory see.';

create table directory_group_member (
  account_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  constraint directory_group_member_pkey PRIMARY KEY (account_id, group_id, user_id),
  constraint directory_group_member_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES directory_group(account_id, group_id) ON DELETE CASCADE,
  constraint directory_group_member_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES directory_person(account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX directory_group_member_person ON vigie.directory_group_member USING btree (account_id, user_id);
alter table directory_group_member enable row level security;
alter table directory_group_member force row level security;
create policy account_isolation on directory_group_member for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on directory_group_member for select to vigie_backup
  using (true);
grant delete, insert, select on table directory_group_member to vigie_app;
grant select on table directory_group_member to vigie_backup;
comment on table directory_group_member is 'Who is in which group of the directory.';

create table directory_group_unit (
  account_id bigint not null,
  group_id bigint not null,
  unit_id bigint not null,
  constraint directory_group_unit_pkey PRIMARY KEY (account_id, group_id, unit_id),
  constraint directory_group_unit_account_id_group_id_fkey FOREIGN KEY (account_id, group_id) REFERENCES directory_group(account_id, group_id) ON DELETE CASCADE,
  constraint directory_group_unit_account_id_unit_id_fkey FOREIGN KEY (account_id, unit_id) REFERENCES unit(account_id, unit_id) ON DELETE CASCADE
);
CREATE INDEX directory_group_unit_unit ON vigie.directory_group_unit USING btree (account_id, unit_id);
alter table directory_group_unit enable row level security;
alter table directory_group_unit force row level security;
create policy account_isolation on directory_group_unit for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on directory_group_unit for select to vigie_backup
  using (true);
grant delete, insert, select on table directory_group_unit to vigie_app;
grant select on table directory_group_unit to vigie_backup;
comment on table directory_group_unit is 'The units whose companies the members of a group see. A unit that is deleted is gone from here as it is from membership_unit, so both still agree.';

create table directory_person (
  account_id bigint not null,
  user_id bigint not null,
  scim_id uuid default gen_random_uuid() not null,
  resource jsonb not null,
  user_name text generated always as (lower((resource ->> 'userName'::text))) stored not null,
  external_id text generated always as ((resource ->> 'externalId'::text)) stored,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint directory_person_pkey PRIMARY KEY (account_id, user_id),
  constraint directory_person_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint directory_person_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE,
  constraint directory_person_resource_check CHECK ((jsonb_typeof(resource) = 'object'::text))
);
CREATE INDEX directory_person_external ON vigie.directory_person USING btree (account_id, external_id);
CREATE UNIQUE INDEX directory_person_scim ON vigie.directory_person USING btree (account_id, scim_id);
CREATE UNIQUE INDEX directory_person_user_name ON vigie.directory_person USING btree (account_id, user_name);
alter table directory_person enable row level security;
alter table directory_person force row level security;
create policy account_isolation on directory_person for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on directory_person for select to vigie_backup
  using (true);
grant delete, insert, select, update on table directory_person to vigie_app;
grant select on table directory_person to vigie_backup;
comment on table directory_person is 'A member whom the directory of the account keeps: whether they are active and which roles they have follows from what it says, and is not changed by hand.';
comment on column directory_person.scim_id is 'What the directory calls them. Not the number of the person, which is used all over the installation.';
comment on column directory_person.resource is 'What the directory said of them, under the names of RFC 7643; only the attributes that are kept.';

create table document (
  account_id bigint not null,
  document_id bigint default nextval('vigie_id'::regclass) not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  code text not null,
  type_version integer not null,
  required boolean default true not null,
  alternative_group text,
  request_date timestamp with time zone not null,
  due_date date,
  status text default 'MISSING'::text not null,
  status_reason text default 'NO_ANSWER'::text not null,
  status_since timestamp with time zone not null,
  expiration_date date,
  present boolean default false not null,
  stopped_at timestamp with time zone,
  version integer default 1 not null,
  updated_at timestamp with time zone not null,
  unit_set_id bigint,
  no_source boolean default false not null,
  constraint document_pkey PRIMARY KEY (account_id, document_id),
  constraint document_of_dossier UNIQUE (account_id, dossier_id, document_id),
  constraint document_account_id_code_type_version_fkey FOREIGN KEY (account_id, code, type_version) REFERENCES document_type_version(account_id, code, type_version),
  constraint document_account_id_thirdparty_id_dossier_id_fkey FOREIGN KEY (account_id, thirdparty_id, dossier_id) REFERENCES dossier(account_id, thirdparty_id, dossier_id),
  constraint document_status_check CHECK ((status = ANY (ARRAY['MISSING'::text, 'ONGOING'::text, 'ACTION_REQUIRED'::text, 'VALID'::text, 'BELOW_EXPECTATION'::text, 'INVALID'::text])))
);
CREATE UNIQUE INDEX document_asked ON vigie.document USING btree (account_id, dossier_id, code) WHERE (stopped_at IS NULL);
CREATE INDEX document_awaiting_review ON vigie.document USING btree (account_id, status_since, document_id) WHERE ((stopped_at IS NULL) AND (status_reason = 'AWAITING_REVIEW'::text));
CREATE INDEX document_by_due_date ON vigie.document USING btree (account_id, status, (
CASE
    WHEN (due_date IS NULL) THEN 'infinity'::date
    ELSE due_date
END), document_id) INCLUDE (due_date, code, type_version, dossier_id, required, status_reason) WHERE (stopped_at IS NULL);
CREATE INDEX document_by_end ON vigie.document USING btree (account_id, (
CASE
    WHEN (expiration_date IS NULL) THEN 'infinity'::date
    ELSE expiration_date
END), document_id) WHERE (stopped_at IS NULL);
CREATE INDEX document_by_request ON vigie.document USING btree (account_id, request_date, document_id) WHERE (stopped_at IS NULL);
CREATE INDEX document_by_type ON vigie.document USING btree (account_id, code, type_version, status, status_since, document_id) INCLUDE (stopped_at);
CREATE INDEX document_ending ON vigie.document USING btree (account_id, expiration_date, document_id) INCLUDE (status_reason, thirdparty_id) WHERE ((stopped_at IS NULL) AND required AND (expiration_date IS NOT NULL) AND (status_reason = ANY (ARRAY['ACCEPTED'::text, 'SCORE_BELOW_EXPECTED'::text, 'EXPIRED'::text])));
CREATE INDEX document_falling_due ON vigie.document USING btree (account_id, due_date, document_id) INCLUDE (thirdparty_id, dossier_id, alternative_group) WHERE ((stopped_at IS NULL) AND required AND (due_date IS NOT NULL) AND (status = ANY (ARRAY['MISSING'::text, 'ACTION_REQUIRED'::text, 'INVALID'::text])) AND (status_reason <> 'NO_SOURCE'::text));
CREATE INDEX document_missing ON vigie.document USING btree (account_id, thirdparty_id, document_id) WHERE ((stopped_at IS NULL) AND required AND (status = ANY (ARRAY['MISSING'::text, 'ACTION_REQUIRED'::text, 'INVALID'::text])));
CREATE INDEX document_of_thirdparty ON vigie.document USING btree (account_id, thirdparty_id, code);
CREATE INDEX document_of_unit ON vigie.document USING btree (account_id, unit_set_id, status, status_since, document_id) INCLUDE (code, type_version, dossier_id) WHERE ((stopped_at IS NULL) AND (unit_set_id IS NOT NULL));
CREATE INDEX document_queue ON vigie.document USING btree (account_id, status, status_since, document_id) INCLUDE (code, type_version, dossier_id) WHERE (stopped_at IS NULL);
CREATE INDEX document_stopped ON vigie.document USING btree (account_id, stopped_at, document_id) WHERE (stopped_at IS NOT NULL);
alter table document enable row level security;
alter table document force row level security;
create policy account_isolation on document for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on document for select to vigie_backup
  using (true);
create policy unit_sight on document as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set_id <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
CREATE TRIGGER document_take_unit_set BEFORE INSERT ON vigie.document FOR EACH ROW EXECUTE FUNCTION take_unit_set();
grant insert, select, update on table document to vigie_app;
grant select on table document to vigie_backup;
comment on table document is 'A request for one piece.';
comment on column document.alternative_group is 'One valid answer among the documents of a group is enough.';
comment on column document.status_reason is 'A word for why, in the vocabulary of the status rules.';
comment on column document.expiration_date is 'Of the accepted answer that makes it valid, or made it so last.';
comment on column document.stopped_at is 'No longer asked for. The moment its dossier was archived: it comes back with the dossier.';
comment on column document.version is 'Raised by every change; the ETag.';
comment on column document.unit_set_id is 'As dossier.unit_set_id.';
comment on column document.no_source is 'Of a check: there is nobody whom the service could ask. Until there is, a person of the account may answer by hand.';
comment on constraint document_of_dossier on document is 'Lets answers, evidence and comments name document and dossier together: never a document of another dossier.';
comment on index document_asked is 'A piece is asked for once in a dossier.';
comment on index document_awaiting_review is 'Answers that somebody has to decide on, the one that waits longest first.';
comment on index document_by_due_date is 'Of each status, by due date. What has no date comes after all that has one, as in dossier_by_due_date.';
comment on index document_by_type is 'The review queue of some types of document, such as those of a theme.';
comment on index document_ending is 'What the forecast tells of answers that end, along the days they end on.';
comment on index document_falling_due is 'What the forecast tells of requests that fall due, without a look at the request itself.';
comment on index document_missing is 'What third parties must still give: a portfolio in order has few of them.';
comment on index document_of_unit is 'As document_queue, for readers who see some units.';
comment on index document_queue is 'The review queue: who waits longest comes first.';
comment on index document_stopped is 'What is asked for no longer: a list of its own, and what retention looks at.';

create table document_type (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  theme text not null,
  kind text not null,
  answered_by text not null,
  archived_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint document_type_pkey PRIMARY KEY (account_id, code),
  constraint document_type_account_id_code_type_version_theme_kind_answ_fkey FOREIGN KEY (account_id, code, type_version, theme, kind, answered_by) REFERENCES document_type_version(account_id, code, type_version, theme, kind, answered_by)
);
CREATE INDEX document_type_present ON vigie.document_type USING btree (account_id, code, type_version);
alter table document_type enable row level security;
alter table document_type force row level security;
create policy account_isolation on document_type for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on document_type for select to vigie_backup
  using (true);
grant insert, select, update on table document_type to vigie_app;
grant select on table document_type to vigie_backup;
comment on table document_type is 'The present version of each type: what counts for whoever is asked now.';

create table document_type_version (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  definition jsonb not null,
  theme text generated always as ((definition ->> 'theme'::text)) stored not null,
  kind text generated always as ((definition ->> 'kind'::text)) stored not null,
  answered_by text generated always as (COALESCE((definition ->> 'answeredBy'::text), 'THIRD_PARTY'::text)) stored not null,
  shipped_version integer,
  created_at timestamp with time zone default now() not null,
  constraint document_type_version_pkey PRIMARY KEY (account_id, code, type_version),
  constraint document_type_version_members UNIQUE (account_id, code, type_version, theme, kind, answered_by),
  constraint document_type_version_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint document_type_version_answered_by_check CHECK ((answered_by = ANY (ARRAY['THIRD_PARTY'::text, 'ACCOUNT'::text]))),
  constraint document_type_version_code_check CHECK ((code ~ '^[A-Z][A-Z0-9_]{0,63}$'::text)),
  constraint document_type_version_kind_check CHECK ((kind = ANY (ARRAY['FILE'::text, 'FORM'::text, 'FILE_AND_FORM'::text, 'CHECK'::text]))),
  constraint document_type_version_theme_check CHECK ((theme = ANY (ARRAY['LEGAL_COMPLIANCE'::text, 'FINANCE'::text, 'ENVIRONMENT'::text, 'CYBERSECURITY'::text, 'ETHICS'::text, 'HUMAN_RIGHTS'::text]))),
  constraint document_type_version_type_version_check CHECK ((type_version > 0))
);
alter table document_type_version enable row level security;
alter table document_type_version force row level security;
create policy account_isolation on document_type_version for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on document_type_version for select to vigie_backup
  using (true);
grant insert, select on table document_type_version to vigie_app;
grant select on table document_type_version to vigie_backup;
comment on table document_type_version is 'What may be asked of a third party, in every version an account has used: requests keep the version they were made with, so a later change never rewrites what was asked.';
comment on column document_type_version.theme is 'Generated, like kind and answered_by: what queries narrow by cannot differ from the definition.';
comment on column document_type_version.answered_by is 'Some pieces are the account''s own, such as the decision to work with somebody: the third party is neither asked for them nor shown them. A request keeps the value of its own version, so that opening a type to third parties uncovers nothing that was answered inside.';
comment on column document_type_version.shipped_version is 'The shipped version it was taken from; null once the account has written its own.';
comment on constraint document_type_version_members on document_type_version is 'Lets document_type repeat the generated members, held to them by its key: reading them from here made the planner take five times as long for what third parties must still give.';

create table dossier (
  account_id bigint not null,
  dossier_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  type_code text not null,
  type_version integer not null,
  reference text,
  description text,
  origin text not null,
  rule_id bigint,
  renews bigint,
  status text default 'ABSENT'::text not null,
  status_since timestamp with time zone not null,
  expiration_date date,
  due_date date,
  required_documents integer default 0 not null,
  valid_documents integer default 0 not null,
  legal_hold_reason text,
  legal_hold_since timestamp with time zone,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  unit_set_id bigint,
  status_reason text default 'NOTHING_ASKED'::text not null,
  constraint dossier_pkey PRIMARY KEY (account_id, dossier_id),
  constraint dossier_of_thirdparty UNIQUE (account_id, thirdparty_id, dossier_id),
  constraint dossier_account_id_renews_fkey FOREIGN KEY (account_id, renews) REFERENCES dossier(account_id, dossier_id),
  constraint dossier_account_id_rule_id_fkey FOREIGN KEY (account_id, rule_id) REFERENCES rule(account_id, rule_id),
  constraint dossier_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint dossier_account_id_type_code_type_version_fkey FOREIGN KEY (account_id, type_code, type_version) REFERENCES dossier_type_version(account_id, code, type_version),
  constraint dossier_description_check CHECK (((length(description) >= 1) AND (length(description) <= 4000))),
  constraint dossier_hold_has_reason CHECK (((legal_hold_reason IS NULL) = (legal_hold_since IS NULL))),
  constraint dossier_legal_hold_reason_check CHECK (((length(legal_hold_reason) >= 1) AND (length(legal_hold_reason) <= 1000))),
  constraint dossier_origin_check CHECK ((origin = ANY (ARRAY['RULE'::text, 'ON_DEMAND'::text, 'RENEWAL'::text]))),
  constraint dossier_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint dossier_status_check CHECK ((status = ANY (ARRAY['ABSENT'::text, 'ONGOING'::text, 'ACTION_REQUIRED'::text, 'VALID'::text, 'BELOW_EXPECTATION'::text, 'INVALID'::text])))
);
CREATE INDEX dossier_archived ON vigie.dossier USING btree (account_id, dossier_id) WHERE (archived_at IS NOT NULL);
CREATE INDEX dossier_by_change ON vigie.dossier USING btree (account_id, updated_at, dossier_id) WHERE (archived_at IS NULL);
CREATE INDEX dossier_by_due_date ON vigie.dossier USING btree (account_id, (
CASE
    WHEN (due_date IS NULL) THEN 'infinity'::date
    ELSE due_date
END), dossier_id) INCLUDE (due_date, type_code, status, origin) WHERE (archived_at IS NULL);
CREATE INDEX dossier_by_end ON vigie.dossier USING btree (account_id, (
CASE
    WHEN (expiration_date IS NULL) THEN 'infinity'::date
    ELSE expiration_date
END), dossier_id) INCLUDE (expiration_date, type_code, status, origin) WHERE (archived_at IS NULL);
CREATE INDEX dossier_by_kind ON vigie.dossier USING btree (account_id, type_code, status, dossier_id) WHERE (archived_at IS NULL);
CREATE INDEX dossier_by_rule ON vigie.dossier USING btree (account_id, rule_id);
CREATE INDEX dossier_by_status ON vigie.dossier USING btree (account_id, status, dossier_id) WHERE (archived_at IS NULL);
CREATE INDEX dossier_by_type ON vigie.dossier USING btree (account_id, type_code, type_version, dossier_id DESC);
CREATE INDEX dossier_list ON vigie.dossier USING btree (account_id, dossier_id) INCLUDE (type_code, status, origin) WHERE (archived_at IS NULL);
CREATE INDEX dossier_of_unit ON vigie.dossier USING btree (account_id, unit_set_id, dossier_id) INCLUDE (type_code, status, origin) WHERE ((archived_at IS NULL) AND (unit_set_id IS NOT NULL));
CREATE UNIQUE INDEX dossier_open ON vigie.dossier USING btree (account_id, thirdparty_id, type_code) WHERE (archived_at IS NULL);
CREATE INDEX dossier_renews ON vigie.dossier USING btree (account_id, renews);
CREATE INDEX dossier_unfinished ON vigie.dossier USING btree (account_id, due_date, dossier_id) WHERE ((archived_at IS NULL) AND (due_date IS NOT NULL) AND (status = ANY (ARRAY['ABSENT'::text, 'ONGOING'::text, 'ACTION_REQUIRED'::text])));
alter table dossier enable row level security;
alter table dossier force row level security;
create policy account_isolation on dossier for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on dossier for select to vigie_backup
  using (true);
create policy unit_sight on dossier as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set_id <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
CREATE TRIGGER dossier_take_unit_set BEFORE INSERT ON vigie.dossier FOR EACH ROW EXECUTE FUNCTION take_unit_set();
grant insert, select, update on table dossier to vigie_app;
grant select on table dossier to vigie_backup;
comment on table dossier is 'The evaluation of a third party under one type.';
comment on column dossier.rule_id is 'The rule that opened it.';
comment on column dossier.renews is 'The dossier this one renews.';
comment on column dossier.required_documents is 'Of its documents that are required and not stopped.';
comment on column dossier.valid_documents is 'How many of the required ones are valid.';
comment on column dossier.legal_hold_reason is 'Nothing of a dossier under hold is deleted, whatever its retention says.';
comment on column dossier.version is 'Raised by every change; the ETag.';
comment on column dossier.unit_set_id is 'That of the third party: lists and counts of readers who see some units compare it row by row. Taken when the dossier is opened, kept by thirdparties_place.';
comment on column dossier.status_reason is 'Why it has its status: the reason of the documents behind it, or one of its own. The words are those of the rules and not of the schema, as with those of a document.';
comment on constraint dossier_of_thirdparty on dossier is 'Lets documents, answers, comments and indicators name dossier and third party together: never a dossier of another.';
comment on index dossier_by_due_date is 'What has no date comes after all that has one. By a case expression, because row security does not let coalesce lead along an index.';
comment on index dossier_by_kind is 'A page of one type and status is read along it, and the figures count types and statuses from it alone.';
comment on index dossier_by_type is 'Dossiers of one version of a type, archived ones too: what a new version moves. dossier_by_kind serves the list.';
comment on index dossier_list is 'What the list is filtered by lies beside what it is ordered by, so that a filter that few rows pass goes over the others without reading them.';
comment on index dossier_of_unit is 'As dossier_list, for readers who see some units: a run for each set they see.';
comment on index dossier_open is 'One open dossier for a third party and type: the index decides, not a prior read.';
comment on index dossier_unfinished is 'What is late and not finished, the latest first. dossier_by_due_date would lead through all that was finished in time.';

create table dossier_approval (
  account_id bigint not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  round integer default 1 not null,
  state text not null,
  steps jsonb not null,
  state_since timestamp with time zone not null,
  constraint dossier_approval_pkey PRIMARY KEY (account_id, dossier_id),
  constraint dossier_approval_account_id_dossier_id_fkey FOREIGN KEY (account_id, dossier_id) REFERENCES dossier(account_id, dossier_id),
  constraint dossier_approval_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint dossier_approval_round_check CHECK ((round > 0)),
  constraint dossier_approval_state_check CHECK ((state = ANY (ARRAY['NOT_NEEDED'::text, 'WAITING'::text, 'IN_PROGRESS'::text, 'APPROVED'::text, 'REFUSED'::text]))),
  constraint dossier_approval_steps_check CHECK ((jsonb_typeof(steps) = 'array'::text))
);
CREATE INDEX dossier_approval_thirdparty ON vigie.dossier_approval USING btree (account_id, thirdparty_id);
alter table dossier_approval enable row level security;
alter table dossier_approval force row level security;
create policy account_isolation on dossier_approval for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on dossier_approval for select to vigie_backup
  using (true);
create policy unit_sight on dossier_approval as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table dossier_approval to vigie_app;
grant select on table dossier_approval to vigie_backup;
comment on table dossier_approval is 'How far the approval of a dossier is, beside its status, which follows from its pieces alone. No row: nothing has begun yet. Held by the lock on the dossier.';
comment on column dossier_approval.round is 'Raised whenever the approval starts again, because the dossier was no longer valid, came back from the archive, got other steps, or somebody asked for it. Steps of former rounds stay.';
comment on column dossier_approval.state is 'NOT_NEEDED: every step was skipped. WAITING: the dossier is not valid.';
comment on column dossier_approval.steps is 'The steps of the type, as they were when the round began.';

create table dossier_type (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  archived_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  constraint dossier_type_pkey PRIMARY KEY (account_id, code),
  constraint dossier_type_account_id_code_type_version_fkey FOREIGN KEY (account_id, code, type_version) REFERENCES dossier_type_version(account_id, code, type_version)
);
CREATE INDEX dossier_type_present ON vigie.dossier_type USING btree (account_id, code, type_version);
alter table dossier_type enable row level security;
alter table dossier_type force row level security;
create policy account_isolation on dossier_type for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on dossier_type for select to vigie_backup
  using (true);
grant insert, select, update on table dossier_type to vigie_app;
grant select on table dossier_type to vigie_backup;
comment on table dossier_type is 'The present version of each type of dossier.';
comment on column dossier_type.type_version is 'The published version; a draft, if there is one, has a higher number.';

create table dossier_type_version (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  definition jsonb not null,
  shipped_version integer,
  published_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint dossier_type_version_pkey PRIMARY KEY (account_id, code, type_version),
  constraint dossier_type_version_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint dossier_type_version_code_check CHECK ((code ~ '^[A-Z][A-Z0-9_]{0,63}$'::text)),
  constraint dossier_type_version_type_version_check CHECK ((type_version > 0))
);
alter table dossier_type_version enable row level security;
alter table dossier_type_version force row level security;
create policy account_isolation on dossier_type_version for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on dossier_type_version for select to vigie_backup
  using (true);
grant insert, select, update on table dossier_type_version to vigie_app;
grant select on table dossier_type_version to vigie_backup;
comment on table dossier_type_version is 'Which documents make a dossier, in every version, as document_type_version.';
comment on column dossier_type_version.published_at is 'Null while it is a draft; only published versions open dossiers.';

create table erasure (
  account_id bigint not null,
  erasure_id bigint default nextval('vigie_id'::regclass) not null,
  erased_at timestamp with time zone not null,
  actor_type text,
  actor_id bigint,
  contact_ids bigint[] not null,
  user_ids bigint[] not null,
  mails integer,
  forms integer,
  held_forms integer,
  constraint erasure_pkey PRIMARY KEY (account_id, erasure_id),
  constraint erasure_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint erasure_actor_type_check CHECK ((actor_type = ANY (ARRAY['USER'::text, 'API_CLIENT'::text]))),
  constraint erasure_forms_check CHECK ((forms >= 0)),
  constraint erasure_found_somebody CHECK ((((cardinality(contact_ids) + cardinality(user_ids)) + COALESCE(mails, 0)) > 0)),
  constraint erasure_held_forms_check CHECK ((held_forms >= 0)),
  constraint erasure_mails_check CHECK ((mails >= 0))
);
alter table erasure enable row level security;
alter table erasure force row level security;
create policy account_isolation on erasure for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on erasure for select to vigie_backup
  using (true);
grant insert, select on table erasure to vigie_app;
grant select on table erasure to vigie_backup;
comment on table erasure is 'Who was forgotten, when, by whom and what went with them: nothing that could name the person again.';
comment on column erasure.contact_ids is 'Numbers, not references: one erasure may cover several records of the same person.';
comment on column erasure.held_forms is 'Forms under legal hold, which stay until the hold ends.';
comment on constraint erasure_found_somebody on erasure is 'An erasure that found nobody is none.';

create table evaluation_option (
  account_id bigint not null,
  name text not null,
  enabled boolean not null,
  updated_at timestamp with time zone default now() not null,
  constraint evaluation_option_pkey PRIMARY KEY (account_id, name),
  constraint evaluation_option_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint evaluation_option_name_check CHECK ((name ~ '^[A-Z][A-Z0-9_]{0,63}$'::text))
);
alter table evaluation_option enable row level security;
alter table evaluation_option force row level security;
create policy account_isolation on evaluation_option for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on evaluation_option for select to vigie_backup
  using (true);
grant insert, select, update on table evaluation_option to vigie_app;
grant select on table evaluation_option to vigie_backup;
comment on table evaluation_option is 'How an account wants evaluations to behave. What has no row has its default, which the product knows.';
comment on column evaluation_option.name is 'Such as AUTO_ACCEPT (a check that succeeds accepts the answer), SECOND_REVIEWER (two people accept bank details) or STRUCK_OFF_INVALIDATES (the end of a company makes its dossiers invalid).';

create table event (
  account_id bigint not null,
  seq bigint not null,
  event_id bigint not null,
  event_type smallint not null,
  resource_type smallint not null,
  resource_id bigint not null,
  thirdparty_id bigint,
  dossier_id bigint,
  document_id bigint,
  occurred_at timestamp with time zone not null,
  actor_type text not null,
  actor_id bigint,
  detail_hash bytea not null,
  hash bytea not null,
  constraint event_pkey PRIMARY KEY (account_id, seq, occurred_at),
  constraint event_actor_type_check CHECK ((actor_type = ANY (ARRAY['USER'::text, 'CONTACT'::text, 'API_CLIENT'::text, 'JOB'::text, 'PROVIDER'::text]))),
  constraint event_detail_hash_check CHECK ((length(detail_hash) = 32)),
  constraint event_hash_check CHECK ((length(hash) = 32))
) partition by RANGE (occurred_at);
CREATE INDEX event_by_resource ON ONLY vigie.event USING btree (account_id, resource_type, resource_id, occurred_at, event_type);
CREATE INDEX event_by_type ON ONLY vigie.event USING btree (account_id, resource_type, event_type, occurred_at, resource_id);
alter table event enable row level security;
alter table event force row level security;
create policy account_isolation on event for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on event for select to vigie_backup
  using (true);
create policy unit_sight on event as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
CREATE TRIGGER event_append_only BEFORE DELETE OR UPDATE ON vigie.event FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON vigie.event FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table event to vigie_app;
grant select on table event to vigie_backup;
comment on table event is 'The chained part of the journal: identifiers, time and digests only. Words and names live in event_detail, so that a person can be forgotten without breaking the chain.';
comment on column event.account_id is 'No foreign key here and in event_detail: every append holds journal_head, which refers to the account.';
comment on column event.event_type is 'journal_append looks each type up; a foreign key would only repeat that at every insert.';
comment on column event.hash is 'Covers this row and the hash before it: changing or removing an event breaks every later link.';
comment on index event_by_type is 'The event filter walks this one backwards, and asks event_by_resource whether a later match exists.';

create table event_default partition of event default;
alter table event_default enable row level security;
alter table event_default force row level security;
create policy account_isolation on event_default for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on event_default for select to vigie_backup
  using (true);
create policy unit_sight on event_default as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON vigie.event_default FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table event_default to vigie_backup;
comment on table event_default is 'For sandboxes that ran further ahead than there are months prepared.';

create table event_detail (
  account_id bigint not null,
  seq bigint not null,
  salt bytea not null,
  payload bytea not null,
  constraint event_detail_pkey PRIMARY KEY (account_id, seq),
  constraint event_detail_salt_check CHECK ((length(salt) = 32))
);
alter table event_detail enable row level security;
alter table event_detail force row level security;
create policy account_isolation on event_detail for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on event_detail for select to vigie_backup
  using (true);
create policy unit_sight on event_detail as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR event_is_seen(seq)));
CREATE TRIGGER event_detail_append_only BEFORE DELETE OR UPDATE ON vigie.event_detail FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER event_detail_no_truncate BEFORE TRUNCATE ON vigie.event_detail FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table event_detail to vigie_app;
grant select on table event_detail to vigie_backup;
comment on table event_detail is 'The words of events. What they say about a person is sealed with that person''s key.';
comment on column event_detail.salt is 'Keeps short details from being guessed by their digest: the chain covers salt and payload.';

create table event_type (
  code smallint not null,
  name text not null,
  resource_type smallint not null,
  constraint event_type_pkey PRIMARY KEY (code),
  constraint event_type_name_key UNIQUE (name),
  constraint event_type_resource_type_check CHECK (((resource_type >= 1) AND (resource_type <= 3)))
);
grant select on table event_type to vigie_app;
grant select on table event_type to vigie_backup;
comment on table event_type is 'The event names of the specification. The code is what events store: names are long, and there are millions of events. The product fills it from its own lists when it starts; a name that is there never gets another code.';
comment on column event_type.resource_type is '1 third party, 2 dossier, 3 document.';

create table evidence (
  account_id bigint not null,
  evidence_id bigint default nextval('vigie_id'::regclass) not null,
  response_id bigint not null,
  document_id bigint not null,
  dossier_id bigint not null,
  kind text not null,
  "position" integer default 0 not null,
  file_uuid uuid,
  file_name text,
  file_size bigint,
  content_type text,
  object_key text,
  sha256 bytea,
  crc32 bigint,
  file_state text default 'PENDING'::text not null,
  refusal text,
  scan text,
  format text not null,
  issuer text not null,
  transmitter text not null,
  formdata jsonb,
  metadata jsonb default '{}'::jsonb not null,
  upload_date timestamp with time zone not null,
  deleted_at timestamp with time zone,
  seal jsonb,
  constraint evidence_pkey PRIMARY KEY (account_id, evidence_id),
  constraint evidence_account_id_document_id_response_id_fkey FOREIGN KEY (account_id, document_id, response_id) REFERENCES response(account_id, document_id, response_id),
  constraint evidence_account_id_dossier_id_document_id_fkey FOREIGN KEY (account_id, dossier_id, document_id) REFERENCES document(account_id, dossier_id, document_id),
  constraint evidence_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint evidence_file_name_check CHECK (((octet_length(file_name) >= 1) AND (octet_length(file_name) <= 255))),
  constraint evidence_file_size_check CHECK ((file_size >= 0)),
  constraint evidence_file_state_check CHECK ((file_state = ANY (ARRAY['PENDING'::text, 'CLEAN'::text, 'REFUSED'::text, 'INFECTED'::text, 'DELETED'::text]))),
  constraint evidence_format_check CHECK ((format = ANY (ARRAY['ORIGINALNUMERIQUE'::text, 'COPIENUMERIQUE'::text, 'FORMULAIRE'::text]))),
  constraint evidence_has_object CHECK (((file_state = 'DELETED'::text) OR (kind = 'FORM'::text) OR (object_key IS NOT NULL))),
  constraint evidence_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 200))),
  constraint evidence_kind_check CHECK ((kind = ANY (ARRAY['FILE'::text, 'FORM'::text, 'REPORT'::text]))),
  constraint evidence_scan_check CHECK ((scan = ANY (ARRAY['NOT_CONFIGURED'::text, 'CLEAN'::text, 'INFECTED'::text, 'NOT_SCANNED'::text]))),
  constraint evidence_sha256_check CHECK ((octet_length(sha256) = 32))
);
CREATE INDEX evidence_of_document ON vigie.evidence USING btree (account_id, document_id);
CREATE INDEX evidence_of_dossier ON vigie.evidence USING btree (account_id, dossier_id);
CREATE INDEX evidence_of_object ON vigie.evidence USING btree (account_id, object_key) WHERE (object_key IS NOT NULL);
CREATE INDEX evidence_of_response ON vigie.evidence USING btree (account_id, response_id, "position");
alter table evidence enable row level security;
alter table evidence force row level security;
create policy account_isolation on evidence for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on evidence for select to vigie_backup
  using (true);
create policy unit_sight on evidence as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR response_is_seen(response_id)));
grant insert, select, update on table evidence to vigie_app;
grant select on table evidence to vigie_backup;
comment on table evidence is 'A file, a filled form, or the report of a check.';
comment on column evidence.file_state is 'PENDING until every check has been done: only CLEAN is ever served.';
comment on column evidence.refusal is 'The problem code of a refusal, or the word of the scanner.';
comment on column evidence.seal is 'What was found out about the seals of a PDF, with the digest of the file, the version of the engine and that of the trusted lists. Null for what is no PDF, was not checked yet or has been deleted.';

create table evidence_reading (
  account_id bigint not null,
  evidence_id bigint not null,
  response_id bigint not null,
  reader text,
  kinds text[] default '{}'::text[] not null,
  fields jsonb default '[]'::jsonb not null,
  advice text[] default '{}'::text[] not null,
  pages integer default 0 not null,
  content text,
  read_at timestamp with time zone not null,
  codes jsonb default '[]'::jsonb not null,
  constraint evidence_reading_pkey PRIMARY KEY (account_id, evidence_id),
  constraint evidence_reading_account_id_evidence_id_fkey FOREIGN KEY (account_id, evidence_id) REFERENCES evidence(account_id, evidence_id),
  constraint evidence_reading_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint evidence_reading_account_id_response_id_fkey FOREIGN KEY (account_id, response_id) REFERENCES response(account_id, response_id),
  constraint evidence_reading_advice_check CHECK ((cardinality(advice) <= 100)),
  constraint evidence_reading_codes_check CHECK ((jsonb_typeof(codes) = 'array'::text)),
  constraint evidence_reading_content_check CHECK ((length(content) <= 200000)),
  constraint evidence_reading_kinds_check CHECK ((cardinality(kinds) <= 100)),
  constraint evidence_reading_pages_check CHECK ((pages >= 0)),
  constraint evidence_reading_reader_check CHECK (((length(reader) >= 1) AND (length(reader) <= 60))),
  constraint evidence_reading_whole CHECK (((reader IS NULL) = (content IS NULL)))
);
CREATE INDEX evidence_reading_of_response ON vigie.evidence_reading USING btree (account_id, response_id);
alter table evidence_reading enable row level security;
alter table evidence_reading force row level security;
create policy account_isolation on evidence_reading for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on evidence_reading for select to vigie_backup
  using (true);
create policy unit_sight on evidence_reading as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR response_is_seen(response_id)));
grant delete, insert, select, update on table evidence_reading to vigie_app;
grant select on table evidence_reading to vigie_backup;
comment on table evidence_reading is 'What a reader found in a file. It is copied with the file when an answer is used again, and deleted with it.';
comment on column evidence_reading.reader is 'Which reader, with its version, such as SOC_VIGILANCE/1. Null: somebody looked, and nothing could be read.';
comment on column evidence_reading.kinds is 'Each kind of document it was recognised as, the surest first.';
comment on column evidence_reading.fields is 'Names, values, pages, places in fractions of the unturned page, and how sure each is.';
comment on column evidence_reading.advice is 'What may be told to its sender before the answer is sent, as codes.';
comment on column evidence_reading.content is 'The text of the file, for later checks.';
comment on column evidence_reading.codes is 'The codes that are printed in the file: where, what they say, and whether the signature of a 2D-Doc holds.';

create table evidence_scan (
  account_id bigint not null,
  evidence_id bigint not null,
  response_id bigint not null,
  content_type text not null,
  page integer default 0 not null,
  pages integer default 0 not null,
  unreadable_pages integer[] default '{}'::integer[] not null,
  engine text,
  content bytea,
  read_at timestamp with time zone,
  codes jsonb default '[]'::jsonb not null,
  constraint evidence_scan_pkey PRIMARY KEY (account_id, evidence_id),
  constraint evidence_scan_account_id_evidence_id_fkey FOREIGN KEY (account_id, evidence_id) REFERENCES evidence(account_id, evidence_id),
  constraint evidence_scan_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint evidence_scan_account_id_response_id_fkey FOREIGN KEY (account_id, response_id) REFERENCES response(account_id, response_id),
  constraint evidence_scan_codes_check CHECK ((jsonb_typeof(codes) = 'array'::text)),
  constraint evidence_scan_content_check CHECK ((octet_length(content) <= 20971520)),
  constraint evidence_scan_content_type_check CHECK (((length(content_type) >= 3) AND (length(content_type) <= 100))),
  constraint evidence_scan_engine_check CHECK (((length(engine) >= 1) AND (length(engine) <= 200))),
  constraint evidence_scan_page_among CHECK ((page <= pages)),
  constraint evidence_scan_page_check CHECK ((page >= 0)),
  constraint evidence_scan_pages_check CHECK ((pages >= 0)),
  constraint evidence_scan_unreadable_pages_check CHECK ((cardinality(unreadable_pages) <= 100)),
  constraint evidence_scan_whole CHECK ((((read_at IS NULL) = (engine IS NULL)) AND ((content IS NULL) OR (read_at IS NOT NULL))))
);
CREATE INDEX evidence_scan_of_response ON vigie.evidence_scan USING btree (account_id, response_id);
alter table evidence_scan enable row level security;
alter table evidence_scan force row level security;
create policy account_isolation on evidence_scan for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on evidence_scan for select to vigie_backup
  using (true);
create policy unit_sight on evidence_scan as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR response_is_seen(response_id)));
grant delete, insert, select, update on table evidence_scan to vigie_app;
grant select on table evidence_scan to vigie_backup;
comment on table evidence_scan is 'A file of a draft whose pages have no text, from the moment it is known until the answer was checked: letters are recognised once. It goes with the file.';
comment on column evidence_scan.content_type is 'What was detected; the file itself keeps no type before its check.';
comment on column evidence_scan.page is 'Which of the pages to be read is being read, counted from 1. 0: none yet.';
comment on column evidence_scan.pages is 'How many pages are read of this file; 0 while that is not known.';
comment on column evidence_scan.unreadable_pages is 'Pages with something on them that could not be read, for their sender.';
comment on column evidence_scan.engine is 'What recognised the letters, with its version and languages. A check that has another one reads again.';
comment on column evidence_scan.content is 'The recognised words with their places, as JSON in gzip. Null though it was read: nothing was legible.';
comment on column evidence_scan.codes is 'The codes that were seen on its pages, for the check.';

create table evidence_word (
  account_id bigint not null,
  evidence_id bigint not null,
  word text not null,
  constraint evidence_word_pkey PRIMARY KEY (account_id, evidence_id, word),
  constraint evidence_word_account_id_evidence_id_fkey FOREIGN KEY (account_id, evidence_id) REFERENCES evidence(account_id, evidence_id),
  constraint evidence_word_word_check CHECK (((length(word) >= 2) AND (length(word) <= 60)))
);
CREATE INDEX evidence_word_search ON vigie.evidence_word USING btree (account_id, word, evidence_id);
alter table evidence_word enable row level security;
alter table evidence_word force row level security;
create policy account_isolation on evidence_word for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on evidence_word for select to vigie_backup
  using (true);
create policy unit_sight on evidence_word as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (EXISTS ( SELECT
   FROM evidence e
  WHERE ((e.account_id = evidence_word.account_id) AND (e.evidence_id = evidence_word.evidence_id))))));
grant delete, insert, select on table evidence_word to vigie_app;
grant select on table evidence_word to vigie_backup;
comment on table evidence_word is 'The words that were read in a file that was checked, as search_text folds them, for searches. A table and a B-tree as for the words of names: row security lets no operator of the text indexes reach an index. It goes with the file.';
comment on column evidence_word.word is 'Numbers that are printed in groups stand here in one piece, too.';
comment on index evidence_word_search is 'Which files hold a word that begins like this?';

create table external_reference (
  account_id bigint not null,
  subject bigint not null,
  system text not null,
  kind text not null,
  thirdparty_id bigint not null,
  value text not null,
  constraint external_reference_pkey PRIMARY KEY (account_id, subject, system),
  constraint external_reference_account_id_kind_system_value_key UNIQUE (account_id, kind, system, value),
  constraint external_reference_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint external_reference_kind CHECK ((kind = ANY (ARRAY['THIRD_PARTY'::text, 'DOSSIER'::text]))),
  constraint external_reference_system_check CHECK ((system ~ '^[A-Z0-9][A-Z0-9_.-]{0,39}$'::text)),
  constraint external_reference_value_check CHECK (((length(value) >= 1) AND (length(value) <= 200)))
);
CREATE INDEX external_reference_thirdparty ON vigie.external_reference USING btree (account_id, thirdparty_id);
alter table external_reference enable row level security;
alter table external_reference force row level security;
create policy account_isolation on external_reference for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on external_reference for select to vigie_backup
  using (true);
create policy unit_sight on external_reference as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select on table external_reference to vigie_app;
grant select on table external_reference to vigie_backup;
comment on table external_reference is 'What other systems of the customer call a company or a dossier, each system once for each record. Within a system a value means one record of a kind: an ERP numbers its suppliers and its contracts apart.';
comment on column external_reference.subject is 'As attribute_value.subject.';
comment on column external_reference.thirdparty_id is 'As subject_owner.thirdparty_id.';
comment on constraint external_reference_kind on external_reference is 'Widened when other records can have references.';

create table factor_challenge (
  token_hash bytea not null,
  purpose text not null,
  user_id bigint,
  session_id bigint,
  token_version integer,
  webauthn_challenge text,
  sealed_secret bytea,
  tries_left smallint not null,
  expires_at timestamp with time zone not null,
  constraint factor_challenge_pkey PRIMARY KEY (token_hash),
  constraint factor_challenge_session_id_fkey FOREIGN KEY (session_id) REFERENCES person_session(session_id) ON DELETE CASCADE,
  constraint factor_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint factor_challenge_person_known CHECK (((purpose = 'PASSKEY_SIGN_IN'::text) = (user_id IS NULL))),
  constraint factor_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['SIGN_IN'::text, 'PASSKEY_SIGN_IN'::text, 'STEP_UP'::text, 'ADD_TOTP'::text, 'ADD_PASSKEY'::text]))),
  constraint factor_challenge_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint factor_challenge_within_session CHECK (((purpose = ANY (ARRAY['STEP_UP'::text, 'ADD_TOTP'::text, 'ADD_PASSKEY'::text])) = (session_id IS NOT NULL)))
);
CREATE INDEX factor_challenge_expiry ON vigie.factor_challenge USING btree (expires_at);
CREATE INDEX factor_challenge_session ON vigie.factor_challenge USING btree (session_id);
CREATE INDEX factor_challenge_user ON vigie.factor_challenge USING btree (user_id);
alter table factor_challenge enable row level security;
alter table factor_challenge force row level security;
create policy backup_reads on factor_challenge for select to vigie_backup
  using (true);
create policy directory on factor_challenge for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table factor_challenge to vigie_app;
grant select on table factor_challenge to vigie_backup;
comment on table factor_challenge is 'One question put to somebody: good for one purpose, for minutes, and answered once.';
comment on column factor_challenge.user_id is 'Null when a passkey will say who it is.';
comment on column factor_challenge.token_version is 'Of a sign-in that waits for its second proof: the version the first one was given for.';
comment on column factor_challenge.sealed_secret is 'The secret of an app that is being added, until its first code has come.';

create table factor_failures (
  user_id bigint not null,
  failures double precision not null,
  counted_at timestamp with time zone not null,
  constraint factor_failures_pkey PRIMARY KEY (user_id),
  constraint factor_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
alter table factor_failures enable row level security;
alter table factor_failures force row level security;
create policy backup_reads on factor_failures for select to vigie_backup
  using (true);
create policy directory on factor_failures for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table factor_failures to vigie_app;
grant select on table factor_failures to vigie_backup;
comment on table factor_failures is 'Wrong codes given after a right password. They are forgotten with time, so that nobody stays locked out for ever.';
comment on column factor_failures.failures is 'A fraction, because it shrinks with time.';

create table factor_reset (
  account_id bigint not null,
  user_id bigint not null,
  asked_by bigint not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint factor_reset_pkey PRIMARY KEY (account_id, user_id),
  constraint factor_reset_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint factor_reset_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES app_user(user_id),
  constraint factor_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX factor_reset_asker ON vigie.factor_reset USING btree (asked_by);
CREATE INDEX factor_reset_person ON vigie.factor_reset USING btree (user_id);
alter table factor_reset enable row level security;
alter table factor_reset force row level security;
create policy account_isolation on factor_reset for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on factor_reset for select to vigie_backup
  using (true);
create policy directory on factor_reset for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table factor_reset to vigie_app;
grant select on table factor_reset to vigie_backup;
comment on table factor_reset is 'A lost factor waiting for a second administrator: an account may ask for two of them before it is taken away.';

create table file_key (
  key_id text not null,
  created_at timestamp with time zone default now() not null,
  superseded_at timestamp with time zone,
  constraint file_key_pkey PRIMARY KEY (key_id),
  constraint file_key_key_id_check CHECK ((key_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'::text))
);
CREATE UNIQUE INDEX file_key_current ON vigie.file_key USING btree (((superseded_at IS NULL))) WHERE (superseded_at IS NULL);
grant insert, select, update on table file_key to vigie_app;
grant select on table file_key to vigie_backup;
comment on table file_key is 'The keys that seal the keys of files. Only their names are here: the keys themselves are derived from the secret key of the installation, or given by the operator.';
comment on column file_key.superseded_at is 'Null: new files are sealed under this one.';

create table finding (
  account_id bigint not null,
  finding_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  theme text not null,
  severity text not null,
  title text not null,
  description text,
  source text not null,
  document_id bigint,
  response_id bigint,
  question_key text,
  hit_id bigint,
  reference text,
  state text default 'OPEN'::text not null,
  opened_at timestamp with time zone not null,
  opened_by_type text not null,
  opened_by bigint,
  closed_at timestamp with time zone,
  closed_by_type text,
  closed_by bigint,
  closing_reason text,
  version integer default 1 not null,
  constraint finding_pkey PRIMARY KEY (account_id, finding_id),
  constraint finding_account_id_document_id_fkey FOREIGN KEY (account_id, document_id) REFERENCES document(account_id, document_id),
  constraint finding_account_id_response_id_fkey FOREIGN KEY (account_id, response_id) REFERENCES response(account_id, response_id),
  constraint finding_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint finding_closing_reason_check CHECK (((length(closing_reason) >= 1) AND (length(closing_reason) <= 2000))),
  constraint finding_description_check CHECK (((length(description) >= 1) AND (length(description) <= 4000))),
  constraint finding_ends_whole CHECK ((((state = ANY (ARRAY['CLOSED'::text, 'DISMISSED'::text])) = (closed_at IS NOT NULL)) AND ((closed_at IS NULL) = (closing_reason IS NULL)) AND ((closed_at IS NULL) = (closed_by_type IS NULL)))),
  constraint finding_names_its_source CHECK (
CASE source
    WHEN 'HIT'::text THEN (hit_id IS NOT NULL)
    WHEN 'ANSWER'::text THEN (response_id IS NOT NULL)
    WHEN 'QUESTION'::text THEN (num_nonnulls(response_id, question_key) = 2)
    WHEN 'PLAN'::text THEN (response_id IS NOT NULL)
    ELSE (num_nonnulls(response_id, question_key, hit_id) = 0)
END),
  constraint finding_question_key_check CHECK (((length(question_key) >= 1) AND (length(question_key) <= 200))),
  constraint finding_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 200))),
  constraint finding_severity_check CHECK ((severity = ANY (ARRAY['MINOR'::text, 'MAJOR'::text, 'CRITICAL'::text]))),
  constraint finding_source_check CHECK ((source = ANY (ARRAY['MANUAL'::text, 'AUDIT'::text, 'ANSWER'::text, 'QUESTION'::text, 'HIT'::text, 'PLAN'::text]))),
  constraint finding_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'IN_PROGRESS'::text, 'TO_VERIFY'::text, 'CLOSED'::text, 'DISMISSED'::text]))),
  constraint finding_theme_check CHECK ((theme = ANY (ARRAY['LEGAL_COMPLIANCE'::text, 'FINANCE'::text, 'ENVIRONMENT'::text, 'CYBERSECURITY'::text, 'ETHICS'::text, 'HUMAN_RIGHTS'::text]))),
  constraint finding_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
CREATE INDEX finding_closed ON vigie.finding USING btree (account_id, closed_at) INCLUDE (theme, state, opened_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX finding_document ON vigie.finding USING btree (account_id, document_id);
CREATE INDEX finding_of_thirdparty ON vigie.finding USING btree (account_id, thirdparty_id, finding_id);
CREATE INDEX finding_open ON vigie.finding USING btree (account_id, theme, severity, finding_id) INCLUDE (state, thirdparty_id) WHERE (closed_at IS NULL);
CREATE INDEX finding_response ON vigie.finding USING btree (account_id, response_id);
alter table finding enable row level security;
alter table finding force row level security;
create policy account_isolation on finding for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on finding for select to vigie_backup
  using (true);
create policy unit_sight on finding as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table finding to vigie_app;
grant select on table finding to vigie_backup;
comment on table finding is 'What the account holds against a company until it is put right. While a grave one is open, the indicator of its theme is capped.';
comment on column finding.source is 'What it was seen in. PLAN: a row of a corrective action plan that was accepted.';
comment on column finding.document_id is 'The piece: that of the answer, or one that somebody named.';
comment on column finding.hit_id is 'No foreign key: screening forgets hits after a time, findings stay.';
comment on column finding.state is 'IN_PROGRESS: the company has to act. TO_VERIFY: the account has to. Both follow from the actions.';
comment on column finding.version is 'Raised by every change of it or of its actions; the ETag.';
comment on index finding_closed is 'What ended lately, for the totals.';
comment on index finding_open is 'What is open, by theme: for the totals, and for lists that ask for a theme.';

create table idempotency_key (
  account_id bigint not null,
  principal text not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  headers jsonb not null,
  body text not null,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_key_pkey PRIMARY KEY (account_id, principal, key),
  constraint idempotency_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint idempotency_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
CREATE INDEX idempotency_key_age ON vigie.idempotency_key USING btree (account_id, created_at);
alter table idempotency_key enable row level security;
alter table idempotency_key force row level security;
create policy account_isolation on idempotency_key for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on idempotency_key for select to vigie_backup
  using (true);
grant delete, insert, select, update on table idempotency_key to vigie_app;
grant select on table idempotency_key to vigie_backup;
comment on table idempotency_key is 'One row for each answered request that carried a key, written in the transaction of what it did: a repeated request gets the first answer again, byte for byte.';
comment on column idempotency_key.body is 'Blanked when it names somebody who was forgotten; the key stays taken.';

create table identity_provider (
  account_id bigint not null,
  issuer text not null,
  client_id text not null,
  sealed_client_secret bytea,
  scopes text not null,
  subject_claim text default 'sub'::text not null,
  email_claim text not null,
  name_claim text not null,
  roles_claim text not null,
  trust_unverified_email boolean default false not null,
  role_mapping jsonb default '[]'::jsonb not null,
  default_role text,
  second_factor_amr text[] default '{}'::text[] not null,
  second_factor_acr text[] default '{}'::text[] not null,
  token_audience text,
  token_types text[] not null,
  token_algorithms text[] not null,
  token_account_claim text,
  token_machines boolean default false not null,
  state text default 'DRAFT'::text not null,
  enforced boolean default false not null,
  settings_version integer default 1 not null,
  tried_version integer,
  tried_by bigint,
  version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint identity_provider_pkey PRIMARY KEY (account_id),
  constraint identity_provider_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint identity_provider_tried_by_fkey FOREIGN KEY (tried_by) REFERENCES app_user(user_id),
  constraint identity_provider_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 500))),
  constraint identity_provider_default_role_check CHECK ((default_role = ANY (ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text]))),
  constraint identity_provider_email_claim_check CHECK (((length(email_claim) >= 1) AND (length(email_claim) <= 200))),
  constraint identity_provider_enforced_in_force CHECK (((NOT enforced) OR (state = 'IN_FORCE'::text))),
  constraint identity_provider_issuer_check CHECK (((length(issuer) >= 8) AND (length(issuer) <= 500))),
  constraint identity_provider_name_claim_check CHECK (((length(name_claim) >= 1) AND (length(name_claim) <= 200))),
  constraint identity_provider_role_mapping_check CHECK ((jsonb_typeof(role_mapping) = 'array'::text)),
  constraint identity_provider_roles_claim_check CHECK (((length(roles_claim) >= 1) AND (length(roles_claim) <= 200))),
  constraint identity_provider_scopes_check CHECK (((length(scopes) >= 6) AND (length(scopes) <= 500))),
  constraint identity_provider_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'IN_FORCE'::text]))),
  constraint identity_provider_subject_claim_check CHECK (((length(subject_claim) >= 1) AND (length(subject_claim) <= 200))),
  constraint identity_provider_token_account_claim_check CHECK (((length(token_account_claim) >= 1) AND (length(token_account_claim) <= 200))),
  constraint identity_provider_token_audience_check CHECK (((length(token_audience) >= 1) AND (length(token_audience) <= 500))),
  constraint identity_provider_tried_by_somebody CHECK (((tried_version IS NULL) = (tried_by IS NULL)))
);
CREATE INDEX identity_provider_issuer ON vigie.identity_provider USING btree (issuer);
CREATE INDEX identity_provider_tried_by ON vigie.identity_provider USING btree (tried_by);
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy account_isolation on identity_provider for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on identity_provider for select to vigie_backup
  using (true);
create policy directory on identity_provider for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table identity_provider to vigie_app;
grant select on table identity_provider to vigie_backup;
comment on table identity_provider is 'The account''s own identity provider. What it says of people holds in this account alone.';
comment on column identity_provider.sealed_client_secret is 'Bound to account and issuer; null for a public client, which proves itself by PKCE alone.';
comment on column identity_provider.subject_claim is 'What never changes of a person there. Some providers call people differently in each application, in sub.';
comment on column identity_provider.trust_unverified_email is 'The account vouches that the provider owns every address it states; for providers that never send email_verified.';
comment on column identity_provider.default_role is 'Of new people without a mapped role. Null: whoever has no mapped role is not let in.';
comment on column identity_provider.token_audience is 'What access tokens of the provider must be made for to be taken by the API; null when none are taken.';
comment on column identity_provider.settings_version is 'Raised by each change of what a trial proves; switching on or off does not raise it.';
comment on column identity_provider.tried_version is 'The settings an administrator last signed in with on trial, and found themselves. Only those can be enforced.';
comment on index identity_provider_issuer is 'A token says who made it before it says for which account.';

create table identity_trial (
  account_id bigint not null,
  trial_id uuid not null,
  started_by bigint,
  settings_version integer not null,
  state text not null,
  steps jsonb not null,
  expires_at timestamp with time zone not null,
  constraint identity_trial_pkey PRIMARY KEY (account_id, trial_id),
  constraint identity_trial_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint identity_trial_started_by_fkey FOREIGN KEY (started_by) REFERENCES app_user(user_id),
  constraint identity_trial_state_check CHECK ((state = ANY (ARRAY['STARTED'::text, 'SUCCEEDED'::text, 'FAILED'::text]))),
  constraint identity_trial_steps_check CHECK ((jsonb_typeof(steps) = 'array'::text))
);
CREATE INDEX identity_trial_expiry ON vigie.identity_trial USING btree (account_id, expires_at);
CREATE INDEX identity_trial_started_by ON vigie.identity_trial USING btree (started_by);
alter table identity_trial enable row level security;
alter table identity_trial force row level security;
create policy account_isolation on identity_trial for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on identity_trial for select to vigie_backup
  using (true);
grant delete, insert, select, update on table identity_trial to vigie_app;
grant select on table identity_trial to vigie_backup;
comment on table identity_trial is 'What came back when an administrator tried the identity provider, for as long as it takes to read it.';
comment on column identity_trial.steps is 'Without tokens and secrets.';

create table indicator (
  account_id bigint not null,
  indicator_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  dossier_id bigint,
  code text not null,
  value smallint,
  rating text,
  state text not null,
  previous_value smallint,
  model_name text not null,
  model_version integer not null,
  as_of date,
  compliant boolean,
  pending smallint,
  breakdown json not null,
  advice json,
  due_on date,
  since timestamp with time zone not null,
  superseded_at timestamp with time zone,
  constraint indicator_pkey PRIMARY KEY (account_id, indicator_id),
  constraint indicator_account_id_thirdparty_id_dossier_id_fkey FOREIGN KEY (account_id, thirdparty_id, dossier_id) REFERENCES dossier(account_id, thirdparty_id, dossier_id),
  constraint indicator_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint indicator_code_check CHECK ((code ~ '^[A-Z][A-Z_]{0,63}$'::text)),
  constraint indicator_model_name_check CHECK (((length(model_name) >= 1) AND (length(model_name) <= 60))),
  constraint indicator_model_version_check CHECK ((model_version > 0)),
  constraint indicator_pending_check CHECK (((pending >= 0) AND (pending <= 100))),
  constraint indicator_previous_value_check CHECK (((previous_value >= 0) AND (previous_value <= 100))),
  constraint indicator_rated_with_value CHECK (((rating IS NULL) = (value IS NULL))),
  constraint indicator_rating_check CHECK ((rating = ANY (ARRAY['A'::text, 'B'::text, 'C'::text, 'D'::text, 'E'::text]))),
  constraint indicator_state_check CHECK ((state = ANY (ARRAY['KNOWN'::text, 'PARTIAL'::text, 'UNKNOWN'::text, 'STALE'::text]))),
  constraint indicator_unknown_without_value CHECK (((state = 'UNKNOWN'::text) = (value IS NULL))),
  constraint indicator_value_check CHECK (((value >= 0) AND (value <= 100)))
);
CREATE INDEX indicator_dossier_history ON vigie.indicator USING btree (account_id, dossier_id, code, since);
CREATE INDEX indicator_due ON vigie.indicator USING btree (account_id, due_on) WHERE ((due_on IS NOT NULL) AND (superseded_at IS NULL));
CREATE INDEX indicator_history ON vigie.indicator USING btree (account_id, thirdparty_id, code, since);
CREATE UNIQUE INDEX indicator_of_dossier ON vigie.indicator USING btree (account_id, dossier_id, code) WHERE (superseded_at IS NULL);
CREATE UNIQUE INDEX indicator_of_thirdparty ON vigie.indicator USING btree (account_id, thirdparty_id, code) WHERE ((dossier_id IS NULL) AND (superseded_at IS NULL));
CREATE INDEX indicator_present ON vigie.indicator USING btree (account_id, thirdparty_id) WHERE (superseded_at IS NULL);
alter table indicator enable row level security;
alter table indicator force row level security;
create policy account_isolation on indicator for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on indicator for select to vigie_backup
  using (true);
create policy unit_sight on indicator as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table indicator to vigie_app;
grant select on table indicator to vigie_backup;
comment on table indicator is 'Indicators of third parties and of their dossiers, each value they ever had. The present one has no end.';
comment on column indicator.dossier_id is 'Absent on those of the third party itself.';
comment on column indicator.value is 'Null is "not known", never zero.';
comment on column indicator.previous_value is 'The last value that was another one.';
comment on column indicator.breakdown is 'As it was written, like the advice: telling whether it changed is then a comparison of texts.';
comment on column indicator.due_on is 'The day on which it may change though nothing happens.';

create table installation_key (
  only_one boolean default true not null,
  key_check bytea not null,
  since timestamp with time zone default now() not null,
  constraint installation_key_pkey PRIMARY KEY (only_one),
  constraint installation_key_key_check_check CHECK ((length(key_check) = 32)),
  constraint installation_key_only_one_check CHECK (only_one)
);
grant select on table installation_key to vigie_backup;
grant select, update on table installation_key to vigie_app;
comment on table installation_key is 'Which secret key this database belongs to. A process with another key is turned away before it can seal anything that nobody would open again.';
comment on column installation_key.key_check is 'Derived from the key; it tells nothing about it.';

create table journal_anchor (
  account_id bigint not null,
  chain text not null,
  target text not null,
  seq bigint not null,
  line text not null,
  planned_at timestamp with time zone not null,
  attempts integer default 0 not null,
  attempted_at timestamp with time zone,
  claimed_until timestamp with time zone,
  fault text,
  delivered_at timestamp with time zone,
  proof bytea,
  proven_at timestamp with time zone,
  reference text,
  constraint journal_anchor_pkey PRIMARY KEY (account_id, chain, target, seq),
  constraint journal_anchor_chain_check CHECK ((chain = ANY (ARRAY['EVENTS'::text, 'ADMINISTRATION'::text]))),
  constraint journal_anchor_fault_check CHECK (((length(fault) >= 1) AND (length(fault) <= 100))),
  constraint journal_anchor_line_check CHECK (((length(line) >= 1) AND (length(line) <= 2000))),
  constraint journal_anchor_of_a_chain CHECK (((account_id > 0) OR ((account_id = 0) AND (chain = 'ADMINISTRATION'::text)))),
  constraint journal_anchor_proof_dated CHECK (((proof IS NULL) = (proven_at IS NULL))),
  constraint journal_anchor_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 1200))),
  constraint journal_anchor_seq_check CHECK ((seq > 0)),
  constraint journal_anchor_settled_once_delivered CHECK (((delivered_at IS NULL) OR ((fault IS NULL) AND (claimed_until IS NULL)))),
  constraint journal_anchor_target_check CHECK ((target = ANY (ARRAY['TIME_STAMP'::text, 'OBJECT_LOCK'::text, 'MAIL'::text, 'WEBHOOK'::text])))
);
CREATE INDEX journal_anchor_planned ON vigie.journal_anchor USING btree (account_id, chain, target, planned_at, seq);
CREATE INDEX journal_anchor_waiting ON vigie.journal_anchor USING btree (account_id, chain, target, attempts, seq) WHERE (delivered_at IS NULL);
alter table journal_anchor enable row level security;
alter table journal_anchor force row level security;
create policy account_isolation on journal_anchor for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on journal_anchor for select to vigie_backup
  using (true);
CREATE TRIGGER journal_anchor_keeps_delivered BEFORE UPDATE ON vigie.journal_anchor FOR EACH ROW WHEN ((old.delivered_at IS NOT NULL)) EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER journal_anchor_no_delete BEFORE DELETE ON vigie.journal_anchor FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER journal_anchor_no_truncate BEFORE TRUNCATE ON vigie.journal_anchor FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant insert, select, update on table journal_anchor to vigie_app;
grant select on table journal_anchor to vigie_backup;
comment on table journal_anchor is 'Where copies of checkpoints went, or are still to go: a time-stamping authority, a store that locks objects, a mailbox, a webhook. One row for each checkpoint and target.';
comment on column journal_anchor.account_id is 'Zero for the operator''s own administration journal, hence no foreign key.';
comment on column journal_anchor.seq is 'No foreign key: an anchor is there to outlive the checkpoint it is of.';
comment on column journal_anchor.line is 'The checkpoint as it is sent, whole, so that the row proves something by itself.';
comment on column journal_anchor.claimed_until is 'Whoever sends it has until then; after that another process may.';
comment on column journal_anchor.proof is 'Of a time stamp: the token.';
comment on column journal_anchor.proven_at is 'The time that the token proves.';
comment on column journal_anchor.reference is 'The name under which the target keeps it.';
comment on trigger journal_anchor_keeps_delivered on journal_anchor is 'What was delivered is evidence.';

create table journal_checkpoint (
  account_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  occurred_at timestamp with time zone not null,
  made_at timestamp with time zone not null,
  key_id text not null,
  public_key bytea not null,
  signature bytea not null,
  constraint journal_checkpoint_pkey PRIMARY KEY (account_id, seq),
  constraint journal_checkpoint_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint journal_checkpoint_hash_check CHECK ((length(hash) = 32)),
  constraint journal_checkpoint_key_id_check CHECK ((key_id ~ '^[0-9a-f]{16}$'::text)),
  constraint journal_checkpoint_public_key_check CHECK ((length(public_key) = 32)),
  constraint journal_checkpoint_seq_check CHECK ((seq > 0)),
  constraint journal_checkpoint_signature_check CHECK ((length(signature) = 64))
);
alter table journal_checkpoint enable row level security;
alter table journal_checkpoint force row level security;
create policy account_isolation on journal_checkpoint for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on journal_checkpoint for select to vigie_backup
  using (true);
CREATE TRIGGER journal_checkpoint_append_only BEFORE DELETE OR UPDATE ON vigie.journal_checkpoint FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER journal_checkpoint_no_truncate BEFORE TRUNCATE ON vigie.journal_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant insert, select on table journal_checkpoint to vigie_app;
grant select on table journal_checkpoint to vigie_backup;
comment on table journal_checkpoint is 'How far the journal of an account went at a moment, signed. A copy of each row leaves the database, so that a journal cut short or written anew as a whole differs from what somebody else holds.';
comment on column journal_checkpoint.seq is 'No foreign key: a checkpoint is there to outlive the event it names.';
comment on column journal_checkpoint.public_key is 'Kept with the row, so that it can be checked after the key of the installation was changed.';

create table journal_head (
  account_id bigint not null,
  seq bigint not null,
  hash bytea not null,
  occurred_at timestamp with time zone not null,
  constraint journal_head_pkey PRIMARY KEY (account_id),
  constraint journal_head_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint journal_head_hash_check CHECK ((length(hash) = 32))
);
alter table journal_head enable row level security;
alter table journal_head force row level security;
create policy account_isolation on journal_head for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on journal_head for select to vigie_backup
  using (true);
CREATE TRIGGER journal_head_forward BEFORE UPDATE ON vigie.journal_head FOR EACH ROW EXECUTE FUNCTION journal_keep_head();
CREATE TRIGGER journal_head_no_delete BEFORE DELETE ON vigie.journal_head FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER journal_head_no_truncate BEFORE TRUNCATE ON vigie.journal_head FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table journal_head to vigie_app;
grant select on table journal_head to vigie_backup;
comment on table journal_head is 'The last event of each account: the one row of the journal that changes.';

create table journal_mark (
  account_id bigint not null,
  final_before timestamp with time zone not null,
  constraint journal_mark_pkey PRIMARY KEY (account_id),
  constraint journal_mark_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint journal_mark_final_before_check CHECK ((final_before = date_trunc('second'::text, final_before)))
);
alter table journal_mark enable row level security;
alter table journal_mark force row level security;
create policy account_isolation on journal_mark for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on journal_mark for select to vigie_backup
  using (true);
CREATE TRIGGER journal_mark_forward BEFORE DELETE OR UPDATE ON vigie.journal_mark FOR EACH ROW EXECUTE FUNCTION journal_keep_mark();
CREATE TRIGGER journal_mark_no_truncate BEFORE TRUNCATE ON vigie.journal_mark FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table journal_mark to vigie_app;
grant select on table journal_mark to vigie_backup;
comment on table journal_mark is 'All events of the account before this moment are known: nothing is stamped before it any more, even if the clock of the database steps back. An ordinary row, because it must be safe on disk before a reader relies on it.';

create table journal_verification (
  account_id bigint not null,
  asked_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  reached bigint,
  broken_seq bigint,
  fault text,
  constraint journal_verification_pkey PRIMARY KEY (account_id),
  constraint journal_verification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint journal_verification_broken_seq_check CHECK ((broken_seq > 0)),
  constraint journal_verification_fault_check CHECK (((length(fault) >= 1) AND (length(fault) <= 100))),
  constraint journal_verification_reached_check CHECK ((reached >= 0))
);
alter table journal_verification enable row level security;
alter table journal_verification force row level security;
create policy account_isolation on journal_verification for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on journal_verification for select to vigie_backup
  using (true);
create policy directory on journal_verification for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table journal_verification to vigie_app;
grant select on table journal_verification to vigie_backup;
comment on table journal_verification is 'When a journal was last verified for the operator, and what came of it.';
comment on column journal_verification.asked_at is 'Later than verified_at while a job is at it.';
comment on column journal_verification.reached is 'How many events were found whole.';

create table legal_announcement (
  siren text not null,
  announcement_key text not null,
  published_on date not null,
  announcement jsonb not null,
  constraint legal_announcement_pkey PRIMARY KEY (siren, announcement_key),
  constraint legal_announcement_announcement_key_check CHECK (((length(announcement_key) >= 1) AND (length(announcement_key) <= 40))),
  constraint legal_announcement_siren_check CHECK ((siren ~ '^[0-9]{9}$'::text))
);
CREATE INDEX legal_announcement_published ON vigie.legal_announcement USING btree (published_on, siren);
grant insert, select, update on table legal_announcement to vigie_app;
grant select on table legal_announcement to vigie_backup;
comment on table legal_announcement is 'Announcements as they were understood when they were read; the rest of what was published stays in the file.';

create table long_migration (
  name text not null,
  "position" text,
  done bigint default 0 not null,
  total bigint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  error text,
  constraint long_migration_pkey PRIMARY KEY (name),
  constraint long_migration_done_check CHECK ((done >= 0)),
  constraint long_migration_error_check CHECK ((length(error) <= 500)),
  constraint long_migration_name_check CHECK ((name ~ '^[0-9]{4}-[a-z0-9-]+$'::text)),
  constraint long_migration_total_check CHECK ((total >= 0))
);
grant select on table long_migration to vigie_app;
grant select on table long_migration to vigie_backup;
comment on table long_migration is 'Changes of many rows and indexes of large tables, which workers make while everybody works: how far each one is.';
comment on column long_migration."position" is 'Behind what the next batch begins, in the words of the migration itself. Null before the first.';
comment on column long_migration.total is 'Counted once at the beginning, so it is about right. Null before that.';
comment on column long_migration.error is 'Why the last attempt ended early. It is made again.';

create table mail (
  account_id bigint not null,
  mail_id bigint default nextval('vigie_id'::regclass) not null,
  dedupe_key text not null,
  template text not null,
  recipient text not null,
  contact_id bigint,
  language text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  secret text,
  headers jsonb default '{}'::jsonb not null,
  message_id text not null,
  status text default 'QUEUED'::text not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  delivery text,
  delivery_at timestamp with time zone,
  open_attempts smallint default 0 not null,
  constraint mail_pkey PRIMARY KEY (account_id, mail_id),
  constraint mail_account_id_dedupe_key_key UNIQUE (account_id, dedupe_key),
  constraint mail_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, contact_id),
  constraint mail_account_id_check CHECK ((account_id >= 0)),
  constraint mail_dedupe_key_check CHECK (((length(dedupe_key) >= 1) AND (length(dedupe_key) <= 300))),
  constraint mail_delivery_check CHECK ((delivery = ANY (ARRAY['DELAYED'::text, 'DELIVERED'::text, 'BOUNCED'::text, 'COMPLAINED'::text]))),
  constraint mail_delivery_whole CHECK (((delivery IS NULL) = (delivery_at IS NULL))),
  constraint mail_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint mail_last_error_check CHECK ((length(last_error) <= 100)),
  constraint mail_recipient_check CHECK ((((length(recipient) >= 3) AND (length(recipient) <= 254)) AND (recipient !~ '[\s<>,;]'::text))),
  constraint mail_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text]))),
  constraint mail_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 300)) AND (subject !~ '[\r\n]'::text))),
  constraint mail_template_check CHECK (((length(template) >= 1) AND (length(template) <= 100)))
);
CREATE INDEX mail_contact ON vigie.mail USING btree (account_id, contact_id);
CREATE INDEX mail_message ON vigie.mail USING btree (account_id, message_id);
CREATE INDEX mail_recipient ON vigie.mail USING btree (account_id, recipient COLLATE "C", mail_id);
CREATE INDEX mail_template ON vigie.mail USING btree (account_id, template, mail_id);
alter table mail enable row level security;
alter table mail force row level security;
create policy account_isolation on mail for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on mail for select to vigie_backup
  using (true);
grant insert, select, update on table mail to vigie_app;
grant select on table mail to vigie_backup;
comment on table mail is 'The outbox: a mail is written in the transaction of its cause, and sent by a job.';
comment on column mail.account_id is 'Zero for a mail with a checkpoint of the operator''s own journal, hence no foreign key.';
comment on column mail.dedupe_key is 'At most one copy for each cause, recipient and template.';
comment on column mail.contact_id is 'The contact it is written to, who is then the one it bounces from.';
comment on column mail.subject is 'A line break in a header would let its author write further headers.';
comment on column mail.secret is 'The end of the link that lets the recipient in, until the mail is sent or given up; sandboxes without a relay keep it longer. Apart from the words, where a mark (U+E000) keeps its place, so that the mailbox can leave it out.';
comment on column mail.headers is 'Headers of its own, such as how to unsubscribe.';
comment on column mail.message_id is 'Fixed when written, and names the account, so that a report of the relay finds it; the domain of the sender is added before the first attempt. A repeat after a crash bears the same one, so mail systems can fold it.';
comment on column mail.last_error is 'A code of the mail server or of the connection, never its sentence: that may quote the recipient.';
comment on column mail.delivery is 'The gravest thing the relay has reported of it, in the order of the list: a report that comes again, or late, changes nothing.';
comment on column mail.delivery_at is 'When that happened, by the clock of the relay.';
comment on column mail.open_attempts is 'Attempts that were begun and whose end nobody noted, as when the worker is killed: the mail has perhaps left.';
comment on index mail_message is 'Which mail a report of the relay is about; its Message-ID names the account.';
comment on index mail_recipient is 'The mails of somebody, by the beginning of an address. Addresses are stored in their normal form, and only a plain comparison gets past row security to an index.';

create table mail_allowance (
  account_id bigint not null,
  hour timestamp with time zone not null,
  invitations integer default 0 not null,
  day date not null,
  mails integer default 0 not null,
  constraint mail_allowance_pkey PRIMARY KEY (account_id),
  constraint mail_allowance_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint mail_allowance_invitations_check CHECK ((invitations >= 0)),
  constraint mail_allowance_mails_check CHECK ((mails >= 0))
);
alter table mail_allowance enable row level security;
alter table mail_allowance force row level security;
create policy account_isolation on mail_allowance for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on mail_allowance for select to vigie_backup
  using (true);
grant insert, select, update on table mail_allowance to vigie_app;
grant select on table mail_allowance to vigie_backup;
comment on table mail_allowance is 'How many mails an account has sent to contacts in its present hour and day, so that a mistake stays small.';

create table member_invitation (
  account_id bigint not null,
  invitation_id bigint default nextval('vigie_id'::regclass) not null,
  email text not null,
  name text not null,
  language text not null,
  roles text[] not null,
  link_hash bytea,
  link_by text not null,
  link_expires_at timestamp with time zone not null,
  mail_id bigint,
  bounced_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  outcome text,
  constraint member_invitation_pkey PRIMARY KEY (account_id, invitation_id),
  constraint member_invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint member_invitation_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint member_invitation_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint member_invitation_link_by_check CHECK ((link_by = ANY (ARRAY['MAIL'::text, 'OPERATOR'::text]))),
  constraint member_invitation_link_ends CHECK (((closed_at IS NULL) OR (link_hash IS NULL))),
  constraint member_invitation_link_hash_check CHECK ((length(link_hash) = 32)),
  constraint member_invitation_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint member_invitation_outcome_check CHECK ((outcome = ANY (ARRAY['ACCEPTED'::text, 'DECLINED'::text, 'WITHDRAWN'::text]))),
  constraint member_invitation_outcome_once_closed CHECK (((closed_at IS NULL) = (outcome IS NULL))),
  constraint member_invitation_roles_check CHECK ((((cardinality(roles) >= 1) AND (cardinality(roles) <= 5)) AND (roles <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
CREATE UNIQUE INDEX member_invitation_link ON vigie.member_invitation USING btree (link_hash) WHERE (link_hash IS NOT NULL);
CREATE INDEX member_invitation_of_address ON vigie.member_invitation USING btree (email) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX member_invitation_open ON vigie.member_invitation USING btree (account_id, email) WHERE (closed_at IS NULL);
alter table member_invitation enable row level security;
alter table member_invitation force row level security;
create policy account_isolation on member_invitation for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on member_invitation for select to vigie_backup
  using (true);
create policy directory on member_invitation for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table member_invitation to vigie_app;
grant select on table member_invitation to vigie_backup;
comment on table member_invitation is 'An account invites somebody. Until they accept they are no member, and nobody learns whether the address is known here.';
comment on column member_invitation.invitation_id is 'A new person takes this number as their own: the journal has already sealed their words under it.';
comment on column member_invitation.link_hash is 'The link itself is in the mail alone. A new one takes the place of the former.';
comment on column member_invitation.mail_id is 'The mail that carries the link, so that a bounce finds its invitation. No foreign key: the mailbox is built on top of people, and a mail that is not there only means that nothing bounced.';
comment on constraint member_invitation_link_ends on member_invitation is 'A closed invitation lets nobody in.';
comment on index member_invitation_open is 'One open invitation for an address: a second one renews the first.';

create table membership (
  account_id bigint not null,
  user_id bigint not null,
  roles text[] not null,
  active boolean default true not null,
  accepted_unproved boolean default false not null,
  created_at timestamp with time zone default now() not null,
  all_units boolean default true not null,
  manager_user_id bigint,
  constraint membership_pkey PRIMARY KEY (account_id, user_id),
  constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint membership_manager FOREIGN KEY (account_id, manager_user_id) REFERENCES membership(account_id, user_id) ON DELETE SET NULL (manager_user_id),
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint membership_active_has_role CHECK (((NOT active) OR (cardinality(roles) > 0))),
  constraint membership_manager_is_another CHECK ((manager_user_id <> user_id)),
  constraint membership_roles_known CHECK (((cardinality(roles) <= 5) AND (roles <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
CREATE INDEX membership_by_manager ON vigie.membership USING btree (account_id, manager_user_id);
CREATE INDEX membership_limited ON vigie.membership USING btree (account_id) WHERE (NOT all_units);
CREATE INDEX membership_user ON vigie.membership USING btree (user_id);
alter table membership enable row level security;
alter table membership force row level security;
create policy account_isolation on membership for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on membership for select to vigie_backup
  using (true);
create policy directory on membership for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table membership to vigie_app;
grant select on table membership to vigie_backup;
comment on table membership is 'Who works for which account, and with which roles.';
comment on column membership.active is 'An account suspends people for itself only; app_user.active closes the whole installation to them.';
comment on column membership.accepted_unproved is 'Accepted by somebody who had not yet shown that the address is theirs. It ends when the owner of the address comes.';
comment on column membership.all_units is 'Sees every company, those in no unit included. If not, those of the units in membership_unit.';
comment on column membership.manager_user_id is 'To whom they report, as an administrator says. Of people of a directory the directory says it, and this is null.';
comment on constraint membership_active_has_role on membership is 'Whom a directory has given no role yet is a member who waits.';
comment on index membership_limited is 'Whether anybody is limited, which nobody_is_limited asks.';

create table membership_unit (
  account_id bigint not null,
  user_id bigint not null,
  unit_id bigint not null,
  constraint membership_unit_pkey PRIMARY KEY (account_id, user_id, unit_id),
  constraint membership_unit_account_id_unit_id_fkey FOREIGN KEY (account_id, unit_id) REFERENCES unit(account_id, unit_id) ON DELETE CASCADE,
  constraint membership_unit_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX membership_unit_unit ON vigie.membership_unit USING btree (account_id, unit_id);
alter table membership_unit enable row level security;
alter table membership_unit force row level security;
create policy account_isolation on membership_unit for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on membership_unit for select to vigie_backup
  using (true);
create policy directory on membership_unit for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select on table membership_unit to vigie_app;
grant select on table membership_unit to vigie_backup;
comment on table membership_unit is 'The units whose companies a person sees who does not see all.';

create table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (name)
);
grant select on table migration to vigie_app;
grant select on table migration to vigie_backup;
comment on table migration is 'What was applied, with its checksum: a file changed afterwards, or a database of another version, is noticed.';

create table operator_challenge (
  challenge_hash bytea not null,
  operator_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint operator_challenge_pkey PRIMARY KEY (challenge_hash),
  constraint operator_challenge_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator_person(operator_id),
  constraint operator_challenge_challenge_hash_check CHECK ((length(challenge_hash) = 32))
);
CREATE INDEX operator_challenge_operator ON vigie.operator_challenge USING btree (operator_id);
alter table operator_challenge enable row level security;
alter table operator_challenge force row level security;
create policy backup_reads on operator_challenge for select to vigie_backup
  using (true);
create policy directory on operator_challenge for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table operator_challenge to vigie_app;
grant select on table operator_challenge to vigie_backup;
comment on table operator_challenge is 'A right password that waits for its second factor.';

create table operator_link (
  operator_id bigint not null,
  link_hash bytea not null,
  sealed_secret bytea not null,
  expires_at timestamp with time zone not null,
  constraint operator_link_pkey PRIMARY KEY (operator_id),
  constraint operator_link_link_hash_key UNIQUE (link_hash),
  constraint operator_link_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator_person(operator_id),
  constraint operator_link_link_hash_check CHECK ((length(link_hash) = 32))
);
alter table operator_link enable row level security;
alter table operator_link force row level security;
create policy backup_reads on operator_link for select to vigie_backup
  using (true);
create policy directory on operator_link for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table operator_link to vigie_app;
grant select on table operator_link to vigie_backup;
comment on table operator_link is 'A link by which an operator chooses a password and a second factor, once. A new one takes the place of the former.';
comment on column operator_link.sealed_secret is 'What the authenticator app is shown; it becomes that of the operator with the first right code.';

create table operator_person (
  operator_id bigint default nextval('vigie_id'::regclass) not null,
  email text not null,
  password_hash text,
  sealed_secret bytea,
  last_step bigint,
  added_at timestamp with time zone default now() not null,
  set_up_at timestamp with time zone,
  signed_in_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint operator_person_pkey PRIMARY KEY (operator_id),
  constraint operator_person_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint operator_person_password_hash_check CHECK ((length(password_hash) <= 500)),
  constraint operator_person_set_up_whole CHECK ((((set_up_at IS NULL) = (password_hash IS NULL)) AND ((set_up_at IS NULL) = (sealed_secret IS NULL))))
);
CREATE UNIQUE INDEX operator_person_email ON vigie.operator_person USING btree (email) WHERE (removed_at IS NULL);
alter table operator_person enable row level security;
alter table operator_person force row level security;
create policy backup_reads on operator_person for select to vigie_backup
  using (true);
create policy directory on operator_person for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table operator_person to vigie_app;
grant select on table operator_person to vigie_backup;
comment on table operator_person is 'Who runs the installation. They belong to no account and are no users of one. Who was removed stays, so that the journal can still say who it was.';
comment on column operator_person.sealed_secret is 'Of the authenticator app, sealed with the secret key of the installation. Nobody is set up without one.';
comment on column operator_person.last_step is 'The last time step whose code was used: no code opens twice.';

create table operator_recovery_code (
  operator_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint operator_recovery_code_pkey PRIMARY KEY (operator_id, code_hash),
  constraint operator_recovery_code_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator_person(operator_id),
  constraint operator_recovery_code_code_hash_check CHECK ((length(code_hash) = 32))
);
alter table operator_recovery_code enable row level security;
alter table operator_recovery_code force row level security;
create policy backup_reads on operator_recovery_code for select to vigie_backup
  using (true);
create policy directory on operator_recovery_code for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table operator_recovery_code to vigie_app;
grant select on table operator_recovery_code to vigie_backup;
comment on table operator_recovery_code is 'As recovery_code, of operators.';

create table operator_session (
  session_hash bytea not null,
  operator_id bigint not null,
  started_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint operator_session_pkey PRIMARY KEY (session_hash),
  constraint operator_session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator_person(operator_id),
  constraint operator_session_session_hash_check CHECK ((length(session_hash) = 32))
);
CREATE INDEX operator_session_operator ON vigie.operator_session USING btree (operator_id);
alter table operator_session enable row level security;
alter table operator_session force row level security;
create policy backup_reads on operator_session for select to vigie_backup
  using (true);
create policy directory on operator_session for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table operator_session to vigie_app;
grant select on table operator_session to vigie_backup;
comment on table operator_session is 'Sessions of operators, asked at every request: one that was deleted is over at once.';
comment on column operator_session.last_seen_at is 'Exact to a minute: looking at a page writes no row each time.';

create table overdue_policy (
  account_id bigint not null,
  type_code text not null,
  action_days integer,
  escalation_days integer,
  version integer default 1 not null,
  cap_rating integer,
  constraint overdue_policy_pkey PRIMARY KEY (account_id, type_code),
  constraint overdue_policy_account_id_type_code_fkey FOREIGN KEY (account_id, type_code) REFERENCES dossier_type(account_id, code),
  constraint overdue_policy_action_days_check CHECK (((action_days >= 0) AND (action_days <= 3660))),
  constraint overdue_policy_cap_has_days CHECK (((cap_rating IS NULL) OR (action_days IS NOT NULL))),
  constraint overdue_policy_cap_rating_check CHECK (((cap_rating >= 0) AND (cap_rating <= 100))),
  constraint overdue_policy_escalation_days_check CHECK (((escalation_days >= 0) AND (escalation_days <= 3660))),
  constraint overdue_policy_says_something CHECK ((num_nonnulls(action_days, escalation_days) > 0))
);
alter table overdue_policy enable row level security;
alter table overdue_policy force row level security;
create policy account_isolation on overdue_policy for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on overdue_policy for select to vigie_backup
  using (true);
grant delete, insert, select, update on table overdue_policy to vigie_app;
grant select on table overdue_policy to vigie_backup;
comment on table overdue_policy is 'What an account wants to follow when dossiers of a type are not answered in time. No row: nothing.';
comment on column overdue_policy.action_days is 'So many days after its due date an unanswered dossier asks for action; null: never.';
comment on column overdue_policy.escalation_days is 'So many days after its due date the duty holder gets a task; null: never.';
comment on column overdue_policy.cap_rating is 'The most that indicators of its themes can be while such a dossier is overdue; null: as they are.';
comment on constraint overdue_policy_cap_has_days on overdue_policy is 'Without these days no dossier is ever overdue.';

create table owner_rule (
  account_id bigint not null,
  rule_id bigint default nextval('vigie_id'::regclass) not null,
  "position" integer not null,
  countries text[] not null,
  categories text[] not null,
  criticalities text[] not null,
  unit_id bigint,
  user_id bigint,
  team_id bigint,
  constraint owner_rule_pkey PRIMARY KEY (account_id, rule_id),
  constraint owner_rule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint owner_rule_account_id_team_id_fkey FOREIGN KEY (account_id, team_id) REFERENCES team(account_id, team_id),
  constraint owner_rule_account_id_unit_id_fkey FOREIGN KEY (account_id, unit_id) REFERENCES unit(account_id, unit_id) ON DELETE CASCADE,
  constraint owner_rule_categories_check CHECK ((cardinality(categories) <= 100)),
  constraint owner_rule_countries_check CHECK ((cardinality(countries) <= 250)),
  constraint owner_rule_criticalities_check CHECK ((cardinality(criticalities) <= 100)),
  constraint owner_rule_names_one CHECK ((num_nonnulls(user_id, team_id) = 1)),
  constraint owner_rule_position_check CHECK ((("position" >= 1) AND ("position" <= 100)))
);
CREATE INDEX owner_rule_order ON vigie.owner_rule USING btree (account_id, "position");
CREATE INDEX owner_rule_team ON vigie.owner_rule USING btree (account_id, team_id);
CREATE INDEX owner_rule_unit ON vigie.owner_rule USING btree (account_id, unit_id);
alter table owner_rule enable row level security;
alter table owner_rule force row level security;
create policy account_isolation on owner_rule for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on owner_rule for select to vigie_backup
  using (true);
grant delete, insert, select, update on table owner_rule to vigie_app;
grant select on table owner_rule to vigie_backup;
comment on table owner_rule is 'Who answers for companies that are in nobody''s name, by what the companies are. The first rule that fits, and whose person or team can act, decides; it is asked at each reading, so a company that changes changes hands by itself.';
comment on column owner_rule.countries is 'One of these; empty: any. The same holds for categories and criticalities.';
comment on column owner_rule.unit_id is 'In this unit or beneath it; null: anywhere. A rule goes with its unit.';
comment on column owner_rule.user_id is 'As subject_owner.user_id.';

create table owner_settings (
  account_id bigint not null,
  user_id bigint,
  team_id bigint,
  duty_version integer default 0 not null,
  rules_version integer default 0 not null,
  constraint owner_settings_pkey PRIMARY KEY (account_id),
  constraint owner_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint owner_settings_account_id_team_id_fkey FOREIGN KEY (account_id, team_id) REFERENCES team(account_id, team_id),
  constraint owner_settings_names_one CHECK ((num_nonnulls(user_id, team_id) <= 1))
);
CREATE INDEX owner_settings_team ON vigie.owner_settings USING btree (account_id, team_id);
alter table owner_settings enable row level security;
alter table owner_settings force row level security;
create policy account_isolation on owner_settings for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on owner_settings for select to vigie_backup
  using (true);
grant insert, select, update on table owner_settings to vigie_app;
grant select on table owner_settings to vigie_backup;
comment on table owner_settings is 'To whom falls what is in nobody''s name: the duty holder, a person or a team. No row or nobody chosen: the administrator who has been here longest.';
comment on column owner_settings.user_id is 'As subject_owner.user_id.';
comment on column owner_settings.duty_version is 'Raised when another duty holder is chosen; the ETag.';
comment on column owner_settings.rules_version is 'The same for the whole list of owner_rule.';

create table person_device (
  device_id bigint default nextval('vigie_id'::regclass) not null,
  user_id bigint not null,
  cookie_hash bytea not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint person_device_pkey PRIMARY KEY (device_id),
  constraint person_device_user_id_cookie_hash_key UNIQUE (user_id, cookie_hash),
  constraint person_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint person_device_cookie_hash_check CHECK ((length(cookie_hash) = 32))
);
alter table person_device enable row level security;
alter table person_device force row level security;
create policy backup_reads on person_device for select to vigie_backup
  using (true);
create policy directory on person_device for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table person_device to vigie_app;
grant select on table person_device to vigie_backup;
comment on table person_device is 'A browser somebody signed in with, known by a random cookie. A notice goes out when a new one appears.';

create table person_identity (
  user_id bigint not null,
  provider_account_id bigint,
  issuer text not null,
  subject text not null,
  gives_roles boolean default false not null,
  linked_at timestamp with time zone default now() not null,
  constraint person_identity_key UNIQUE NULLS NOT DISTINCT (provider_account_id, issuer, subject),
  constraint person_identity_provider_account_id_fkey FOREIGN KEY (provider_account_id) REFERENCES account(account_id),
  constraint person_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint person_identity_issuer_check CHECK (((length(issuer) >= 8) AND (length(issuer) <= 500))),
  constraint person_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
CREATE INDEX person_identity_user ON vigie.person_identity USING btree (user_id);
alter table person_identity enable row level security;
alter table person_identity force row level security;
create policy backup_reads on person_identity for select to vigie_backup
  using (true);
create policy directory on person_identity for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select on table person_identity to vigie_app;
grant select on table person_identity to vigie_backup;
comment on table person_identity is 'What an identity provider calls a person. Found once by a proved address, a person is found by this ever after: an address that passes to somebody else takes no rights with it.';
comment on column person_identity.provider_account_id is 'The account whose own provider said so; null for the provider of the installation.';
comment on column person_identity.gives_roles is 'The provider brought the person in, so its role mapping is applied at each sign-in.';

create table person_key (
  account_id bigint not null,
  person_type text not null,
  person bigint not null,
  key bytea,
  erased_at timestamp with time zone,
  constraint person_key_pkey PRIMARY KEY (account_id, person_type, person),
  constraint person_key_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint person_key_erased_or_held CHECK (((key IS NULL) = (erased_at IS NOT NULL))),
  constraint person_key_key_check CHECK ((length(key) = 32)),
  constraint person_key_person_type_check CHECK ((person_type = ANY (ARRAY['USER'::text, 'CONTACT'::text])))
);
alter table person_key enable row level security;
alter table person_key force row level security;
create policy account_isolation on person_key for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on person_key for select to vigie_backup
  using (true);
create policy directory on person_key for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
CREATE TRIGGER person_key_stays_erased BEFORE UPDATE ON vigie.person_key FOR EACH ROW EXECUTE FUNCTION person_key_stays_erased();
grant insert, select, update on table person_key to vigie_app;
grant select on table person_key to vigie_backup;
comment on table person_key is 'What an event says about a person is sealed with that person''s own key. Destroying the key makes those words unreadable for ever, while the chain, which covers the sealed bytes, still verifies.';
comment on column person_key.person is 'A number of app_user or of contact. No foreign key: erasure and the journal outlive both.';
comment on constraint person_key_erased_or_held on person_key is 'An erased person has no key and never gets another one.';

create table person_link (
  link_hash bytea not null,
  user_id bigint not null,
  token_version integer not null,
  proves_address boolean not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  constraint person_link_pkey PRIMARY KEY (link_hash),
  constraint person_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint person_link_link_hash_check CHECK ((length(link_hash) = 32))
);
CREATE INDEX person_link_expiry ON vigie.person_link USING btree (expires_at);
CREATE INDEX person_link_user ON vigie.person_link USING btree (user_id);
grant delete, insert, select on table person_link to vigie_app;
grant select on table person_link to vigie_backup;
comment on table person_link is 'Links by which a person chooses a new password: each for one person, one version of them and one use.';
comment on column person_link.token_version is 'The version the link was made for: whatever ends the tokens of a person ends their links too.';
comment on column person_link.proves_address is 'True when the link went to the mailbox and nowhere else.';

create table person_session (
  session_id bigint default nextval('vigie_id'::regclass) not null,
  family_id uuid not null,
  user_id bigint not null,
  token_version integer not null,
  started_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  source_address text,
  user_agent text,
  device_id bigint,
  proved_at timestamp with time zone not null,
  second_factor_at timestamp with time zone,
  second_factor text,
  step_up_failures smallint default 0 not null,
  closed_accounts bigint[] default '{}'::bigint[] not null,
  ended_at timestamp with time zone,
  end_reason text,
  confined_account_id bigint,
  constraint person_session_pkey PRIMARY KEY (session_id),
  constraint person_session_family_id_key UNIQUE (family_id),
  constraint person_session_confined_account_id_fkey FOREIGN KEY (confined_account_id) REFERENCES account(account_id),
  constraint person_session_device_id_fkey FOREIGN KEY (device_id) REFERENCES person_device(device_id),
  constraint person_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint person_session_end_reason_check CHECK ((end_reason = ANY (ARRAY['SIGNED_OUT'::text, 'BY_PERSON'::text, 'BY_ADMINISTRATOR'::text, 'STOLEN'::text, 'GUESSING'::text, 'PASSWORD'::text, 'FACTOR_RESET'::text, 'OPERATOR'::text]))),
  constraint person_session_factor_dated CHECK (((second_factor_at IS NULL) = (second_factor IS NULL))),
  constraint person_session_reason_once_ended CHECK (((ended_at IS NULL) = (end_reason IS NULL))),
  constraint person_session_second_factor_check CHECK ((second_factor = ANY (ARRAY['TOTP'::text, 'PASSKEY'::text, 'RECOVERY_CODE'::text, 'PROVIDER'::text]))),
  constraint person_session_source_address_check CHECK ((length(source_address) <= 64)),
  constraint person_session_user_agent_check CHECK ((length(user_agent) <= 200))
);
CREATE INDEX person_session_confined ON vigie.person_session USING btree (confined_account_id);
CREATE INDEX person_session_device ON vigie.person_session USING btree (device_id);
CREATE INDEX person_session_expiry ON vigie.person_session USING btree (expires_at);
CREATE INDEX person_session_user ON vigie.person_session USING btree (user_id, started_at);
alter table person_session enable row level security;
alter table person_session force row level security;
create policy backup_reads on person_session for select to vigie_backup
  using (true);
create policy directory on person_session for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy members on person_session for select to public
  using ((EXISTS ( SELECT
   FROM membership m
  WHERE (m.user_id = person_session.user_id))));
grant delete, insert, select, update on table person_session to vigie_app;
grant select on table person_session to vigie_backup;
comment on table person_session is 'A sign-in of a person: what they see in the list of their sessions, and what their access tokens hang on.';
comment on column person_session.session_id is 'Shown to the person; the family is named in tokens and cannot be guessed.';
comment on column person_session.proved_at is 'When the person last gave a password, or came back from the identity provider.';
comment on column person_session.step_up_failures is 'Wrong answers to a request for a fresh proof since the last right one.';
comment on column person_session.closed_accounts is 'Accounts whose administrator ended this session for them alone; signing in anew opens them again.';
comment on column person_session.confined_account_id is 'Opened through this account''s own identity provider, hence good for this account alone. Null: for all accounts of the person.';
comment on policy members on person_session is 'An account sees the sessions of its members.';

create table piece_number (
  account_id bigint not null,
  evidence_id bigint not null,
  kind text not null,
  number text not null,
  constraint piece_number_pkey PRIMARY KEY (account_id, evidence_id, kind, number),
  constraint piece_number_account_id_evidence_id_fkey FOREIGN KEY (account_id, evidence_id) REFERENCES evidence(account_id, evidence_id),
  constraint piece_number_kind_check CHECK (((kind ~ '^[A-Z]+(_[A-Z]+)*$'::text) AND (length(kind) <= 40))),
  constraint piece_number_number_check CHECK (((length(number) >= 6) AND (length(number) <= 200)))
);
CREATE INDEX piece_number_seen ON vigie.piece_number USING btree (account_id, kind, number);
alter table piece_number enable row level security;
alter table piece_number force row level security;
create policy account_isolation on piece_number for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on piece_number for select to vigie_backup
  using (true);
create policy unit_sight on piece_number as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (EXISTS ( SELECT
   FROM evidence e
  WHERE ((e.account_id = piece_number.account_id) AND (e.evidence_id = piece_number.evidence_id))))));
grant delete, insert, select on table piece_number to vigie_app;
grant select on table piece_number to vigie_backup;
comment on table piece_number is 'By what a piece is known when it comes again: the digest of its content (CONTENT), and the numbers that its issuer gives only once, such as a security code. It goes with the file.';
comment on column piece_number.number is 'Letters and digits only, in upper case; of a digest, lower-case hexadecimal.';
comment on index piece_number_seen is 'Asked at each check: who has sent this before?';

create table place_lease (
  lease_id uuid not null,
  key bytea not null,
  until timestamp with time zone not null,
  constraint place_lease_pkey PRIMARY KEY (lease_id),
  constraint place_lease_key_check CHECK ((length(key) = 16))
);
CREATE INDEX place_lease_key ON vigie.place_lease USING btree (key);
grant delete, insert, select, update on table place_lease to vigie_app;
grant select on table place_lease to vigie_backup;
comment on table place_lease is 'Places of what only so many may do at once, each for as long as its process says that it is there. Unlogged: whoever held one did so through a connection that a crash of the server ends as well.';
comment on column place_lease.until is 'Put off by its process again and again; the places of a dead one are free then.';

create table portal_session (
  account_id bigint not null,
  session_id bigint default nextval('vigie_id'::regclass) not null,
  contact_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint portal_session_pkey PRIMARY KEY (account_id, session_id),
  constraint portal_session_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, contact_id),
  constraint portal_session_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX portal_session_contact ON vigie.portal_session USING btree (account_id, contact_id);
CREATE UNIQUE INDEX portal_session_token ON vigie.portal_session USING btree (token_hash);
alter table portal_session enable row level security;
alter table portal_session force row level security;
create policy account_isolation on portal_session for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portal_session for select to vigie_backup
  using (true);
create policy directory on portal_session for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy unit_sight on portal_session as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR contact_is_seen(contact_id)));
grant delete, insert, select, update on table portal_session to vigie_app;
grant select on table portal_session to vigie_backup;
comment on table portal_session is 'A contact in the portal. Whoever brings its cookie is known by that alone.';
comment on column portal_session.token_hash is 'As contact_link.token_hash.';

create table portal_upload (
  account_id bigint not null,
  upload_id bigint default nextval('vigie_id'::regclass) not null,
  contact_id bigint not null,
  document_id bigint not null,
  file_name text,
  size bigint not null,
  received bigint default 0 not null,
  state text default 'OPEN'::text not null,
  response_id bigint,
  evidence_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint portal_upload_pkey PRIMARY KEY (account_id, upload_id),
  constraint portal_upload_account_id_contact_id_fkey FOREIGN KEY (account_id, contact_id) REFERENCES contact(account_id, contact_id),
  constraint portal_upload_account_id_document_id_fkey FOREIGN KEY (account_id, document_id) REFERENCES document(account_id, document_id),
  constraint portal_upload_account_id_document_id_response_id_fkey FOREIGN KEY (account_id, document_id, response_id) REFERENCES response(account_id, document_id, response_id),
  constraint portal_upload_account_id_evidence_id_fkey FOREIGN KEY (account_id, evidence_id) REFERENCES evidence(account_id, evidence_id),
  constraint portal_upload_file_name_check CHECK (((octet_length(file_name) >= 1) AND (octet_length(file_name) <= 255))),
  constraint portal_upload_named_while_open CHECK (((state = 'OPEN'::text) = (file_name IS NOT NULL))),
  constraint portal_upload_received_within_size CHECK (((received >= 0) AND (received <= size))),
  constraint portal_upload_size_check CHECK ((size > 0)),
  constraint portal_upload_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DONE'::text, 'DROPPED'::text])))
);
CREATE INDEX portal_upload_age ON vigie.portal_upload USING btree (account_id, updated_at);
CREATE INDEX portal_upload_contact ON vigie.portal_upload USING btree (account_id, contact_id, created_at);
CREATE INDEX portal_upload_document ON vigie.portal_upload USING btree (account_id, document_id);
CREATE INDEX portal_upload_evidence ON vigie.portal_upload USING btree (account_id, evidence_id);
CREATE INDEX portal_upload_response ON vigie.portal_upload USING btree (account_id, response_id);
alter table portal_upload enable row level security;
alter table portal_upload force row level security;
create policy account_isolation on portal_upload for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portal_upload for select to vigie_backup
  using (true);
create policy unit_sight on portal_upload as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR contact_is_seen(contact_id)));
grant delete, insert, select, update on table portal_upload to vigie_app;
grant select on table portal_upload to vigie_backup;
comment on table portal_upload is 'Files that people send through the portal: those that arrive in parts, and for the quotas every one of a day.';
comment on column portal_upload.file_name is 'A name may tell of a person; it is needed only until the file has it.';
comment on column portal_upload.response_id is 'The draft and the file it became.';
comment on constraint portal_upload_named_while_open on portal_upload is 'A name may tell of a person; it is needed only until the file has it.';

create table portal_upload_part (
  account_id bigint not null,
  upload_id bigint not null,
  start bigint not null,
  size bigint not null,
  object_key text not null,
  sha256 bytea not null,
  crc32 bigint not null,
  constraint portal_upload_part_pkey PRIMARY KEY (account_id, upload_id, start),
  constraint portal_upload_part_account_id_upload_id_fkey FOREIGN KEY (account_id, upload_id) REFERENCES portal_upload(account_id, upload_id) ON DELETE CASCADE,
  constraint portal_upload_part_crc32_check CHECK (((crc32 >= 0) AND (crc32 <= '4294967295'::bigint))),
  constraint portal_upload_part_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint portal_upload_part_size_check CHECK ((size > 0)),
  constraint portal_upload_part_start_check CHECK ((start >= 0))
);
CREATE INDEX portal_upload_part_object ON vigie.portal_upload_part USING btree (account_id, object_key);
alter table portal_upload_part enable row level security;
alter table portal_upload_part force row level security;
create policy account_isolation on portal_upload_part for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portal_upload_part for select to vigie_backup
  using (true);
create policy unit_sight on portal_upload_part as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR upload_is_seen(upload_id)));
grant delete, insert, select on table portal_upload_part to vigie_app;
grant select on table portal_upload_part to vigie_backup;
comment on table portal_upload_part is 'The parts of a file that has not come whole yet.';
comment on column portal_upload_part.start is 'Where its first byte stands in the file.';

create table portfolio_import (
  account_id bigint not null,
  import_id bigint default nextval('vigie_id'::regclass) not null,
  state text default 'UPLOADED'::text not null,
  format text not null,
  byte_count bigint not null,
  dry_run boolean not null,
  on_duplicate text not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  last_row integer default 0 not null,
  bytes_read bigint default 0 not null,
  "position" integer default 0 not null,
  rows integer default 0 not null,
  added integer default 0 not null,
  duplicates integer default 0 not null,
  invalid integer default 0 not null,
  pending integer default 0 not null,
  problem jsonb,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  unit_set_id bigint,
  limited boolean default false not null,
  updated integer default 0 not null,
  unchanged integer default 0 not null,
  constraint portfolio_import_pkey PRIMARY KEY (account_id, import_id),
  constraint portfolio_import_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint portfolio_import_byte_count_check CHECK ((byte_count > 0)),
  constraint portfolio_import_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'NDJSON'::text, 'XLSX'::text]))),
  constraint portfolio_import_on_duplicate_check CHECK ((on_duplicate = ANY (ARRAY['skip'::text, 'error'::text, 'update'::text]))),
  constraint portfolio_import_state_check CHECK ((state = ANY (ARRAY['UPLOADED'::text, 'VALIDATING'::text, 'READY'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
alter table portfolio_import enable row level security;
alter table portfolio_import force row level security;
create policy account_isolation on portfolio_import for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portfolio_import for select to vigie_backup
  using (true);
create policy unit_sight on portfolio_import as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set_id <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
grant delete, insert, select, update on table portfolio_import to vigie_app;
grant select on table portfolio_import to vigie_backup;
comment on table portfolio_import is 'A file of companies to add, from its arrival to its end; the counts are what its sender is told.';
comment on column portfolio_import.actor_type is 'Who sent the file: the events bear their name, whichever process adds the rows.';
comment on column portfolio_import.last_row is 'How far the file was read: the last row, and in bytes_read where in the file.';
comment on column portfolio_import."position" is 'The last row that was added or passed over.';
comment on column portfolio_import.pending is 'Of those added, the ones whose register is yet to be asked.';
comment on column portfolio_import.problem is 'Code and values of the problem that ended it.';
comment on column portfolio_import.unit_set_id is 'The units its companies go into; null for none.';
comment on column portfolio_import.limited is 'Sent by somebody who sees some units only: they are not told which company a row is the same as elsewhere.';
comment on column portfolio_import.updated is 'Companies of the portfolio that the file changed.';
comment on column portfolio_import.unchanged is 'Companies of the portfolio of which the file said nothing new.';

create table portfolio_import_chunk (
  account_id bigint not null,
  import_id bigint not null,
  nth integer not null,
  bytes bytea not null,
  constraint portfolio_import_chunk_pkey PRIMARY KEY (account_id, import_id, nth),
  constraint portfolio_import_chunk_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES portfolio_import(account_id, import_id) ON DELETE CASCADE
);
alter table portfolio_import_chunk enable row level security;
alter table portfolio_import_chunk force row level security;
create policy account_isolation on portfolio_import_chunk for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portfolio_import_chunk for select to vigie_backup
  using (true);
create policy unit_sight on portfolio_import_chunk as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR import_is_seen(import_id)));
grant delete, insert, select on table portfolio_import_chunk to vigie_app;
grant select on table portfolio_import_chunk to vigie_backup;
comment on table portfolio_import_chunk is 'The file until it is read, workbooks as CSV: a worker on another machine must find it.';

create table portfolio_import_error (
  account_id bigint not null,
  import_id bigint not null,
  row_no integer not null,
  nth smallint not null,
  column_name text,
  code text not null,
  params jsonb default '{}'::jsonb not null,
  constraint portfolio_import_error_pkey PRIMARY KEY (account_id, import_id, row_no, nth),
  constraint portfolio_import_error_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES portfolio_import(account_id, import_id) ON DELETE CASCADE
);
alter table portfolio_import_error enable row level security;
alter table portfolio_import_error force row level security;
create policy account_isolation on portfolio_import_error for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portfolio_import_error for select to vigie_backup
  using (true);
create policy unit_sight on portfolio_import_error as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR import_is_seen(import_id)));
grant delete, insert, select on table portfolio_import_error to vigie_app;
grant select on table portfolio_import_error to vigie_backup;
comment on table portfolio_import_error is 'What is wrong with a row, for its sender to correct.';

create table portfolio_import_row (
  account_id bigint not null,
  import_id bigint not null,
  row_no integer not null,
  thirdparty_id bigint default nextval('vigie_id'::regclass) not null,
  keys text[] not null,
  planned jsonb not null,
  attributes jsonb,
  same_as_row integer,
  owner jsonb,
  constraint portfolio_import_row_pkey PRIMARY KEY (account_id, import_id, row_no),
  constraint portfolio_import_row_account_id_import_id_fkey FOREIGN KEY (account_id, import_id) REFERENCES portfolio_import(account_id, import_id) ON DELETE CASCADE,
  constraint portfolio_import_row_owner_check CHECK ((jsonb_typeof(owner) = 'object'::text))
);
alter table portfolio_import_row enable row level security;
alter table portfolio_import_row force row level security;
create policy account_isolation on portfolio_import_row for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portfolio_import_row for select to vigie_backup
  using (true);
create policy unit_sight on portfolio_import_row as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR import_is_seen(import_id)));
grant delete, insert, select, update on table portfolio_import_row to vigie_app;
grant select on table portfolio_import_row to vigie_backup;
comment on table portfolio_import_row is 'A good row between reading and adding.';
comment on column portfolio_import_row.thirdparty_id is 'The id of the third party it becomes, so that a batch need not be told which row became which. No foreign key: the third party is not there yet.';
comment on column portfolio_import_row.keys is 'By each of these it would be the same company as another row that has it too.';
comment on column portfolio_import_row.planned is 'Columns of the third party.';
comment on column portfolio_import_row.same_as_row is 'An earlier row of the file that is the same company.';
comment on column portfolio_import_row.owner is 'In whose name the company comes: userId or teamId; null for nobody''s.';

create table portfolio_size (
  account_id bigint not null,
  archived boolean not null,
  total bigint not null,
  unit_set bigint default 0 not null,
  constraint portfolio_size_pkey PRIMARY KEY (account_id, archived, unit_set),
  constraint portfolio_size_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id)
);
alter table portfolio_size enable row level security;
alter table portfolio_size force row level security;
create policy account_isolation on portfolio_size for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portfolio_size for select to vigie_backup
  using (true);
create policy directory on portfolio_size for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy unit_sight on portfolio_size as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
grant select on table portfolio_size to vigie_app;
grant select on table portfolio_size to vigie_backup;
comment on table portfolio_size is 'How many third parties a portfolio held when its changes were last folded in. The present number is in portfolio_total.';
comment on column portfolio_size.unit_set is 'Zero for those in no unit.';

create table portfolio_size_change (
  account_id bigint not null,
  change_id bigint default nextval('vigie_id'::regclass) not null,
  archived boolean not null,
  change bigint not null,
  unit_set bigint default 0 not null,
  constraint portfolio_size_change_pkey PRIMARY KEY (account_id, change_id),
  constraint portfolio_size_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id)
);
alter table portfolio_size_change enable row level security;
alter table portfolio_size_change force row level security;
create policy account_isolation on portfolio_size_change for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on portfolio_size_change for select to vigie_backup
  using (true);
create policy directory on portfolio_size_change for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy unit_sight on portfolio_size_change as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
grant select on table portfolio_size_change to vigie_app;
grant select on table portfolio_size_change to vigie_backup;
comment on table portfolio_size_change is 'What became of the size since. Writers only add rows here, so two that add to one portfolio never wait for each other; portfolio_fold takes the rows away.';
comment on column portfolio_size_change.unit_set is 'As portfolio_size.unit_set.';
comment on policy directory on portfolio_size_change is 'One job folds the changes of all accounts, without asking each of them.';

create table process_heartbeat (
  process_id uuid not null,
  role text not null,
  runs_jobs boolean not null,
  version text not null,
  host text not null,
  pid integer not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  outside jsonb default '[]'::jsonb not null,
  constraint process_heartbeat_pkey PRIMARY KEY (process_id),
  constraint process_heartbeat_host_check CHECK (((length(host) >= 1) AND (length(host) <= 255))),
  constraint process_heartbeat_role_check CHECK ((role = ANY (ARRAY['SERVICE'::text, 'WORKER'::text]))),
  constraint process_heartbeat_version_check CHECK (((length(version) >= 1) AND (length(version) <= 100)))
);
alter table process_heartbeat enable row level security;
alter table process_heartbeat force row level security;
create policy backup_reads on process_heartbeat for select to vigie_backup
  using (true);
create policy directory on process_heartbeat for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table process_heartbeat to vigie_app;
grant select on table process_heartbeat to vigie_backup;
comment on table process_heartbeat is 'Which processes serve and work, by their own word. One that ends in order takes its row with it; one that falls silent is seen as silent, and forgotten after a day.';
comment on column process_heartbeat.runs_jobs is 'Of a service: whether it has workers of its own.';
comment on column process_heartbeat.outside is 'How the services outside fared, by what came of the last real use of each in this process.';

create table provisioning_settings (
  account_id bigint not null,
  default_role text,
  updated_at timestamp with time zone default now() not null,
  constraint provisioning_settings_pkey PRIMARY KEY (account_id),
  constraint provisioning_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint provisioning_settings_default_role_check CHECK ((default_role = ANY (ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
alter table provisioning_settings enable row level security;
alter table provisioning_settings force row level security;
create policy account_isolation on provisioning_settings for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on provisioning_settings for select to vigie_backup
  using (true);
grant insert, select, update on table provisioning_settings to vigie_app;
grant select on table provisioning_settings to vigie_backup;
comment on table provisioning_settings is 'How an account deals with the people of its directory. No row: no default.';
comment on column provisioning_settings.default_role is 'What everybody of the directory holds, besides what their groups give. Null: whom no group gives a role waits.';

create table provisioning_token (
  account_id bigint not null,
  token_id bigint default nextval('vigie_id'::regclass) not null,
  name text not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint provisioning_token_pkey PRIMARY KEY (account_id, token_id),
  constraint provisioning_token_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint provisioning_token_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint provisioning_token_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE UNIQUE INDEX provisioning_token_hash ON vigie.provisioning_token USING btree (token_hash);
alter table provisioning_token enable row level security;
alter table provisioning_token force row level security;
create policy account_isolation on provisioning_token for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on provisioning_token for select to vigie_backup
  using (true);
create policy directory on provisioning_token for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table provisioning_token to vigie_app;
grant select on table provisioning_token to vigie_backup;
comment on table provisioning_token is 'By which the directory of an account speaks to us over SCIM. The token itself was shown once and is not kept.';

create table quarantine (
  only_row boolean default true not null,
  copy_taken_at timestamp with time zone not null,
  restored_at timestamp with time zone default now() not null,
  constraint quarantine_pkey PRIMARY KEY (only_row),
  constraint quarantine_only_row_check CHECK (only_row)
);
grant delete, insert, select, update on table quarantine to vigie_app;
grant select on table quarantine to vigie_backup;
comment on table quarantine is 'While its one row is there, this database is a copy that nobody has released yet: no job runs, nothing is sent, and nobody can change anything.';
comment on column quarantine.copy_taken_at is 'What was sent after this moment by the installation that was copied is not known here, and would be sent again.';

create table rate_count (
  key bytea not null,
  full_at timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  constraint rate_count_pkey PRIMARY KEY (key),
  constraint rate_count_key_check CHECK ((length(key) = 16))
);
grant delete, insert, select, update on table rate_count to vigie_app;
grant select on table rate_count to vigie_backup;
comment on table rate_count is 'How much of a rate is used, by all processes together. Unlogged: a crash of the server gives everybody a full reserve again, and counting costs next to nothing.';
comment on column rate_count.key is 'A digest of the limit and of whom it holds for, under the key of the installation: addresses are not kept.';
comment on column rate_count.full_at is 'When the reserve is whole again. A permit moves it one period ahead; debts are paid by waiting longer.';
comment on column rate_count.counted_at is 'By the clock of the server. If that lies ahead, the clock was set back, and nobody has to wait for it to come again.';

create table reader_position (
  account_id bigint not null,
  actor text not null,
  written_to pg_lsn not null,
  constraint reader_position_pkey PRIMARY KEY (account_id, actor),
  constraint reader_position_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint reader_position_actor_check CHECK (((char_length(actor) >= 1) AND (char_length(actor) <= 100)))
);
alter table reader_position enable row level security;
alter table reader_position force row level security;
create policy account_isolation on reader_position for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on reader_position for select to vigie_backup
  using (true);
grant insert, select, update on table reader_position to vigie_app;
grant select on table reader_position to vigie_backup;
comment on table reader_position is 'Where the last write of each caller ends in the write-ahead log, noted when a replica answers lists: it answers those it has caught up with. Not logged, because it says nothing of another server and nothing after a crash.';

create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint recovery_code_code_hash_check CHECK ((length(code_hash) = 32))
);
alter table recovery_code enable row level security;
alter table recovery_code force row level security;
create policy backup_reads on recovery_code for select to vigie_backup
  using (true);
create policy directory on recovery_code for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table recovery_code to vigie_app;
grant select on table recovery_code to vigie_backup;
comment on table recovery_code is 'Codes to print, for the day the second factor is lost. Only digests are kept.';

create table refresh_token (
  token_hash bytea not null,
  user_id bigint not null,
  family_id uuid not null,
  token_version integer not null,
  expires_at timestamp with time zone not null,
  family_expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint refresh_token_pkey PRIMARY KEY (token_hash),
  constraint refresh_token_family_id_fkey FOREIGN KEY (family_id) REFERENCES person_session(family_id) ON DELETE CASCADE,
  constraint refresh_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX refresh_token_expiry ON vigie.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_family ON vigie.refresh_token USING btree (family_id);
CREATE INDEX refresh_token_user ON vigie.refresh_token USING btree (user_id);
grant delete, insert, select, update on table refresh_token to vigie_app;
grant select on table refresh_token to vigie_backup;
comment on table refresh_token is 'Tokens that renew a session, each good once.';
comment on column refresh_token.family_id is 'All tokens of one sign-in: using a spent one again ends the whole family.';
comment on column refresh_token.used_at is 'A spent token stays until it expires, so that its theft can be noticed.';

create table register_company (
  source text not null,
  record_key text not null,
  name text not null,
  trade_name text,
  search_name text not null,
  search_extra text,
  country_code text not null,
  siren text,
  local_id text,
  nic text,
  naf_code text,
  legal_form text,
  headcount_band text,
  headcount_year smallint,
  created_on date,
  closed_on date,
  is_active boolean not null,
  status_detail text,
  is_masked boolean default false not null,
  address_lines text,
  postal_code text,
  city text,
  region text,
  size_rank smallint not null,
  changed_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  constraint register_company_pkey PRIMARY KEY (source, record_key),
  constraint register_company_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint register_company_name_check CHECK (((length(name) >= 1) AND (length(name) <= 500))),
  constraint register_company_nic_check CHECK ((nic ~ '^[0-9]{5}$'::text)),
  constraint register_company_record_key_check CHECK (((length(record_key) >= 9) AND (length(record_key) <= 20))),
  constraint register_company_siren_check CHECK ((siren ~ '^[0-9]{9}$'::text)),
  constraint register_company_source_check CHECK ((source = ANY (ARRAY['SIRENE'::text, 'GLEIF'::text])))
);
CREATE INDEX register_company_local_id ON vigie.register_company USING btree (country_code, upper(regexp_replace(local_id, '[^A-Za-z0-9]'::text, ''::text, 'g'::text))) WHERE ((source = 'GLEIF'::text) AND (local_id IS NOT NULL));
CREATE INDEX register_company_name_gleif ON vigie.register_company USING btree (search_name, size_rank DESC) INCLUDE (record_key, country_code) WHERE ((source = 'GLEIF'::text) AND (search_name <> ''::text));
CREATE INDEX register_company_name_sirene ON vigie.register_company USING btree (search_name, size_rank DESC) INCLUDE (record_key, country_code) WHERE ((source = 'SIRENE'::text) AND (search_name <> ''::text));
CREATE INDEX register_company_words_gleif ON vigie.register_company USING gin (register_tokens(source, search_name, search_extra, country_code, size_rank)) WHERE ((source = 'GLEIF'::text) AND (search_name <> ''::text));
CREATE INDEX register_company_words_sirene ON vigie.register_company USING gin (register_tokens(source, search_name, search_extra, country_code, size_rank)) WHERE ((source = 'SIRENE'::text) AND (search_name <> ''::text));
grant insert, select, update on table register_company to vigie_app;
grant select on table register_company to vigie_backup;
comment on table register_company is 'A company as a register knows it.';
comment on column register_company.record_key is 'SIREN or LEI.';
comment on column register_company.search_name is 'The name as it is searched for; empty when the company objected to being found by it.';
comment on column register_company.search_extra is 'Further words that lead to the company: trade names, acronym.';
comment on column register_company.siren is 'Of a GLEIF record; a SIRENE record has its SIREN for a key.';
comment on column register_company.nic is 'Of the head office: the SIREN and this make its SIRET.';
comment on column register_company.is_masked is 'The company objected to publication: what the publisher hides is masked.';
comment on column register_company.size_rank is 'Active before closed, then larger before smaller.';
comment on column register_company.changed_at is 'When the register last touched the record: an older file never overwrites a newer one.';
comment on column register_company.removed_at is 'A complete stock no longer had the company: it is out of search and look-up until a file has it again.';

create table register_establishment (
  siret text not null,
  is_head_office boolean not null,
  is_open boolean not null,
  trade_name text,
  address_lines text,
  postal_code text,
  city text,
  region text,
  changed_at timestamp with time zone not null,
  constraint register_establishment_pkey PRIMARY KEY (siret),
  constraint register_establishment_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text))
);
grant insert, select, update on table register_establishment to vigie_app;
grant select on table register_establishment to vigie_backup;
comment on table register_establishment is 'Where a SIRET leads. Addresses are kept of head offices only: forty million others would serve no purpose.';

create table register_import (
  checksum text not null,
  run bigint default nextval('vigie_id'::regclass) not null,
  kind text not null,
  file_name text not null,
  state text default 'RUNNING'::text not null,
  "position" bigint default 0 not null,
  compares boolean default false not null,
  newest timestamp with time zone,
  added bigint default 0 not null,
  changed bigint default 0 not null,
  unchanged bigint default 0 not null,
  removed bigint default 0 not null,
  refused bigint default 0 not null,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint register_import_pkey PRIMARY KEY (checksum),
  constraint register_import_run_key UNIQUE (run),
  constraint register_import_checksum_check CHECK ((checksum ~ '^[0-9a-f]{64}$'::text)),
  constraint register_import_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'DONE'::text])))
);
grant insert, select, update on table register_import to vigie_app;
grant select on table register_import to vigie_backup;
comment on table register_import is 'One row for each file, known by its content: what was read of it is never read twice.';
comment on column register_import."position" is 'Where in the file an interrupted import goes on.';
comment on column register_import.compares is 'There were rows before: this file may say by its silence that some of them are gone.';
comment on column register_import.newest is 'The last change that the file knows of: it says nothing about later ones.';

create table register_seen (
  run bigint not null,
  record_key text not null
);
grant delete, insert, select on table register_seen to vigie_app;
grant select on table register_seen to vigie_backup;
comment on table register_seen is 'What a file held that may turn out to be a complete stock, until that is decided.';

create table register_word (
  source text not null,
  word text not null,
  companies integer not null,
  constraint register_word_pkey PRIMARY KEY (source, word)
);
CREATE INDEX register_word_completion ON vigie.register_word USING btree (source, "left"(word, 3), companies DESC, word);
grant insert, select, update on table register_word to vigie_app;
grant select on table register_word to vigie_backup;
comment on table register_word is 'Every word of a register, and how many companies have it.';

create table register_word_change (
  source text not null,
  word text not null,
  change integer not null
);
grant delete, insert, select on table register_word_change to vigie_app;
grant select on table register_word_change to vigie_backup;
comment on table register_word_change is 'What imports changed in the words, folded in now and then: updating each word at each batch would rewrite the dictionary a thousand times.';

create table relationship_change (
  account_id bigint not null,
  thirdparty_id bigint not null,
  number integer not null,
  kind text not null,
  state text not null,
  reason text,
  coverage text,
  valid_until date,
  conditions jsonb default '[]'::jsonb not null,
  known jsonb,
  cause text,
  changed_by_type text not null,
  changed_by bigint,
  changed_at timestamp with time zone not null,
  constraint relationship_change_pkey PRIMARY KEY (account_id, thirdparty_id, number),
  constraint relationship_change_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint relationship_change_cause_check CHECK ((cause = ANY (ARRAY['EXPIRY'::text, 'DOSSIER_INVALID'::text, 'COLLECTIVE_PROCEDURE'::text, 'STRUCK_OFF'::text, 'LIST_HIT'::text, 'OVERDUE'::text]))),
  constraint relationship_change_conditions_check CHECK ((jsonb_typeof(conditions) = 'array'::text)),
  constraint relationship_change_coverage_check CHECK (((length(coverage) >= 1) AND (length(coverage) <= 1000))),
  constraint relationship_change_kind_check CHECK ((kind = ANY (ARRAY['DECIDED'::text, 'REOPENED'::text]))),
  constraint relationship_change_known_check CHECK ((jsonb_typeof(known) = 'object'::text)),
  constraint relationship_change_number_check CHECK ((number > 0)),
  constraint relationship_change_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 4000))),
  constraint relationship_change_says_why CHECK (
CASE kind
    WHEN 'DECIDED'::text THEN ((reason IS NOT NULL) AND (known IS NOT NULL) AND (cause IS NULL))
    ELSE ((cause IS NOT NULL) AND (reason IS NULL) AND (known IS NULL))
END),
  constraint relationship_change_state_check CHECK ((state = ANY (ARRAY['APPROVED'::text, 'APPROVED_WITH_CONDITIONS'::text, 'SUSPENDED'::text, 'REFUSED'::text])))
);
alter table relationship_change enable row level security;
alter table relationship_change force row level security;
create policy account_isolation on relationship_change for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on relationship_change for select to vigie_backup
  using (true);
create policy unit_sight on relationship_change as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select on table relationship_change to vigie_app;
grant select on table relationship_change to vigie_backup;
comment on table relationship_change is 'What was decided about working with a company, by whom and why, and what reopened it. Never changed.';
comment on column relationship_change.state is 'What holds from then on.';
comment on column relationship_change.coverage is 'For what it was decided, such as a country or a kind of purchase; null: for all.';
comment on column relationship_change.conditions is 'What was demanded, each with its day and the task it became.';
comment on column relationship_change.known is 'What was known of the company when it was decided: its status, its invalid dossiers, its hits. A fact that somebody decided about does not reopen their decision. The facts themselves, because a moment cannot tell what a change that was committed meanwhile had not yet shown.';
comment on column relationship_change.changed_by is 'As subject_owner.user_id.';

create table relationship_policy (
  account_id bigint not null,
  expiry text not null,
  dossier_invalid text not null,
  collective_procedure text not null,
  struck_off text not null,
  list_hit text not null,
  version integer default 1 not null,
  overdue text default 'OFF'::text not null,
  constraint relationship_policy_pkey PRIMARY KEY (account_id),
  constraint relationship_policy_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint relationship_policy_collective_procedure_check CHECK ((collective_procedure = ANY (ARRAY['OFF'::text, 'ASK'::text, 'SUSPEND'::text]))),
  constraint relationship_policy_dossier_invalid_check CHECK ((dossier_invalid = ANY (ARRAY['OFF'::text, 'ASK'::text, 'SUSPEND'::text]))),
  constraint relationship_policy_expiry_check CHECK ((expiry = ANY (ARRAY['OFF'::text, 'ASK'::text, 'SUSPEND'::text]))),
  constraint relationship_policy_list_hit_check CHECK ((list_hit = ANY (ARRAY['OFF'::text, 'ASK'::text, 'SUSPEND'::text]))),
  constraint relationship_policy_overdue_check CHECK ((overdue = ANY (ARRAY['OFF'::text, 'ASK'::text, 'SUSPEND'::text]))),
  constraint relationship_policy_struck_off_check CHECK ((struck_off = ANY (ARRAY['OFF'::text, 'ASK'::text, 'SUSPEND'::text])))
);
alter table relationship_policy enable row level security;
alter table relationship_policy force row level security;
create policy account_isolation on relationship_policy for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on relationship_policy for select to vigie_backup
  using (true);
grant insert, select, update on table relationship_policy to vigie_app;
grant select on table relationship_policy to vigie_backup;
comment on table relationship_policy is 'What reopens a decision, and whether it then stays in force or the company is suspended until somebody decides. No row: the end of its validity asks for a new one, and nothing else does.';
comment on column relationship_policy.version is 'Raised by every change; the ETag.';

create table response (
  account_id bigint not null,
  response_id bigint default nextval('vigie_id'::regclass) not null,
  document_id bigint not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  state text not null,
  scope text default 'THIRD_PARTY'::text not null,
  transmitter text not null,
  language text default 'fr'::text not null,
  reused_from bigint,
  effective_date date,
  expiration_date date,
  expiration_corrected boolean default false not null,
  score smallint,
  submitted_at timestamp with time zone,
  submitted_by_type text,
  submitted_by bigint,
  contributors text[] default '{}'::text[] not null,
  check_attempt integer,
  check_outcome text,
  first_approval integer,
  decision_number integer,
  decided_at timestamp with time zone,
  reason_shared boolean default false not null,
  fraud boolean default false not null,
  renewal_requested_at timestamp with time zone,
  renewal_due_date date,
  deletion_warned_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  hit text,
  fingerprint text,
  constraint response_pkey PRIMARY KEY (account_id, response_id),
  constraint response_of_document UNIQUE (account_id, document_id, response_id),
  constraint response_account_id_dossier_id_document_id_fkey FOREIGN KEY (account_id, dossier_id, document_id) REFERENCES document(account_id, dossier_id, document_id),
  constraint response_account_id_reused_from_fkey FOREIGN KEY (account_id, reused_from) REFERENCES response(account_id, response_id),
  constraint response_account_id_thirdparty_id_dossier_id_fkey FOREIGN KEY (account_id, thirdparty_id, dossier_id) REFERENCES dossier(account_id, thirdparty_id, dossier_id),
  constraint response_check FOREIGN KEY (account_id, response_id, check_attempt, check_outcome) REFERENCES check_result(account_id, response_id, attempt, outcome),
  constraint response_decision FOREIGN KEY (account_id, response_id, decision_number, decided_at, reason_shared, fraud) REFERENCES decision(account_id, response_id, number, decided_at, shared, fraud),
  constraint response_first_approval FOREIGN KEY (account_id, response_id, first_approval) REFERENCES decision(account_id, response_id, number),
  constraint response_check_whole CHECK (((check_attempt IS NULL) = (check_outcome IS NULL))),
  constraint response_decided CHECK (((decision_number IS NOT NULL) OR ((state <> ALL (ARRAY['ACCEPTED'::text, 'DENIED'::text, 'EXPIRED'::text])) AND (NOT reason_shared) AND (NOT fraud)))),
  constraint response_decision_whole CHECK (((decision_number IS NULL) = (decided_at IS NULL))),
  constraint response_fingerprint_check CHECK (((length(fingerprint) >= 1) AND (length(fingerprint) <= 200))),
  constraint response_hit_check CHECK ((hit = ANY (ARRAY['OPEN'::text, 'TRUE_MATCH'::text]))),
  constraint response_hit_not_in_force CHECK (((hit IS NULL) OR (state = ANY (ARRAY['PENDING'::text, 'DENIED'::text, 'SUPERSEDED'::text, 'DELETED'::text])))),
  constraint response_language_check CHECK ((language = ANY (ARRAY['fr'::text, 'en'::text]))),
  constraint response_renewal_dated CHECK (((renewal_requested_at IS NULL) = (renewal_due_date IS NULL))),
  constraint response_scope_check CHECK ((scope = ANY (ARRAY['DOSSIER'::text, 'THIRD_PARTY'::text]))),
  constraint response_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint response_state_check CHECK ((state = ANY (ARRAY['DRAFT'::text, 'CHECKING'::text, 'PENDING'::text, 'ACCEPTED'::text, 'DENIED'::text, 'EXPIRED'::text, 'SUPERSEDED'::text, 'INTERRUPTED'::text, 'DELETED'::text]))),
  constraint response_submitted_by_type_check CHECK ((submitted_by_type = ANY (ARRAY['USER'::text, 'CONTACT'::text, 'API_CLIENT'::text, 'JOB'::text, 'PROVIDER'::text]))),
  constraint response_transmitter_check CHECK ((transmitter = ANY (ARRAY['FOURNISSEUR'::text, 'DONNEUR_ORDRE'::text, 'SOURCE_EXTERNE'::text])))
);
CREATE UNIQUE INDEX response_accepted ON vigie.response USING btree (account_id, document_id) WHERE (state = 'ACCEPTED'::text);
CREATE INDEX response_by_submission ON vigie.response USING btree (account_id, submitted_at) WHERE ((submitted_at IS NOT NULL) AND (reused_from IS NULL));
CREATE UNIQUE INDEX response_draft ON vigie.response USING btree (account_id, document_id) WHERE (state = 'DRAFT'::text);
CREATE INDEX response_ended ON vigie.response USING btree (account_id, state, updated_at) WHERE (state = ANY (ARRAY['DRAFT'::text, 'DENIED'::text, 'EXPIRED'::text, 'SUPERSEDED'::text, 'INTERRUPTED'::text]));
CREATE INDEX response_expiring ON vigie.response USING btree (account_id, expiration_date, response_id) WHERE ((state = ANY (ARRAY['ACCEPTED'::text, 'EXPIRED'::text])) AND (expiration_date IS NOT NULL));
CREATE INDEX response_of_dossier ON vigie.response USING btree (account_id, dossier_id);
CREATE INDEX response_of_thirdparty ON vigie.response USING btree (account_id, thirdparty_id);
CREATE INDEX response_renewing ON vigie.response USING btree (account_id, thirdparty_id, renewal_due_date) WHERE ((state = 'ACCEPTED'::text) AND (renewal_due_date = expiration_date));
CREATE INDEX response_reused ON vigie.response USING btree (account_id, reused_from);
CREATE INDEX response_to_renew ON vigie.response USING btree (account_id, expiration_date, response_id) WHERE ((state = 'ACCEPTED'::text) AND (expiration_date IS NOT NULL) AND (renewal_due_date IS DISTINCT FROM expiration_date));
CREATE UNIQUE INDEX response_under_way ON vigie.response USING btree (account_id, document_id) WHERE (state = ANY (ARRAY['CHECKING'::text, 'PENDING'::text]));
alter table response enable row level security;
alter table response force row level security;
create policy account_isolation on response for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on response for select to vigie_backup
  using (true);
create policy unit_sight on response as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table response to vigie_app;
grant select on table response to vigie_backup;
comment on table response is 'One answer to one request, with what counts of its checks and decisions: all of them are in check_result and decision.';
comment on column response.scope is 'DOSSIER: for this request only. THIRD_PARTY: may answer the same request of its other dossiers.';
comment on column response.language is 'Of whoever sent it: what is made from the answer speaks it.';
comment on column response.reused_from is 'The answer of another dossier that this one repeats.';
comment on column response.expiration_corrected is 'Set by hand: later corrections of the effective date leave it alone.';
comment on column response.contributors is 'Who had a hand in the answer besides whoever sent it: kept it as a draft, added to it, corrected its dates. Each as type and number, such as USER:12. Where duties are separate, none of them decides on it.';
comment on column response.check_attempt is 'The check result that counts; null while the checks run, and once what they found was mended.';
comment on column response.check_outcome is 'Of that result, held to it by a key. Statuses and lists are read from it without a look at the other table.';
comment on column response.first_approval is 'The number of the first of two approvals, where two are needed; null again once the dates it was about change.';
comment on column response.decision_number is 'The decision that counts; null while there is none.';
comment on column response.decided_at is 'Of that decision, as check_outcome is of the check result; so are reason_shared and fraud.';
comment on column response.renewal_requested_at is 'An accepted answer that will end is asked for anew.';
comment on column response.renewal_due_date is 'The end that the renewal was asked for: when it is corrected, the answer is asked for again in its time.';
comment on column response.version is 'Raised by every change; the ETag.';
comment on column response.hit is 'What a check found and only a decision on the hit undoes: OPEN waits for one, TRUE_MATCH was confirmed.';
comment on column response.fingerprint is 'Of an answer of the service, what it found, without what differs each time: the same again is no new answer.';
comment on constraint response_decided on response is 'Nothing is accepted or turned down without a decision.';
comment on constraint response_hit_not_in_force on response is 'No answer is in force while what it found stands.';
comment on constraint response_of_document on response is 'Lets evidence name answer and document together: never an answer to another request.';
comment on index response_accepted is 'At most one answer counts.';
comment on index response_by_submission is 'The answers of the last weeks.';
comment on index response_draft is 'At most one draft for a request: a second one replaces the first.';
comment on index response_under_way is 'At most one answer under way for a request.';

create table revoked_token (
  jti text not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone default now() not null,
  constraint revoked_token_pkey PRIMARY KEY (jti),
  constraint revoked_token_jti_check CHECK (((length(jti) >= 1) AND (length(jti) <= 128)))
);
CREATE INDEX revoked_token_expiry ON vigie.revoked_token USING btree (expires_at);
grant delete, insert, select on table revoked_token to vigie_app;
grant select on table revoked_token to vigie_backup;
comment on table revoked_token is 'Access tokens ended before their time; the rows go when the tokens would have expired anyway.';

create table rule (
  account_id bigint not null,
  rule_id bigint default nextval('vigie_id'::regclass) not null,
  shipped_code text,
  name text not null,
  name_fr text,
  active boolean default false not null,
  priority integer default 100 not null,
  sectors text[] default '{}'::text[] not null,
  countries text[] default '{}'::text[] not null,
  criticalities text[] default '{}'::text[] not null,
  purchase_min numeric,
  purchase_max numeric,
  dossier_type_codes text[] not null,
  due_days integer,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint rule_pkey PRIMARY KEY (account_id, rule_id),
  constraint rule_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint rule_countries_check CHECK ((cardinality(countries) <= 250)),
  constraint rule_criticalities_check CHECK ((cardinality(criticalities) <= 50)),
  constraint rule_dossier_type_codes_check CHECK (((cardinality(dossier_type_codes) >= 1) AND (cardinality(dossier_type_codes) <= 20))),
  constraint rule_due_days_check CHECK (((due_days >= 1) AND (due_days <= 365))),
  constraint rule_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint rule_name_fr_check CHECK (((length(name_fr) >= 1) AND (length(name_fr) <= 200))),
  constraint rule_priority_check CHECK (((priority >= 0) AND (priority <= 10000))),
  constraint rule_purchase_range CHECK (((purchase_min IS NULL) OR (purchase_max IS NULL) OR (purchase_min <= purchase_max))),
  constraint rule_sectors_check CHECK ((cardinality(sectors) <= 200)),
  constraint rule_shipped_code_check CHECK ((shipped_code ~ '^[A-Z][A-Z0-9_]{0,63}$'::text))
);
CREATE UNIQUE INDEX rule_shipped ON vigie.rule USING btree (account_id, shipped_code) WHERE (shipped_code IS NOT NULL);
alter table rule enable row level security;
alter table rule force row level security;
create policy account_isolation on rule for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on rule for select to vigie_backup
  using (true);
grant insert, select, update on table rule to vigie_app;
grant select on table rule to vigie_backup;
comment on table rule is 'Which dossiers open by themselves, and for whom. Empty criteria stand for any third party.';
comment on column rule.shipped_code is 'The shipped rule it was made from, if any.';
comment on column rule.name_fr is 'Only of shipped rules: whoever renames a rule gives it one name for everybody.';
comment on column rule.sectors is 'NAF sections (a letter), divisions (two digits) or classes.';
comment on index rule_shipped is 'A shipped rule is copied once, even after the copy was deleted.';

create table sandbox_journey (
  account_id bigint not null,
  target timestamp with time zone not null,
  started_at timestamp with time zone not null,
  lived boolean default true not null,
  constraint sandbox_journey_pkey PRIMARY KEY (account_id),
  constraint sandbox_journey_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id)
);
alter table sandbox_journey enable row level security;
alter table sandbox_journey force row level security;
create policy account_isolation on sandbox_journey for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on sandbox_journey for select to vigie_backup
  using (true);
grant delete, insert, select, update on table sandbox_journey to vigie_app;
grant select on table sandbox_journey to vigie_backup;
comment on table sandbox_journey is 'A sandbox on its way to a later moment. The row goes when it has arrived, so a process that dies leaves the target.';
comment on column sandbox_journey.lived is 'False while the work of the present day is still to be done; the journey goes on from there.';

create table saved_view (
  account_id bigint not null,
  view_id bigint default nextval('vigie_id'::regclass) not null,
  user_id bigint,
  list text not null,
  name text not null,
  filters jsonb not null,
  sort text,
  columns text[],
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint saved_view_pkey PRIMARY KEY (account_id, view_id),
  constraint saved_view_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint saved_view_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE,
  constraint saved_view_columns_check CHECK ((cardinality(columns) <= 60)),
  constraint saved_view_filters_check CHECK (((jsonb_typeof(filters) = 'object'::text) AND (octet_length((filters)::text) <= 60000))),
  constraint saved_view_list_check CHECK ((list = 'thirdparties'::text)),
  constraint saved_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint saved_view_sort_check CHECK (((length(sort) >= 1) AND (length(sort) <= 100)))
);
CREATE INDEX saved_view_person ON vigie.saved_view USING btree (account_id, user_id, view_id);
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy account_isolation on saved_view for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on saved_view for select to vigie_backup
  using (true);
grant delete, insert, select, update on table saved_view to vigie_app;
grant select on table saved_view to vigie_backup;
comment on table saved_view is 'A list as somebody wants to find it again: what narrows it, its order, its columns.';
comment on column saved_view.user_id is 'A view with a person is that person''s own and goes with their membership; one without belongs to the account.';

create table screening_change (
  account_id bigint not null,
  seq bigint not null,
  name text not null,
  hit_id bigint not null,
  thirdparty_id bigint not null,
  hit_class text not null,
  state text not null,
  score double precision not null,
  occurred_at timestamp with time zone not null,
  constraint screening_change_pkey PRIMARY KEY (account_id, seq),
  constraint screening_change_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint screening_change_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint screening_change_name_check CHECK ((name = ANY (ARRAY['HIT_OPENED'::text, 'HIT_REOPENED'::text, 'HIT_PROPOSED'::text, 'HIT_DECIDED'::text, 'HIT_ENDED'::text]))),
  constraint screening_change_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
  constraint screening_change_seq_check CHECK ((seq > 0))
);
CREATE INDEX screening_change_of_thirdparty ON vigie.screening_change USING btree (account_id, thirdparty_id, seq);
alter table screening_change enable row level security;
alter table screening_change force row level security;
create policy account_isolation on screening_change for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_change for select to vigie_backup
  using (true);
create policy unit_sight on screening_change as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select on table screening_change to vigie_app;
grant select on table screening_change to vigie_backup;
comment on table screening_change is 'What became of hits, in order; only added to. It names nobody: who is allowed to reads the hit by its number.';
comment on column screening_change.hit_id is 'No foreign key: that something was told outlives the hit, which retention may remove with the people it names.';
comment on column screening_change.state is 'Of the hit, after the change.';

create table screening_change_head (
  account_id bigint not null,
  seq bigint default 0 not null,
  constraint screening_change_head_pkey PRIMARY KEY (account_id),
  constraint screening_change_head_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint screening_change_head_seq_check CHECK ((seq >= 0))
);
alter table screening_change_head enable row level security;
alter table screening_change_head force row level security;
create policy account_isolation on screening_change_head for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_change_head for select to vigie_backup
  using (true);
grant insert, select, update on table screening_change_head to vigie_app;
grant select on table screening_change_head to vigie_backup;
comment on table screening_change_head is 'The last number of the changes of an account. Whoever adds some holds it until the commit: numbers have no gaps and become visible in their order.';

create table screening_decision (
  account_id bigint not null,
  hit_id bigint not null,
  number integer not null,
  thirdparty_id bigint not null,
  verdict text not null,
  step text not null,
  grounds text[] not null,
  comment text,
  score double precision not null,
  until date,
  decided_by_type text not null,
  decided_by bigint,
  decided_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  constraint screening_decision_pkey PRIMARY KEY (account_id, hit_id, number),
  constraint screening_decision_account_id_hit_id_fkey FOREIGN KEY (account_id, hit_id) REFERENCES screening_hit(account_id, hit_id),
  constraint screening_decision_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 4000))),
  constraint screening_decision_grounds_check CHECK ((cardinality(grounds) <= 12)),
  constraint screening_decision_number_check CHECK ((number > 0)),
  constraint screening_decision_step_check CHECK ((step = ANY (ARRAY['PROPOSED'::text, 'CONFIRMED'::text, 'DECIDED'::text, 'DECLINED'::text]))),
  constraint screening_decision_verdict_check CHECK ((verdict = ANY (ARRAY['TRUE_MATCH'::text, 'FALSE_POSITIVE'::text, 'UNCLEAR'::text, 'REOPENED'::text])))
);
CREATE INDEX screening_decision_age ON vigie.screening_decision USING btree (account_id, decided_at) INCLUDE (verdict, step, opened_at, thirdparty_id);
CREATE INDEX screening_decision_of_person ON vigie.screening_decision USING btree (account_id, decided_by_type, decided_by, hit_id);
alter table screening_decision enable row level security;
alter table screening_decision force row level security;
create policy account_isolation on screening_decision for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_decision for select to vigie_backup
  using (true);
create policy unit_sight on screening_decision as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select on table screening_decision to vigie_app;
grant select on table screening_decision to vigie_backup;
grant update on column screening_decision.comment to vigie_app;
comment on table screening_decision is 'What people decided about hits, and why. Never changed, but for the words, which are erased with the person they are about; it ends with its hit.';
comment on column screening_decision.step is 'PROPOSED by the first of two people; CONFIRMED or DECLINED by the second; DECIDED by one alone.';
comment on column screening_decision.opened_at is 'Since when the hit had been waiting. Null for what opened it again, and for what was decided before this was kept.';
comment on index screening_decision_age is 'What statistics of the last months are counted by.';
comment on index screening_decision_of_person is 'What somebody decided, which the list of hits can be narrowed to.';

create table screening_hit (
  account_id bigint not null,
  hit_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  subject_id bigint not null,
  hit_class text not null,
  source text not null,
  list_id bigint,
  entry_key text not null,
  role text not null,
  subject jsonb not null,
  fingerprint bytea not null,
  entry jsonb not null,
  matching_digest bytea not null,
  score double precision not null,
  match jsonb not null,
  state text not null,
  why text not null,
  run_id bigint not null,
  cleared_until date,
  decisions integer default 0 not null,
  version integer default 1 not null,
  opened_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint screening_hit_pkey PRIMARY KEY (account_id, hit_id),
  constraint screening_hit_account_id_subject_id_list_id_entry_key_key UNIQUE NULLS NOT DISTINCT (account_id, subject_id, list_id, entry_key),
  constraint screening_hit_account_id_run_id_fkey FOREIGN KEY (account_id, run_id) REFERENCES screening_run(account_id, run_id),
  constraint screening_hit_account_id_subject_id_fkey FOREIGN KEY (account_id, subject_id) REFERENCES screening_subject(account_id, subject_id),
  constraint screening_hit_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint screening_hit_entry_check CHECK ((jsonb_typeof(entry) = 'object'::text)),
  constraint screening_hit_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint screening_hit_hit_class_check CHECK ((hit_class = ANY (ARRAY['SANCTIONS'::text, 'EXPOSED_PERSONS'::text, 'OWN'::text, 'NEWS'::text]))),
  constraint screening_hit_match_check CHECK ((jsonb_typeof(match) = 'object'::text)),
  constraint screening_hit_matching_digest_check CHECK ((length(matching_digest) = 32)),
  constraint screening_hit_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
  constraint screening_hit_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'UNCLEAR'::text, 'PROPOSED'::text, 'CLEARED'::text, 'TRUE_MATCH'::text, 'ENDED'::text]))),
  constraint screening_hit_subject_check CHECK ((jsonb_typeof(subject) = 'object'::text)),
  constraint screening_hit_why_check CHECK ((why = ANY (ARRAY['SUBJECT_ADDED'::text, 'SUBJECT_CHANGED'::text, 'ENTRY_ADDED'::text, 'ENTRY_CHANGED'::text, 'CLEARANCE_ENDED'::text, 'SETTINGS_CHANGED'::text, 'REOPENED'::text])))
);
CREATE INDEX screening_hit_cleared ON vigie.screening_hit USING btree (account_id, cleared_until) WHERE (state = 'CLEARED'::text);
CREATE INDEX screening_hit_ended ON vigie.screening_hit USING btree (account_id, updated_at) WHERE (state = 'ENDED'::text);
CREATE INDEX screening_hit_entry ON vigie.screening_hit USING btree (account_id, list_id, entry_key);
CREATE INDEX screening_hit_of_list ON vigie.screening_hit USING btree (account_id, source, hit_class, state) INCLUDE (thirdparty_id);
CREATE INDEX screening_hit_of_thirdparty ON vigie.screening_hit USING btree (account_id, thirdparty_id, hit_id);
CREATE INDEX screening_hit_opened ON vigie.screening_hit USING btree (account_id, opened_at, hit_id);
CREATE INDEX screening_hit_run ON vigie.screening_hit USING btree (account_id, run_id);
CREATE INDEX screening_hit_waiting ON vigie.screening_hit USING btree (account_id, opened_at, hit_id) WHERE (state = ANY (ARRAY['OPEN'::text, 'UNCLEAR'::text, 'PROPOSED'::text]));
alter table screening_hit enable row level security;
alter table screening_hit force row level security;
create policy account_isolation on screening_hit for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_hit for select to vigie_backup
  using (true);
create policy unit_sight on screening_hit as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table screening_hit to vigie_app;
grant select on table screening_hit to vigie_backup;
comment on table screening_hit is 'A subject and an entry that may be the same. Both are kept as they were when they were compared: a list that changes does not change what a decision was about.';
comment on column screening_hit.list_id is 'Null for news. No foreign key: a hit outlives the list it came from.';
comment on column screening_hit.match is 'Which names met, and what counted for and against, as the engine says it.';
comment on column screening_hit.state is 'PROPOSED waits for a second person. ENDED: the entry or the subject is gone, or they no longer resemble each other.';
comment on column screening_hit.why is 'Why it was opened, or opened again.';
comment on column screening_hit.cleared_until is 'The last day of a clearance; null: until something changes.';
comment on index screening_hit_of_list is 'Hits of each list, which statistics count without a look at the hits.';
comment on index screening_hit_opened is 'The list of hits, the oldest or the newest first.';

create table screening_run (
  account_id bigint not null,
  run_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint,
  trigger text not null,
  lists jsonb not null,
  missing jsonb not null,
  threshold double precision not null,
  engine_version text not null,
  subjects integer not null,
  matches integer not null,
  opened integer not null,
  ran_at timestamp with time zone not null,
  constraint screening_run_pkey PRIMARY KEY (account_id, run_id),
  constraint screening_run_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint screening_run_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint screening_run_lists_check CHECK ((jsonb_typeof(lists) = 'array'::text)),
  constraint screening_run_matches_check CHECK ((matches >= 0)),
  constraint screening_run_missing_check CHECK ((jsonb_typeof(missing) = 'array'::text)),
  constraint screening_run_opened_check CHECK ((opened >= 0)),
  constraint screening_run_subjects_check CHECK ((subjects >= 0)),
  constraint screening_run_trigger_check CHECK ((trigger = ANY (ARRAY['ADDED'::text, 'SUBJECT_CHANGED'::text, 'LIST_CHANGED'::text, 'DAILY'::text, 'SETTINGS_CHANGED'::text, 'REQUESTED'::text, 'NEWS'::text])))
);
CREATE INDEX screening_run_newest ON vigie.screening_run USING btree (account_id, thirdparty_id, run_id);
alter table screening_run enable row level security;
alter table screening_run force row level security;
create policy account_isolation on screening_run for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_run for select to vigie_backup
  using (true);
create policy unit_sight on screening_run as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (thirdparty_id IS NULL) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select on table screening_run to vigie_app;
grant select on table screening_run to vigie_backup;
comment on table screening_run is 'Every screening with what it was made with, also when nothing was found: the proof of absence.';
comment on column screening_run.thirdparty_id is 'Null: the whole portfolio against what was new in a list.';
comment on column screening_run.lists is 'The lists in force, each with version, publication date, digest and size.';
comment on column screening_run.missing is 'Lists that should have counted and were absent or too old.';
comment on column screening_run.matches is 'Pairs at or above the threshold, those decided before included.';
comment on column screening_run.opened is 'Hits that this run opened or opened again.';

create table screening_settings (
  account_id bigint not null,
  threshold double precision,
  max_list_age_days integer default 14 not null,
  left_out_lists bigint[] default '{}'::bigint[] not null,
  screens_contacts boolean default false not null,
  second_person_from double precision,
  clearance_months integer default 12,
  readers_see_hits boolean default false not null,
  version integer default 1 not null,
  updated_at timestamp with time zone default now() not null,
  constraint screening_settings_pkey PRIMARY KEY (account_id),
  constraint screening_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint screening_settings_clearance_months_check CHECK (((clearance_months >= 1) AND (clearance_months <= 120))),
  constraint screening_settings_left_out_lists_check CHECK ((cardinality(left_out_lists) <= 100)),
  constraint screening_settings_max_list_age_days_check CHECK (((max_list_age_days >= 1) AND (max_list_age_days <= 366))),
  constraint screening_settings_second_person_from_check CHECK (((second_person_from >= (0.6)::double precision) AND (second_person_from <= (1)::double precision))),
  constraint screening_settings_threshold_check CHECK (((threshold >= (0.6)::double precision) AND (threshold <= (1)::double precision)))
);
alter table screening_settings enable row level security;
alter table screening_settings force row level security;
create policy account_isolation on screening_settings for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_settings for select to vigie_backup
  using (true);
grant insert, select, update on table screening_settings to vigie_app;
grant select on table screening_settings to vigie_backup;
comment on table screening_settings is 'How an account screens. No row: as the defaults say.';
comment on column screening_settings.threshold is 'From which score on a person must look; null: that of the engine.';
comment on column screening_settings.max_list_age_days is 'A check whose lists are older stays unanswered.';
comment on column screening_settings.left_out_lists is 'Lists that do not count for this account.';
comment on column screening_settings.second_person_from is 'From which score on clearing a hit takes two people; null: never. A true match always does.';
comment on column screening_settings.clearance_months is 'How long a cleared hit stays cleared; null: until something changes.';

create table screening_subject (
  account_id bigint not null,
  subject_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint not null,
  subject_key text not null,
  role text not null,
  subject jsonb not null,
  fingerprint bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint screening_subject_pkey PRIMARY KEY (account_id, subject_id),
  constraint screening_subject_account_id_thirdparty_id_subject_key_key UNIQUE (account_id, thirdparty_id, subject_key),
  constraint screening_subject_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint screening_subject_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint screening_subject_role_check CHECK ((role = ANY (ARRAY['COMPANY'::text, 'EXECUTIVE'::text, 'OWNER'::text, 'SIGNATORY'::text, 'CONTACT'::text]))),
  constraint screening_subject_subject_check CHECK ((jsonb_typeof(subject) = 'object'::text)),
  constraint screening_subject_subject_key_check CHECK (((length(subject_key) >= 1) AND (length(subject_key) <= 600)))
);
CREATE INDEX screening_subject_ended ON vigie.screening_subject USING btree (account_id, ended_at) WHERE (ended_at IS NOT NULL);
alter table screening_subject enable row level security;
alter table screening_subject force row level security;
create policy account_isolation on screening_subject for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on screening_subject for select to vigie_backup
  using (true);
create policy unit_sight on screening_subject as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table screening_subject to vigie_app;
grant select on table screening_subject to vigie_backup;
comment on table screening_subject is 'The company itself and the people behind it, as they were last screened.';
comment on column screening_subject.subject_key is 'Role and folded name: the same person stays the same subject.';
comment on column screening_subject.fingerprint is 'SHA-256 of what matching looks at.';
comment on column screening_subject.ended_at is 'Since when nobody names them any more; null while somebody does.';

create table seal_root (
  account_id bigint not null,
  root_id bigint default nextval('vigie_id'::regclass) not null,
  fingerprint bytea not null,
  certificate bytea not null,
  holder text not null,
  issuer text not null,
  is_authority boolean not null,
  not_before timestamp with time zone not null,
  not_after timestamp with time zone not null,
  added_by_type text not null,
  added_by bigint,
  added_at timestamp with time zone not null,
  constraint seal_root_pkey PRIMARY KEY (account_id, root_id),
  constraint seal_root_account_id_fingerprint_key UNIQUE (account_id, fingerprint),
  constraint seal_root_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint seal_root_certificate_check CHECK (((length(certificate) >= 1) AND (length(certificate) <= 20000))),
  constraint seal_root_fingerprint_check CHECK ((length(fingerprint) = 32)),
  constraint seal_root_holder_check CHECK (((length(holder) >= 1) AND (length(holder) <= 600))),
  constraint seal_root_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 600)))
);
alter table seal_root enable row level security;
alter table seal_root force row level security;
create policy account_isolation on seal_root for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on seal_root for select to vigie_backup
  using (true);
grant delete, insert, select on table seal_root to vigie_app;
grant select on table seal_root to vigie_backup;
comment on table seal_root is 'Certificates that an account trusts by itself, beside the trusted lists.';
comment on column seal_root.certificate is 'In DER, as its digest is of.';

create table sealed_file (
  account_id bigint not null,
  object_key text not null,
  key_id text not null,
  sealed_secret bytea not null,
  size bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint sealed_file_pkey PRIMARY KEY (account_id, object_key),
  constraint sealed_file_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint sealed_file_key_id_fkey FOREIGN KEY (key_id) REFERENCES file_key(key_id),
  constraint sealed_file_object_key_check CHECK ((object_key ~ '^[1-9][0-9]*/[0-9a-f-]{36}$'::text)),
  constraint sealed_file_size_check CHECK ((size >= 0))
);
CREATE INDEX sealed_file_key ON vigie.sealed_file USING btree (key_id);
alter table sealed_file enable row level security;
alter table sealed_file force row level security;
create policy account_isolation on sealed_file for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on sealed_file for select to vigie_backup
  using (true);
grant delete, insert, select, update on table sealed_file to vigie_app;
grant select on table sealed_file to vigie_backup;
comment on table sealed_file is 'Stored objects that are encrypted; those without a row are plain. The row goes with the object, and with it all that could ever read a copy of the object.';
comment on column sealed_file.size is 'Of the plain bytes.';

create table second_factor (
  factor_id bigint default nextval('vigie_id'::regclass) not null,
  user_id bigint not null,
  kind text not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  sealed_secret bytea,
  last_step bigint,
  credential_id text,
  public_key bytea,
  sign_count bigint,
  transports text[],
  user_handle bytea,
  constraint second_factor_pkey PRIMARY KEY (factor_id),
  constraint second_factor_credential_id_key UNIQUE (credential_id),
  constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint second_factor_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1400))),
  constraint second_factor_kind_check CHECK ((kind = ANY (ARRAY['TOTP'::text, 'PASSKEY'::text]))),
  constraint second_factor_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint second_factor_passkey_whole CHECK ((((credential_id IS NULL) = (public_key IS NULL)) AND ((credential_id IS NULL) = (sign_count IS NULL)))),
  constraint second_factor_shape CHECK ((((kind = 'TOTP'::text) = (sealed_secret IS NOT NULL)) AND ((kind = 'PASSKEY'::text) = (credential_id IS NOT NULL)))),
  constraint second_factor_user_handle_check CHECK (((length(user_handle) >= 1) AND (length(user_handle) <= 64)))
);
CREATE INDEX second_factor_user ON vigie.second_factor USING btree (user_id);
alter table second_factor enable row level security;
alter table second_factor force row level security;
create policy backup_reads on second_factor for select to vigie_backup
  using (true);
create policy directory on second_factor for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table second_factor to vigie_app;
grant select on table second_factor to vigie_backup;
comment on table second_factor is 'What a person proves a second time with: an authenticator app or a passkey.';
comment on column second_factor.sealed_secret is 'Of an app: its secret, sealed with the secret key of the installation, which is not in the database.';
comment on column second_factor.last_step is 'The last time step whose code was used: no code opens twice.';
comment on column second_factor.user_handle is 'What authenticators call the owner of a passkey. It follows from the secret key of the installation; once that is replaced, what it was before stands here.';

create table shipped_type (
  kind text not null,
  code text not null,
  shipped_version integer not null,
  definition jsonb not null,
  constraint shipped_type_pkey PRIMARY KEY (kind, code, shipped_version),
  constraint shipped_type_code_check CHECK ((code ~ '^[A-Z][A-Z0-9_]{0,63}$'::text)),
  constraint shipped_type_kind_check CHECK ((kind = ANY (ARRAY['DOCUMENT'::text, 'DOSSIER'::text, 'RULE'::text]))),
  constraint shipped_type_shipped_version_check CHECK ((shipped_version > 0))
);
grant select on table shipped_type to vigie_app;
grant select on table shipped_type to vigie_backup;
comment on table shipped_type is 'The catalogue as it ships, one row for each version of each type. The product fills it from its data files when it starts; accounts get their own copy, which they may change.';

create table sign_in_policy (
  account_id bigint not null,
  second_factor text not null,
  roles text[] default '{}'::text[] not null,
  updated_at timestamp with time zone default now() not null,
  constraint sign_in_policy_pkey PRIMARY KEY (account_id),
  constraint sign_in_policy_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint sign_in_policy_roles_check CHECK ((roles <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])),
  constraint sign_in_policy_roles_named CHECK (((second_factor = 'ROLES'::text) = (cardinality(roles) > 0))),
  constraint sign_in_policy_second_factor_check CHECK ((second_factor = ANY (ARRAY['NOBODY'::text, 'ROLES'::text, 'EVERYBODY'::text])))
);
alter table sign_in_policy enable row level security;
alter table sign_in_policy force row level security;
create policy account_isolation on sign_in_policy for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on sign_in_policy for select to vigie_backup
  using (true);
create policy directory on sign_in_policy for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table sign_in_policy to vigie_app;
grant select on table sign_in_policy to vigie_backup;
comment on table sign_in_policy is 'Of whom an account asks a second factor. No row: of nobody.';

create table signing_key (
  kid text not null,
  algorithm text not null,
  public_jwk jsonb not null,
  sealed_private_jwk bytea not null,
  created_at timestamp with time zone default now() not null,
  signs_until timestamp with time zone,
  verifies_until timestamp with time zone,
  constraint signing_key_pkey PRIMARY KEY (kid),
  constraint signing_key_algorithm_check CHECK ((algorithm = ANY (ARRAY['EdDSA'::text, 'ES256'::text]))),
  constraint signing_key_kid_check CHECK ((kid ~ '^[A-Za-z0-9_-]{1,64}$'::text))
);
grant delete, insert, select, update on table signing_key to vigie_app;
grant select on table signing_key to vigie_backup;
comment on table signing_key is 'The keys that sign access tokens. They belong to the installation, not to an account.';
comment on column signing_key.sealed_private_jwk is 'Sealed with the secret key of the installation, which is not in the database.';
comment on column signing_key.verifies_until is 'Later than signs_until: tokens it signed must still be read for a while.';

create table statistics_snapshot (
  account_id bigint not null,
  as_of timestamp with time zone not null,
  took_ms integer not null,
  content jsonb not null,
  constraint statistics_snapshot_pkey PRIMARY KEY (account_id),
  constraint statistics_snapshot_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint statistics_snapshot_took_ms_check CHECK ((took_ms >= 0))
);
alter table statistics_snapshot enable row level security;
alter table statistics_snapshot force row level security;
create policy account_isolation on statistics_snapshot for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on statistics_snapshot for select to vigie_backup
  using (true);
create policy unit_sight on statistics_snapshot as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR false));
grant insert, select, update on table statistics_snapshot to vigie_app;
grant select on table statistics_snapshot to vigie_backup;
comment on table statistics_snapshot is 'The last count of the portfolio of an account, and how long counting took: large ones are not counted at each request.';

create table step_decider (
  account_id bigint not null,
  step_id bigint not null,
  person bigint not null,
  acts_as text not null,
  for_person bigint,
  told_at timestamp with time zone,
  constraint step_decider_pkey PRIMARY KEY (account_id, step_id, person),
  constraint step_decider_account_id_step_id_fkey FOREIGN KEY (account_id, step_id) REFERENCES approval_step(account_id, step_id),
  constraint step_decider_acts_as_check CHECK ((acts_as = ANY (ARRAY['OWN'::text, 'DELEGATE'::text, 'SUBSTITUTE'::text, 'DUTY'::text])))
);
CREATE INDEX step_decider_person ON vigie.step_decider USING btree (account_id, person, step_id);
alter table step_decider enable row level security;
alter table step_decider force row level security;
create policy account_isolation on step_decider for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on step_decider for select to vigie_backup
  using (true);
create policy unit_sight on step_decider as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR step_is_seen(step_id)));
grant delete, insert, select, update on table step_decider to vigie_app;
grant select on table step_decider to vigie_backup;
comment on table step_decider is 'Who can decide on an open step and has not: for lists and mails. Decisions ask anew, so a row may be some minutes behind people who come, leave or are absent, and lets nobody decide.';
comment on column step_decider.for_person is 'In whose place, unless in their own.';
comment on column step_decider.told_at is 'When they were told by mail that the step waits for them.';
comment on index step_decider_person is 'What waits for somebody, in the order of the list.';

create table step_decision (
  account_id bigint not null,
  step_id bigint not null,
  person bigint not null,
  acts_as text not null,
  for_person bigint,
  outcome text not null,
  remark text,
  decided_at timestamp with time zone not null,
  constraint step_decision_pkey PRIMARY KEY (account_id, step_id, person),
  constraint step_decision_account_id_step_id_fkey FOREIGN KEY (account_id, step_id) REFERENCES approval_step(account_id, step_id),
  constraint step_decision_acts_as_check CHECK ((acts_as = ANY (ARRAY['OWN'::text, 'DELEGATE'::text, 'SUBSTITUTE'::text, 'DUTY'::text]))),
  constraint step_decision_outcome_check CHECK ((outcome = ANY (ARRAY['APPROVED'::text, 'REFUSED'::text]))),
  constraint step_decision_remark_check CHECK ((length(remark) <= 4000))
);
alter table step_decision enable row level security;
alter table step_decision force row level security;
create policy account_isolation on step_decision for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on step_decision for select to vigie_backup
  using (true);
create policy unit_sight on step_decision as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR step_is_seen(step_id)));
grant insert, select on table step_decision to vigie_app;
grant select on table step_decision to vigie_backup;
comment on table step_decision is 'What somebody decided on a step, once each. Rows are never changed: a decision counts also after its author has left.';
comment on column step_decision.person is 'As decision.decided_by.';
comment on column step_decision.for_person is 'As step_decider.for_person.';
comment on column step_decision.remark is 'As decision.comment.';

create table step_delegation (
  account_id bigint not null,
  step_id bigint not null,
  from_person bigint not null,
  to_person bigint not null,
  delegated_at timestamp with time zone not null,
  constraint step_delegation_pkey PRIMARY KEY (account_id, step_id, from_person, to_person),
  constraint step_delegation_account_id_step_id_fkey FOREIGN KEY (account_id, step_id) REFERENCES approval_step(account_id, step_id),
  constraint step_delegation_to_another CHECK ((from_person <> to_person))
);
alter table step_delegation enable row level security;
alter table step_delegation force row level security;
create policy account_isolation on step_delegation for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on step_delegation for select to vigie_backup
  using (true);
create policy unit_sight on step_delegation as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR step_is_seen(step_id)));
grant insert, select on table step_delegation to vigie_app;
grant select on table step_delegation to vigie_backup;
comment on table step_delegation is 'Who may decide on a step in the place of somebody who asked them to. Never taken back.';

create table subject_follower (
  account_id bigint not null,
  follower_id bigint default nextval('vigie_id'::regclass) not null,
  subject bigint not null,
  thirdparty_id bigint not null,
  user_id bigint,
  team_id bigint,
  constraint subject_follower_pkey PRIMARY KEY (account_id, follower_id),
  constraint subject_follower_account_id_subject_user_id_team_id_key UNIQUE NULLS NOT DISTINCT (account_id, subject, user_id, team_id),
  constraint subject_follower_account_id_team_id_fkey FOREIGN KEY (account_id, team_id) REFERENCES team(account_id, team_id),
  constraint subject_follower_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint subject_follower_names_one CHECK ((num_nonnulls(user_id, team_id) = 1))
);
CREATE INDEX subject_follower_person ON vigie.subject_follower USING btree (account_id, user_id, subject) WHERE (user_id IS NOT NULL);
CREATE INDEX subject_follower_team ON vigie.subject_follower USING btree (account_id, team_id, subject);
CREATE INDEX subject_follower_thirdparty ON vigie.subject_follower USING btree (account_id, thirdparty_id);
alter table subject_follower enable row level security;
alter table subject_follower force row level security;
create policy account_isolation on subject_follower for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on subject_follower for select to vigie_backup
  using (true);
create policy unit_sight on subject_follower as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select on table subject_follower to vigie_app;
grant select on table subject_follower to vigie_backup;
comment on table subject_follower is 'Who wants to know of a third party or a dossier without answering for it.';
comment on column subject_follower.subject is 'As attribute_value.subject.';
comment on column subject_follower.thirdparty_id is 'As subject_owner.thirdparty_id.';
comment on column subject_follower.user_id is 'As subject_owner.user_id.';

create table subject_owner (
  account_id bigint not null,
  subject bigint not null,
  thirdparty_id bigint not null,
  user_id bigint,
  team_id bigint,
  version integer default 1 not null,
  constraint subject_owner_pkey PRIMARY KEY (account_id, subject),
  constraint subject_owner_account_id_team_id_fkey FOREIGN KEY (account_id, team_id) REFERENCES team(account_id, team_id),
  constraint subject_owner_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint subject_owner_names_one CHECK ((num_nonnulls(user_id, team_id) <= 1))
);
CREATE INDEX subject_owner_person ON vigie.subject_owner USING btree (account_id, user_id, subject) WHERE (user_id IS NOT NULL);
CREATE INDEX subject_owner_team ON vigie.subject_owner USING btree (account_id, team_id, subject);
CREATE INDEX subject_owner_thirdparty ON vigie.subject_owner USING btree (account_id, thirdparty_id);
alter table subject_owner enable row level security;
alter table subject_owner force row level security;
create policy account_isolation on subject_owner for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on subject_owner for select to vigie_backup
  using (true);
create policy unit_sight on subject_owner as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table subject_owner to vigie_app;
grant select on table subject_owner to vigie_backup;
comment on table subject_owner is 'In whose name a third party or a dossier is. No row, or a row without a name: in nobody''s.';
comment on column subject_owner.subject is 'As attribute_value.subject.';
comment on column subject_owner.thirdparty_id is 'The third party itself, or that of the dossier.';
comment on column subject_owner.user_id is 'No foreign key: somebody who has left stays named, so that what was theirs can be handed over afterwards. Until then it falls to the next in line.';
comment on column subject_owner.version is 'Raised by every change of the owner or the followers; the ETag.';
comment on index subject_owner_person is 'What is in somebody''s name, in the order of the lists.';

create table task (
  account_id bigint not null,
  task_id bigint default nextval('vigie_id'::regclass) not null,
  thirdparty_id bigint,
  dossier_id bigint,
  document_id bigint,
  title text,
  title_key text,
  title_values jsonb,
  details text,
  link text,
  user_id bigint,
  team_id bigint,
  due_on date,
  origin_kind text not null,
  origin_key text,
  state text default 'OPEN'::text not null,
  maker_type text not null,
  maker_id bigint,
  maker_name text,
  maker_key text,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  urgent_at timestamp with time zone generated always as (COALESCE(((due_on)::timestamp without time zone AT TIME ZONE 'UTC'::text), created_at)) stored not null,
  version integer default 1 not null,
  constraint task_pkey PRIMARY KEY (account_id, task_id),
  constraint task_account_id_dossier_id_document_id_fkey FOREIGN KEY (account_id, dossier_id, document_id) REFERENCES document(account_id, dossier_id, document_id),
  constraint task_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint task_account_id_thirdparty_id_dossier_id_fkey FOREIGN KEY (account_id, thirdparty_id, dossier_id) REFERENCES dossier(account_id, thirdparty_id, dossier_id),
  constraint task_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint task_closed_once_not_open CHECK (((state = 'OPEN'::text) = (closed_at IS NULL))),
  constraint task_details_check CHECK (((length(details) >= 1) AND (length(details) <= 4000))),
  constraint task_document_within_dossier CHECK (((document_id IS NULL) OR (dossier_id IS NOT NULL))),
  constraint task_dossier_of_thirdparty CHECK (((dossier_id IS NULL) OR (thirdparty_id IS NOT NULL))),
  constraint task_has_one_title CHECK ((num_nonnulls(title, title_key) = 1)),
  constraint task_link_check CHECK (((length(link) <= 2000) AND (link ~~ '/%'::text))),
  constraint task_maker_key_check CHECK (((length(maker_key) >= 1) AND (length(maker_key) <= 200))),
  constraint task_maker_name_check CHECK (((length(maker_name) >= 1) AND (length(maker_name) <= 200))),
  constraint task_maker_type_check CHECK ((maker_type = ANY (ARRAY['USER'::text, 'API_CLIENT'::text, 'CONTACT'::text, 'JOB'::text, 'PROVIDER'::text]))),
  constraint task_names_one CHECK ((num_nonnulls(user_id, team_id) <= 1)),
  constraint task_origin_key_check CHECK (((length(origin_key) >= 1) AND (length(origin_key) <= 200))),
  constraint task_origin_kind_check CHECK (((length(origin_kind) >= 1) AND (length(origin_kind) <= 50))),
  constraint task_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DONE'::text, 'CANCELLED'::text]))),
  constraint task_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint task_title_key_check CHECK (((length(title_key) >= 1) AND (length(title_key) <= 100))),
  constraint task_title_values_check CHECK ((jsonb_typeof(title_values) = 'object'::text)),
  constraint task_values_of_key CHECK (((title_values IS NULL) OR (title_key IS NOT NULL)))
);
CREATE INDEX task_list ON vigie.task USING btree (account_id, state, urgent_at, task_id);
CREATE INDEX task_of_document ON vigie.task USING btree (account_id, document_id);
CREATE INDEX task_of_dossier ON vigie.task USING btree (account_id, dossier_id, urgent_at, task_id);
CREATE INDEX task_of_nobody ON vigie.task USING btree (account_id, urgent_at, task_id) WHERE ((state = 'OPEN'::text) AND (user_id IS NULL) AND (team_id IS NULL));
CREATE UNIQUE INDEX task_of_origin ON vigie.task USING btree (account_id, origin_key) WHERE (state = 'OPEN'::text);
CREATE INDEX task_of_person ON vigie.task USING btree (account_id, user_id, urgent_at, task_id) WHERE ((state = 'OPEN'::text) AND (user_id IS NOT NULL));
CREATE INDEX task_of_team ON vigie.task USING btree (account_id, team_id, urgent_at, task_id) WHERE ((state = 'OPEN'::text) AND (team_id IS NOT NULL));
CREATE INDEX task_of_thirdparty ON vigie.task USING btree (account_id, thirdparty_id, urgent_at, task_id);
alter table task enable row level security;
alter table task force row level security;
create policy account_isolation on task for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on task for select to vigie_backup
  using (true);
create policy unit_sight on task as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (thirdparty_id IS NULL) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table task to vigie_app;
grant select on table task to vigie_backup;
comment on table task is 'Something to do: about a third party, one of its dossiers or one of their documents, or about nothing of them.';
comment on column task.title is 'In the words of whoever made it; the product''s own titles have a key instead.';
comment on column task.title_key is 'A title of the product, told in the language of its reader. The words are those of the program and not of the schema, and so are the kinds of origins.';
comment on column task.link is 'Where to go on if not to what it is about, such as a filtered list: a path of the API behind the account.';
comment on column task.user_id is 'Whose it is. Neither a person nor a team: whoever answers for what it is about, asked at each reading. No foreign key: somebody who has left stays named, and until it is handed over it falls to the next in line.';
comment on column task.team_id is 'As user_id. No foreign key either: what a team has done stays told after it was deleted; one with open tasks is not.';
comment on column task.origin_key is 'What it came from, such as a rule and a company: nothing is opened twice while it is open. Null if people made it.';
comment on column task.maker_id is 'As comment.author_id.';
comment on column task.maker_name is 'As comment.author_name.';
comment on column task.maker_key is 'As comment.author_key: the maker may finish it. Null for what the product made.';
comment on column task.urgent_at is 'The day it is due, or else the moment it was made: the place among everything that waits for somebody.';
comment on column task.version is 'Raised by every change; the ETag.';
comment on index task_of_nobody is 'What is for whoever answers for it.';
comment on index task_of_origin is 'What is open is not opened again: the index decides, not a prior read.';
comment on index task_of_person is 'What somebody has to do, the most urgent first. The same for teams.';

create table task_note (
  account_id bigint not null,
  note_id bigint default nextval('vigie_id'::regclass) not null,
  task_id bigint not null,
  act text not null,
  text text,
  author_type text not null,
  author_id bigint,
  author_name text,
  created_at timestamp with time zone not null,
  constraint task_note_pkey PRIMARY KEY (account_id, note_id),
  constraint task_note_account_id_task_id_fkey FOREIGN KEY (account_id, task_id) REFERENCES task(account_id, task_id),
  constraint task_note_act_check CHECK ((act = ANY (ARRAY['COMMENT'::text, 'DONE'::text, 'CANCELLED'::text, 'REOPENED'::text]))),
  constraint task_note_author_name_check CHECK (((length(author_name) >= 1) AND (length(author_name) <= 200))),
  constraint task_note_author_type_check CHECK ((author_type = ANY (ARRAY['USER'::text, 'API_CLIENT'::text, 'CONTACT'::text, 'JOB'::text, 'PROVIDER'::text]))),
  constraint task_note_comment_has_text CHECK (((act <> 'COMMENT'::text) OR (text IS NOT NULL))),
  constraint task_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4000)))
);
CREATE INDEX task_note_of_task ON vigie.task_note USING btree (account_id, task_id, note_id);
alter table task_note enable row level security;
alter table task_note force row level security;
create policy account_isolation on task_note for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on task_note for select to vigie_backup
  using (true);
create policy unit_sight on task_note as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR task_is_seen(task_id)));
grant insert, select on table task_note to vigie_app;
grant select on table task_note to vigie_backup;
comment on table task_note is 'What people said of a task, and who closed it or opened it again, with their reason. Nothing of it is changed.';
comment on column task_note.author_id is 'As comment.author_id.';
comment on column task_note.author_name is 'As comment.author_name.';

create table team (
  account_id bigint not null,
  team_id bigint default nextval('vigie_id'::regclass) not null,
  name text not null,
  version integer default 1 not null,
  constraint team_pkey PRIMARY KEY (account_id, team_id),
  constraint team_account_id_name_key UNIQUE (account_id, name),
  constraint team_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint team_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
alter table team enable row level security;
alter table team force row level security;
create policy account_isolation on team for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on team for select to vigie_backup
  using (true);
grant delete, insert, select, update on table team to vigie_app;
grant select on table team to vigie_backup;
comment on table team is 'People who answer for companies together, such as a purchasing group, or approve dossiers.';
comment on column team.version is 'Raised by every change of its name or members; the ETag.';

create table team_member (
  account_id bigint not null,
  team_id bigint not null,
  user_id bigint not null,
  constraint team_member_pkey PRIMARY KEY (account_id, team_id, user_id),
  constraint team_member_account_id_team_id_fkey FOREIGN KEY (account_id, team_id) REFERENCES team(account_id, team_id) ON DELETE CASCADE,
  constraint team_member_account_id_user_id_fkey FOREIGN KEY (account_id, user_id) REFERENCES membership(account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX team_member_person ON vigie.team_member USING btree (account_id, user_id);
alter table team_member enable row level security;
alter table team_member force row level security;
create policy account_isolation on team_member for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on team_member for select to vigie_backup
  using (true);
grant delete, insert, select on table team_member to vigie_app;
grant select on table team_member to vigie_backup;
comment on table team_member is 'Who is in a team. Whoever leaves the account leaves its teams.';

create table thirdparty (
  account_id bigint not null,
  thirdparty_id bigint default nextval('vigie_id'::regclass) not null,
  code text,
  identifier_code text,
  identifier_value text,
  source text not null,
  identity_status text not null,
  name text,
  trade_name text,
  siren text,
  siret text,
  vat_number text,
  duns text,
  lei text,
  local_id text,
  country_code text,
  legal_form jsonb,
  head_office jsonb,
  naf_code text,
  main_activity text,
  activity_scheme text,
  executives jsonb default '[]'::jsonb not null,
  headcount jsonb,
  creation_date date,
  closure_date date,
  status text default 'ACTIVE'::text not null,
  status_detail text,
  status_since date,
  register_status jsonb,
  announced_status jsonb,
  provenance jsonb default '[]'::jsonb not null,
  archived_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  name_key text generated always as (COALESCE(NULLIF("left"(search_text(name), 200), ''::text), '􏿿'::text)) stored not null,
  code_key text generated always as (COALESCE(NULLIF("left"(replace(search_text(code), ' '::text, ''::text), 200), ''::text), '􏿿'::text)) stored not null,
  wire text not null,
  unit_set_id bigint,
  relationship text default 'NONE'::text not null,
  relationship_until date,
  relationship_review text,
  relationship_review_on date,
  relationship_version integer default 0 not null,
  unique_code boolean,
  identifier_country text,
  identifier_register text,
  local_register text,
  local_key text,
  constraint thirdparty_pkey PRIMARY KEY (account_id, thirdparty_id),
  constraint thirdparty_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint thirdparty_code_check CHECK (((length(code) >= 1) AND (length(code) <= 200))),
  constraint thirdparty_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint thirdparty_duns_check CHECK ((duns ~ '^[0-9]{9}$'::text)),
  constraint thirdparty_has_a_name CHECK (((identifier_code IS NOT NULL) OR (name IS NOT NULL))),
  constraint thirdparty_identifier_code_check CHECK ((identifier_code = ANY (ARRAY['CIT001'::text, 'CIT002'::text, 'CIT003'::text, 'LEI'::text, 'NATIONAL'::text]))),
  constraint thirdparty_identifier_country_check CHECK ((identifier_country ~ '^[A-Z]{2}$'::text)),
  constraint thirdparty_identifier_register_check CHECK ((identifier_register ~ '^RA[0-9]{6}$'::text)),
  constraint thirdparty_identifier_value_check CHECK (((length(identifier_value) >= 1) AND (length(identifier_value) <= 50))),
  constraint thirdparty_identifier_whole CHECK ((((identifier_code IS NULL) = (identifier_value IS NULL)) AND ((NOT (identifier_code IS DISTINCT FROM 'NATIONAL'::text)) = (identifier_country IS NOT NULL)) AND ((identifier_register IS NULL) OR (identifier_country IS NOT NULL)))),
  constraint thirdparty_identity_status_check CHECK ((identity_status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'NOT_FOUND'::text]))),
  constraint thirdparty_lei_check CHECK ((lei ~ '^[A-Z0-9]{20}$'::text)),
  constraint thirdparty_local_register_check CHECK ((local_register ~ '^RA[0-9]{6}$'::text)),
  constraint thirdparty_managed_by_identifier CHECK (((source = 'UNMANAGED'::text) OR (identifier_code IS NOT NULL))),
  constraint thirdparty_name_check CHECK (((length(name) >= 1) AND (length(name) <= 500))),
  constraint thirdparty_relationship_check CHECK ((relationship = ANY (ARRAY['NONE'::text, 'APPROVED'::text, 'APPROVED_WITH_CONDITIONS'::text, 'SUSPENDED'::text, 'REFUSED'::text]))),
  constraint thirdparty_relationship_review_check CHECK ((relationship_review = ANY (ARRAY['EXPIRY'::text, 'DOSSIER_INVALID'::text, 'COLLECTIVE_PROCEDURE'::text, 'STRUCK_OFF'::text, 'LIST_HIT'::text, 'OVERDUE'::text]))),
  constraint thirdparty_review_has_day CHECK (((relationship_review IS NULL) = (relationship_review_on IS NULL))),
  constraint thirdparty_siren_check CHECK ((siren ~ '^[0-9]{9}$'::text)),
  constraint thirdparty_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text)),
  constraint thirdparty_source_check CHECK ((source = ANY (ARRAY['MANAGED'::text, 'UNMANAGED'::text]))),
  constraint thirdparty_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'IN_COLLECTIVE_PROCEDURE'::text, 'STRUCK_OFF'::text]))),
  constraint thirdparty_unique_code_check CHECK (unique_code)
);
CREATE INDEX thirdparty_by_code ON vigie.thirdparty USING btree (account_id, code_key, thirdparty_id);
CREATE INDEX thirdparty_by_country ON vigie.thirdparty USING btree (account_id, country_code, thirdparty_id) INCLUDE (archived_at);
CREATE INDEX thirdparty_by_creation ON vigie.thirdparty USING btree (account_id, created_at, thirdparty_id);
CREATE INDEX thirdparty_by_identity_status ON vigie.thirdparty USING btree (account_id, identity_status, thirdparty_id) INCLUDE (archived_at);
CREATE INDEX thirdparty_by_name ON vigie.thirdparty USING btree (account_id, name_key, thirdparty_id);
CREATE INDEX thirdparty_by_relationship ON vigie.thirdparty USING btree (account_id, relationship, thirdparty_id) INCLUDE (archived_at);
CREATE INDEX thirdparty_by_source ON vigie.thirdparty USING btree (account_id, source, thirdparty_id) INCLUDE (archived_at);
CREATE INDEX thirdparty_by_status ON vigie.thirdparty USING btree (account_id, status, thirdparty_id) INCLUDE (archived_at);
CREATE INDEX thirdparty_by_update ON vigie.thirdparty USING btree (account_id, updated_at, thirdparty_id);
CREATE UNIQUE INDEX thirdparty_code ON vigie.thirdparty USING btree (account_id, code, unique_code) WHERE (code IS NOT NULL);
CREATE UNIQUE INDEX thirdparty_duns ON vigie.thirdparty USING btree (account_id, duns) WHERE (duns IS NOT NULL);
CREATE UNIQUE INDEX thirdparty_identifier ON vigie.thirdparty USING btree (account_id, identifier_code, identifier_value) WHERE (identifier_code <> 'NATIONAL'::text);
CREATE UNIQUE INDEX thirdparty_lei ON vigie.thirdparty USING btree (account_id, lei) WHERE (lei IS NOT NULL);
CREATE UNIQUE INDEX thirdparty_local_key ON vigie.thirdparty USING btree (account_id, local_key) WHERE (local_key IS NOT NULL);
CREATE INDEX thirdparty_local_number ON vigie.thirdparty USING btree (account_id, local_id) WHERE (local_id IS NOT NULL);
CREATE INDEX thirdparty_of_unit ON vigie.thirdparty USING btree (account_id, unit_set_id, thirdparty_id) INCLUDE (archived_at) WHERE (unit_set_id IS NOT NULL);
CREATE INDEX thirdparty_of_unit_by_code ON vigie.thirdparty USING btree (account_id, unit_set_id, code_key, thirdparty_id) INCLUDE (archived_at) WHERE (unit_set_id IS NOT NULL);
CREATE INDEX thirdparty_of_unit_by_creation ON vigie.thirdparty USING btree (account_id, unit_set_id, created_at, thirdparty_id) INCLUDE (archived_at) WHERE (unit_set_id IS NOT NULL);
CREATE INDEX thirdparty_of_unit_by_name ON vigie.thirdparty USING btree (account_id, unit_set_id, name_key, thirdparty_id) INCLUDE (archived_at) WHERE (unit_set_id IS NOT NULL);
CREATE INDEX thirdparty_of_unit_by_status ON vigie.thirdparty USING btree (account_id, unit_set_id, status, thirdparty_id) INCLUDE (archived_at) WHERE (unit_set_id IS NOT NULL);
CREATE INDEX thirdparty_of_unit_by_update ON vigie.thirdparty USING btree (account_id, unit_set_id, updated_at, thirdparty_id) INCLUDE (archived_at) WHERE (unit_set_id IS NOT NULL);
CREATE INDEX thirdparty_portfolio ON vigie.thirdparty USING btree (account_id, ((archived_at IS NOT NULL)), thirdparty_id DESC);
CREATE INDEX thirdparty_relationship_end ON vigie.thirdparty USING btree (account_id, relationship_until) WHERE (relationship_until IS NOT NULL);
CREATE UNIQUE INDEX thirdparty_siren ON vigie.thirdparty USING btree (account_id, siren) WHERE (siren IS NOT NULL);
CREATE INDEX thirdparty_siret ON vigie.thirdparty USING btree (account_id, siret) WHERE (siret IS NOT NULL);
CREATE INDEX thirdparty_to_review ON vigie.thirdparty USING btree (account_id, thirdparty_id) INCLUDE (archived_at) WHERE (relationship_review IS NOT NULL);
CREATE UNIQUE INDEX thirdparty_vat_number ON vigie.thirdparty USING btree (account_id, vat_number) WHERE (vat_number IS NOT NULL);
alter table thirdparty enable row level security;
alter table thirdparty force row level security;
create policy account_isolation on thirdparty for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on thirdparty for select to vigie_backup
  using (true);
create policy unit_sight on thirdparty as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set_id <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
CREATE TRIGGER thirdparty_counted_in AFTER INSERT ON vigie.thirdparty REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION portfolio_count();
CREATE TRIGGER thirdparty_counted_over AFTER UPDATE ON vigie.thirdparty REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION portfolio_count();
CREATE TRIGGER thirdparty_unique_code BEFORE INSERT OR UPDATE OF code ON vigie.thirdparty FOR EACH ROW EXECUTE FUNCTION thirdparty_keep_unique_code();
CREATE TRIGGER thirdparty_wire BEFORE INSERT OR UPDATE ON vigie.thirdparty FOR EACH ROW EXECUTE FUNCTION thirdparty_keep_wire();
CREATE TRIGGER thirdparty_words_in AFTER INSERT ON vigie.thirdparty REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION thirdparty_add_words();
CREATE TRIGGER thirdparty_words_over AFTER UPDATE ON vigie.thirdparty FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.trade_name IS DISTINCT FROM new.trade_name)) OR (old.local_id IS DISTINCT FROM new.local_id))) EXECUTE FUNCTION thirdparty_change_words();
grant insert, select, update on table thirdparty to vigie_app;
grant select on table thirdparty to vigie_backup;
comment on table thirdparty is 'A company in the portfolio of an account.';
comment on column thirdparty.code is 'The account''s own reference, as in its ERP.';
comment on column thirdparty.source is 'MANAGED: a register keeps the record up to date. UNMANAGED: the account does.';
comment on column thirdparty.register_status is 'What the register says by itself; the status shown follows from this and from announced_status.';
comment on column thirdparty.announced_status is 'What legal announcements say.';
comment on column thirdparty.provenance is 'Which register each group of fields comes from, and when it was asked.';
comment on column thirdparty.version is 'Raised by every change; the ETag.';
comment on column thirdparty.name_key is 'What the list is sorted by. A company without a name comes after all others: U+10FFFF is after every letter.';
comment on column thirdparty.code_key is 'As name_key, for the code.';
comment on column thirdparty.wire is 'The record as it goes over the wire, kept by a trigger: pages are read far more often than companies change.';
comment on column thirdparty.unit_set_id is 'The units it is in; null for none. No foreign key: sets are never removed, and a check would slow down every import.';
comment on column thirdparty.relationship is 'NONE: nobody has decided yet. In the record, because whoever buys asks for it there.';
comment on column thirdparty.relationship_until is 'The last day of the decision; null: until somebody decides anew.';
comment on column thirdparty.relationship_review is 'Why it has to be decided anew; null while it has not.';
comment on column thirdparty.relationship_version is 'The number of its last relationship_change; the ETag of the decision.';
comment on column thirdparty.unique_code is 'True where the code was written while the account kept codes unique, otherwise null. Nulls are distinct, so the index that finds a code also refuses a second one where it should.';
comment on column thirdparty.identifier_country is 'Of a national number: the country that gave it, whatever the company''s own country is later said to be.';
comment on column thirdparty.identifier_register is 'Of a national number: its register, by the code of GLEIF''s list of registration authorities; null if nobody said.';
comment on column thirdparty.local_register is 'The register that gave local_id, as in identifier_register.';
comment on column thirdparty.local_key is 'By this two records are one company, see local_key(). Kept by the trigger that writes the record. Empty for an older row that shares its number with another one in another writing: both stay as they are.';
comment on constraint thirdparty_has_a_name on thirdparty is 'Without either nobody could say which company is meant.';
comment on constraint thirdparty_managed_by_identifier on thirdparty is 'A register is asked by the identifier, so it can keep no company without one.';
comment on index thirdparty_by_status is 'For lists of large accounts: what they are filtered by lies beside what they are ordered by, so that a filter that few rows pass goes over the others without reading them.';
comment on index thirdparty_code is 'Finds a company by its exact code; see thirdparty.unique_code.';
comment on index thirdparty_identifier is 'Whatever a register makes of it later, one identifier is one company. A national number is one within its country only: thirdparty_local_key sees to that.';
comment on index thirdparty_local_number is 'As thirdparty_local_id, for who does not name the country.';
comment on index thirdparty_of_unit is 'The portfolio of readers who see some units: a run for each set they see, in the order of the list. Accounts without units have nothing in it.';
comment on index thirdparty_portfolio is 'The portfolio, newest first; archived companies are asked for apart.';
comment on index thirdparty_relationship_end is 'Which decisions have ended, asked every night.';
comment on index thirdparty_siren is 'One company is one third party, whatever identifier it came by: this and the other unique indexes decide, not a prior read. A company rarely has all its identifiers, so each index holds those there are.';
comment on index thirdparty_to_review is 'What waits for a decision, in the order of the list; most companies do not.';

create table thirdparty_announcement (
  account_id bigint not null,
  thirdparty_id bigint not null,
  announcement_key text not null,
  published_on date not null,
  announcement jsonb not null,
  seen_at timestamp with time zone not null,
  constraint thirdparty_announcement_pkey PRIMARY KEY (account_id, thirdparty_id, announcement_key),
  constraint thirdparty_announcement_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint thirdparty_announcement_announcement_key_check CHECK (((length(announcement_key) >= 1) AND (length(announcement_key) <= 64)))
);
CREATE INDEX thirdparty_announcement_newest ON vigie.thirdparty_announcement USING btree (account_id, thirdparty_id, published_on, announcement_key);
alter table thirdparty_announcement enable row level security;
alter table thirdparty_announcement force row level security;
create policy account_isolation on thirdparty_announcement for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on thirdparty_announcement for select to vigie_backup
  using (true);
create policy unit_sight on thirdparty_announcement as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant insert, select, update on table thirdparty_announcement to vigie_app;
grant select on table thirdparty_announcement to vigie_backup;
comment on table thirdparty_announcement is 'What legal gazettes announced about the companies of a portfolio, each announcement once.';
comment on column thirdparty_announcement.announcement is 'As it was read, in the words of its publisher.';

create table thirdparty_refresh (
  account_id bigint not null,
  thirdparty_id bigint not null,
  due_at timestamp with time zone not null,
  lost_runs smallint default 0 not null,
  constraint thirdparty_refresh_pkey PRIMARY KEY (account_id, thirdparty_id),
  constraint thirdparty_refresh_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id)
);
CREATE INDEX thirdparty_refresh_due ON vigie.thirdparty_refresh USING btree (account_id, due_at);
alter table thirdparty_refresh enable row level security;
alter table thirdparty_refresh force row level security;
create policy account_isolation on thirdparty_refresh for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on thirdparty_refresh for select to vigie_backup
  using (true);
create policy unit_sight on thirdparty_refresh as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> thirdparty_id)));
grant delete, insert, select, update on table thirdparty_refresh to vigie_app;
grant select on table thirdparty_refresh to vigie_backup;
comment on table thirdparty_refresh is 'When a register is asked about a company again: a row for each live third party that a register keeps. Apart from the record, because it changes every day while the record hardly ever does.';
comment on column thirdparty_refresh.lost_runs is 'Runs in a row in which the register did not know the company any more.';

create table thirdparty_summary (
  account_id bigint not null,
  thirdparty_id bigint not null,
  criticality text,
  dossier_status text,
  legal_compliance smallint,
  financial_risk smallint,
  cybersecurity smallint,
  environmental_impact smallint,
  open_requests integer,
  next_expiry date,
  wire text default ''::text not null,
  unit_set_id bigint,
  constraint thirdparty_summary_pkey PRIMARY KEY (account_id, thirdparty_id),
  constraint thirdparty_summary_account_id_thirdparty_id_fkey FOREIGN KEY (account_id, thirdparty_id) REFERENCES thirdparty(account_id, thirdparty_id),
  constraint thirdparty_summary_cybersecurity_check CHECK (((cybersecurity >= 0) AND (cybersecurity <= 100))),
  constraint thirdparty_summary_dossier_status_check CHECK ((dossier_status = ANY (ARRAY['ABSENT'::text, 'ONGOING'::text, 'ACTION_REQUIRED'::text, 'VALID'::text, 'BELOW_EXPECTATION'::text, 'INVALID'::text]))),
  constraint thirdparty_summary_environmental_impact_check CHECK (((environmental_impact >= 0) AND (environmental_impact <= 100))),
  constraint thirdparty_summary_financial_risk_check CHECK (((financial_risk >= 0) AND (financial_risk <= 100))),
  constraint thirdparty_summary_legal_compliance_check CHECK (((legal_compliance >= 0) AND (legal_compliance <= 100))),
  constraint thirdparty_summary_open_requests_check CHECK ((open_requests >= 0))
);
CREATE INDEX thirdparty_summary_criticality ON vigie.thirdparty_summary USING btree (account_id, criticality, thirdparty_id);
CREATE INDEX thirdparty_summary_cybersecurity ON vigie.thirdparty_summary USING btree (account_id, cybersecurity, thirdparty_id);
CREATE INDEX thirdparty_summary_dossier_status ON vigie.thirdparty_summary USING btree (account_id, dossier_status, thirdparty_id);
CREATE INDEX thirdparty_summary_environmental_impact ON vigie.thirdparty_summary USING btree (account_id, environmental_impact, thirdparty_id);
CREATE INDEX thirdparty_summary_financial_risk ON vigie.thirdparty_summary USING btree (account_id, financial_risk, thirdparty_id);
CREATE INDEX thirdparty_summary_legal_compliance ON vigie.thirdparty_summary USING btree (account_id, legal_compliance, thirdparty_id);
CREATE INDEX thirdparty_summary_next_expiry ON vigie.thirdparty_summary USING btree (account_id, next_expiry, thirdparty_id);
alter table thirdparty_summary enable row level security;
alter table thirdparty_summary force row level security;
create policy account_isolation on thirdparty_summary for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on thirdparty_summary for select to vigie_backup
  using (true);
create policy unit_sight on thirdparty_summary as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (unit_set_id <@? ( SELECT seen_unit_sets() AS seen_unit_sets))));
CREATE TRIGGER thirdparty_summary_wire BEFORE INSERT OR UPDATE ON vigie.thirdparty_summary FOR EACH ROW EXECUTE FUNCTION thirdparty_summary_keep_wire();
grant insert, select, update on table thirdparty_summary to vigie_app;
grant select on table thirdparty_summary to vigie_backup;
comment on table thirdparty_summary is 'What a row of the list shows beside the record. Each slice writes its own columns in the transaction of the change they follow from. Apart from the record, so that it neither moves the ETag nor rewrites wide rows. Every third party has its row from the start, so that lists find those without a value along an index too.';
comment on column thirdparty_summary.criticality is 'Null in this and all following columns is "not known".';
comment on column thirdparty_summary.wire is 'As it goes over the wire, kept by a trigger like the record itself.';
comment on column thirdparty_summary.unit_set_id is 'That of the third party, because a page would otherwise ask for it row by row. Kept by thirdparties_place.';
comment on index thirdparty_summary_criticality is 'In the order of the list, so that a page of one kind of third party is read along it.';
comment on index thirdparty_summary_legal_compliance is 'The portfolio along a score. Those without one lie at its end, in the order of their ids, so a page of them costs what it shows; a query must name the score in its order to read along there. The same holds for the other scores and for next_expiry.';

create table thirdparty_word (
  account_id bigint not null,
  word text not null,
  subject bigint not null,
  constraint thirdparty_word_pkey PRIMARY KEY (account_id, word, subject)
);
CREATE INDEX thirdparty_word_of ON vigie.thirdparty_word USING btree (account_id, subject);
alter table thirdparty_word enable row level security;
alter table thirdparty_word force row level security;
create policy account_isolation on thirdparty_word for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on thirdparty_word for select to vigie_backup
  using (true);
create policy unit_sight on thirdparty_word as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (( SELECT seen_thirdparties() AS seen_thirdparties) ?> subject)));
grant delete, insert, select on table thirdparty_word to vigie_app;
grant select on table thirdparty_word to vigie_backup;
comment on table thirdparty_word is 'The words of the names of third parties, and each name as one word. A table and a B-tree, because row security lets no operator of the text indexes reach an index before the account has been checked. Codes and the other identifiers have indexes of their own.';
comment on column thirdparty_word.account_id is 'Without a foreign key to the account: the third party refers to it already.';
comment on column thirdparty_word.subject is 'The third party. No foreign key: only its own triggers write here, third parties are never removed, and a check for each word would slow down every import.';

create table trust_version (
  version integer not null,
  digest bytea not null,
  lists jsonb not null,
  kept bytea not null,
  imported_at timestamp with time zone default now() not null,
  constraint trust_version_pkey PRIMARY KEY (version),
  constraint trust_version_digest_key UNIQUE (digest),
  constraint trust_version_digest_check CHECK ((length(digest) = 32)),
  constraint trust_version_kept_check CHECK (((length(kept) >= 1) AND (length(kept) <= 67108864))),
  constraint trust_version_lists_check CHECK ((jsonb_typeof(lists) = 'array'::text)),
  constraint trust_version_version_check CHECK ((version > 0))
);
grant insert, select on table trust_version to vigie_app;
grant select on table trust_version to vigie_backup;
comment on table trust_version is 'Each import of trusted lists, the same for every account; the newest one counts. Never overwritten: verdicts name theirs.';
comment on column trust_version.digest is 'SHA-256 of the files, by which the same import is known again.';
comment on column trust_version.lists is 'What the lists say of themselves: country, sequence, dates, how many services.';
comment on column trust_version.kept is 'What is left of the lists once their signatures were verified: JSON in gzip, handed as it is to the process that judges.';

create table unit (
  account_id bigint not null,
  unit_id bigint default nextval('vigie_id'::regclass) not null,
  parent_id bigint,
  name text not null,
  version integer default 1 not null,
  constraint unit_pkey PRIMARY KEY (account_id, unit_id),
  constraint unit_account_id_parent_id_name_key UNIQUE NULLS NOT DISTINCT (account_id, parent_id, name),
  constraint unit_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint unit_account_id_parent_id_fkey FOREIGN KEY (account_id, parent_id) REFERENCES unit(account_id, unit_id),
  constraint unit_is_not_above_itself CHECK ((parent_id <> unit_id)),
  constraint unit_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
alter table unit enable row level security;
alter table unit force row level security;
create policy account_isolation on unit for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on unit for select to vigie_backup
  using (true);
create policy directory on unit for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table unit to vigie_app;
grant select on table unit to vigie_backup;
comment on table unit is 'A part of the buyer''s organisation, such as a division or a country. Units form a tree; whoever sees one sees what lies beneath it too.';
comment on column unit.version is 'Raised by every change; the ETag.';

create table unit_set (
  account_id bigint not null,
  unit_set_id bigint default nextval('vigie_id'::regclass) not null,
  unit_ids bigint[] not null,
  constraint unit_set_pkey PRIMARY KEY (account_id, unit_set_id),
  constraint unit_set_account_id_unit_ids_key UNIQUE (account_id, unit_ids),
  constraint unit_set_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint unit_set_unit_ids_check CHECK (((cardinality(unit_ids) >= 1) AND (cardinality(unit_ids) <= 50)))
);
alter table unit_set enable row level security;
alter table unit_set force row level security;
create policy account_isolation on unit_set for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on unit_set for select to vigie_backup
  using (true);
create policy directory on unit_set for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select on table unit_set to vigie_app;
grant select on table unit_set to vigie_backup;
comment on table unit_set is 'Each combination of units that some company is in, once. A company names one set, so a reader''s sight is a list of sets, and a list of companies is read along one run of an index for each of them, without finding any twice. A set never changes and is never removed: a sight computed a moment ago may miss a new set, but never shows more than it should.';
comment on column unit_set.unit_ids is 'In ascending order. A unit that was deleted may still stand in old sets.';

create table unit_set_unit (
  account_id bigint not null,
  unit_id bigint not null,
  unit_set_id bigint not null,
  constraint unit_set_unit_pkey PRIMARY KEY (account_id, unit_id, unit_set_id),
  constraint unit_set_unit_account_id_unit_id_fkey FOREIGN KEY (account_id, unit_id) REFERENCES unit(account_id, unit_id) ON DELETE CASCADE,
  constraint unit_set_unit_account_id_unit_set_id_fkey FOREIGN KEY (account_id, unit_set_id) REFERENCES unit_set(account_id, unit_set_id)
);
CREATE INDEX unit_set_unit_of_set ON vigie.unit_set_unit USING btree (account_id, unit_set_id);
alter table unit_set_unit enable row level security;
alter table unit_set_unit force row level security;
create policy account_isolation on unit_set_unit for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on unit_set_unit for select to vigie_backup
  using (true);
create policy directory on unit_set_unit for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select on table unit_set_unit to vigie_app;
grant select on table unit_set_unit to vigie_backup;
comment on table unit_set_unit is 'The units of each set, to find the sets of a unit.';

create table unread_mention (
  account_id bigint not null,
  user_id bigint not null,
  comment_id bigint not null,
  since timestamp with time zone not null,
  constraint unread_mention_pkey PRIMARY KEY (account_id, user_id, comment_id),
  constraint unread_mention_account_id_comment_id_user_id_fkey FOREIGN KEY (account_id, comment_id, user_id) REFERENCES comment_mention(account_id, comment_id, user_id) ON DELETE CASCADE
);
CREATE INDEX unread_mention_eldest ON vigie.unread_mention USING btree (account_id, user_id, since, comment_id);
alter table unread_mention enable row level security;
alter table unread_mention force row level security;
create policy account_isolation on unread_mention for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on unread_mention for select to vigie_backup
  using (true);
create policy unit_sight on unread_mention as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR comment_is_seen(comment_id)));
grant delete, insert, select on table unread_mention to vigie_app;
grant select on table unread_mention to vigie_backup;
comment on table unread_mention is 'Mentions that somebody has yet to read. A table of its own, so that what was read long ago is not looked through.';
comment on index unread_mention_eldest is 'What has waited longest first.';

create table watchlist (
  list_id bigint default nextval('vigie_id'::regclass) not null,
  owner_account_id bigint,
  source text not null,
  list_class text not null,
  name text not null,
  version integer,
  entries integer default 0 not null,
  published_on date,
  changed_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  fetch_tried_at timestamp with time zone,
  fetched jsonb,
  constraint watchlist_pkey PRIMARY KEY (list_id),
  constraint watchlist_owner_account_id_fkey FOREIGN KEY (owner_account_id) REFERENCES account(account_id),
  constraint watchlist_fetched_check CHECK ((jsonb_typeof(fetched) = 'object'::text)),
  constraint watchlist_list_class_check CHECK ((list_class = ANY (ARRAY['SANCTIONS'::text, 'EXPOSED_PERSONS'::text, 'OWN'::text]))),
  constraint watchlist_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint watchlist_own_has_owner CHECK (((list_class <> 'OWN'::text) OR (owner_account_id IS NOT NULL))),
  constraint watchlist_source_check CHECK ((source ~ '^[A-Z][A-Z_]{0,59}$'::text))
);
CREATE UNIQUE INDEX watchlist_own ON vigie.watchlist USING btree (owner_account_id, name) WHERE (owner_account_id IS NOT NULL);
CREATE INDEX watchlist_owner ON vigie.watchlist USING btree (owner_account_id);
CREATE UNIQUE INDEX watchlist_published ON vigie.watchlist USING btree (source) WHERE (owner_account_id IS NULL);
alter table watchlist enable row level security;
alter table watchlist force row level security;
create policy backup_reads on watchlist for select to vigie_backup
  using (true);
create policy watchlist_kept on watchlist for all to public
  using ((NOT (owner_account_id IS DISTINCT FROM current_list_owner())))
  with check ((NOT (owner_account_id IS DISTINCT FROM current_list_owner())));
create policy watchlist_seen on watchlist for select to public
  using (((owner_account_id IS NULL) OR (owner_account_id = current_list_owner())));
grant delete, insert, select, update on table watchlist to vigie_app;
grant select on table watchlist to vigie_backup;
comment on table watchlist is 'What it is a list of decides which check it answers: sanctions and exposed persons are never taken for each other.';
comment on column watchlist.owner_account_id is 'Null: published, the same for every account. Else nobody else sees it.';
comment on column watchlist.version is 'The one in force; null until an import has ended well.';
comment on column watchlist.published_on is 'As the publisher says of the version in force; null where the file is silent.';
comment on column watchlist.changed_at is 'When the version in force came into force.';
comment on column watchlist.confirmed_at is 'When its publisher was last seen to say the same or something new: how old the list is, counted from the day it was last known to be complete.';
comment on column watchlist.fetch_tried_at is 'When its publisher was last asked by the schedule; null where nobody asks.';
comment on column watchlist.fetched is 'What the publisher gave with the files of a version, to ask it whether it has others by now. Addresses are kept as digests: they may hold a token.';
comment on policy watchlist_kept on watchlist is 'No account writes to a published list, and nobody to another''s.';
comment on policy watchlist_seen on watchlist is 'Published lists are everybody''s, own ones their account''s alone.';

create table watchlist_arrival (
  list_id bigint not null,
  version integer not null,
  entry_key text not null,
  digest bytea not null,
  matching_digest bytea not null,
  entry jsonb not null,
  constraint watchlist_arrival_pkey PRIMARY KEY (list_id, version, entry_key),
  constraint watchlist_arrival_list_id_version_fkey FOREIGN KEY (list_id, version) REFERENCES watchlist_version(list_id, version) ON DELETE CASCADE,
  constraint watchlist_arrival_digest_check CHECK ((length(digest) = 32)),
  constraint watchlist_arrival_entry_check CHECK ((jsonb_typeof(entry) = 'object'::text)),
  constraint watchlist_arrival_entry_key_check CHECK (((length(entry_key) >= 1) AND (length(entry_key) <= 500))),
  constraint watchlist_arrival_matching_digest_check CHECK ((length(matching_digest) = 32))
);
alter table watchlist_arrival enable row level security;
alter table watchlist_arrival force row level security;
create policy backup_reads on watchlist_arrival for select to vigie_backup
  using (true);
create policy watchlist_arrival_kept on watchlist_arrival for all to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w
  WHERE (NOT (w.owner_account_id IS DISTINCT FROM current_list_owner())))));
create policy watchlist_arrival_seen on watchlist_arrival for select to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w)));
grant delete, insert, select, update on table watchlist_arrival to vigie_app;
grant select on table watchlist_arrival to vigie_backup;
comment on table watchlist_arrival is 'What an import has read, until it is compared with the version in force.';

create table watchlist_entry (
  list_id bigint not null,
  entry_key text not null,
  from_version integer not null,
  to_version integer,
  digest bytea not null,
  matching_digest bytea not null,
  entry jsonb not null,
  constraint watchlist_entry_pkey PRIMARY KEY (list_id, entry_key, from_version),
  constraint watchlist_entry_list_id_fkey FOREIGN KEY (list_id) REFERENCES watchlist(list_id) ON DELETE CASCADE,
  constraint watchlist_entry_digest_check CHECK ((length(digest) = 32)),
  constraint watchlist_entry_ends_later CHECK ((to_version > from_version)),
  constraint watchlist_entry_entry_check CHECK ((jsonb_typeof(entry) = 'object'::text)),
  constraint watchlist_entry_matching_digest_check CHECK ((length(matching_digest) = 32))
);
CREATE INDEX watchlist_entry_came ON vigie.watchlist_entry USING btree (list_id, from_version);
CREATE UNIQUE INDEX watchlist_entry_held ON vigie.watchlist_entry USING btree (list_id, entry_key) WHERE (to_version IS NULL);
CREATE INDEX watchlist_entry_went ON vigie.watchlist_entry USING btree (list_id, to_version) WHERE (to_version IS NOT NULL);
alter table watchlist_entry enable row level security;
alter table watchlist_entry force row level security;
create policy backup_reads on watchlist_entry for select to vigie_backup
  using (true);
create policy watchlist_entry_kept on watchlist_entry for all to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w
  WHERE (NOT (w.owner_account_id IS DISTINCT FROM current_list_owner())))));
create policy watchlist_entry_seen on watchlist_entry for select to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w)));
grant delete, insert, select, update on table watchlist_entry to vigie_app;
grant select on table watchlist_entry to vigie_backup;
comment on table watchlist_entry is 'Every wording that an entry of a list ever had, from one version to the one that has another or none.';
comment on column watchlist_entry.entry_key is 'What the publisher calls it, for as long as it is listed.';
comment on column watchlist_entry.to_version is 'The first version without this wording; null while it holds.';
comment on column watchlist_entry.matching_digest is 'SHA-256 of what matching looks at: names, birth, countries, identifiers. A changed motive leaves it alone.';

create table watchlist_file (
  list_id bigint not null,
  version integer not null,
  nth integer not null,
  bytes bytea not null,
  constraint watchlist_file_pkey PRIMARY KEY (list_id, version, nth),
  constraint watchlist_file_list_id_version_fkey FOREIGN KEY (list_id, version) REFERENCES watchlist_version(list_id, version) ON DELETE CASCADE,
  constraint watchlist_file_nth_check CHECK ((nth >= 0))
);
alter table watchlist_file enable row level security;
alter table watchlist_file force row level security;
create policy backup_reads on watchlist_file for select to vigie_backup
  using (true);
create policy watchlist_file_kept on watchlist_file for all to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w
  WHERE (NOT (w.owner_account_id IS DISTINCT FROM current_list_owner())))));
create policy watchlist_file_seen on watchlist_file for select to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w)));
grant delete, insert, select, update on table watchlist_file to vigie_app;
grant select on table watchlist_file to vigie_backup;
comment on table watchlist_file is 'The file of an own list in pieces, from its upload until a worker has read it.';

create table watchlist_version (
  list_id bigint not null,
  version integer not null,
  state text default 'LOADING'::text not null,
  origin text not null,
  digest bytea not null,
  published_on date,
  "position" bigint default 0 not null,
  entries integer default 0 not null,
  added integer default 0 not null,
  changed integer default 0 not null,
  removed integer default 0 not null,
  skipped integer default 0 not null,
  warnings jsonb default '[]'::jsonb not null,
  was_forced boolean default false not null,
  fault text,
  started_at timestamp with time zone default now() not null,
  seen_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint watchlist_version_pkey PRIMARY KEY (list_id, version),
  constraint watchlist_version_list_id_fkey FOREIGN KEY (list_id) REFERENCES watchlist(list_id) ON DELETE CASCADE,
  constraint watchlist_version_digest_check CHECK ((length(digest) = 32)),
  constraint watchlist_version_origin_check CHECK (((length(origin) >= 1) AND (length(origin) <= 2000))),
  constraint watchlist_version_state_check CHECK ((state = ANY (ARRAY['LOADING'::text, 'IN_FORCE'::text, 'REPLACED'::text, 'REFUSED'::text, 'FAILED'::text]))),
  constraint watchlist_version_version_check CHECK ((version > 0)),
  constraint watchlist_version_warnings_check CHECK ((jsonb_typeof(warnings) = 'array'::text))
);
CREATE UNIQUE INDEX watchlist_version_loading ON vigie.watchlist_version USING btree (list_id) WHERE (state = 'LOADING'::text);
alter table watchlist_version enable row level security;
alter table watchlist_version force row level security;
create policy backup_reads on watchlist_version for select to vigie_backup
  using (true);
create policy watchlist_version_kept on watchlist_version for all to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w
  WHERE (NOT (w.owner_account_id IS DISTINCT FROM current_list_owner())))));
create policy watchlist_version_seen on watchlist_version for select to public
  using ((list_id IN ( SELECT w.list_id
   FROM watchlist w)));
grant delete, insert, select, update on table watchlist_version to vigie_app;
grant select on table watchlist_version to vigie_backup;
comment on table watchlist_version is 'Each import, whether it came into force or not. Never overwritten.';
comment on column watchlist_version.origin is 'The file, or the address it was fetched from.';
comment on column watchlist_version.digest is 'SHA-256 of the files, by which an interrupted import is known again.';
comment on column watchlist_version."position" is 'Entries stored so far: an interrupted import goes on after them.';
comment on column watchlist_version.fault is 'Why it did not come into force, in a sentence.';
comment on column watchlist_version.seen_at is 'When the import last moved: one that stands still has been killed.';

create table webhook_attempt (
  account_id bigint not null,
  attempt_id bigint default nextval('vigie_id'::regclass) not null,
  delivery_id bigint not null,
  started_at timestamp with time zone not null,
  duration_ms integer not null,
  status smallint,
  error text,
  request_headers jsonb not null,
  body_sha256 bytea not null,
  answer_type text,
  answer_bytes integer,
  constraint webhook_attempt_pkey PRIMARY KEY (account_id, attempt_id),
  constraint webhook_attempt_account_id_delivery_id_fkey FOREIGN KEY (account_id, delivery_id) REFERENCES webhook_delivery(account_id, delivery_id) ON DELETE CASCADE,
  constraint webhook_attempt_answer_bytes_check CHECK ((answer_bytes >= 0)),
  constraint webhook_attempt_answer_type_check CHECK ((length(answer_type) <= 100)),
  constraint webhook_attempt_body_sha256_check CHECK ((length(body_sha256) = 32)),
  constraint webhook_attempt_error_check CHECK ((length(error) <= 40))
);
CREATE INDEX webhook_attempt_age ON vigie.webhook_attempt USING btree (account_id, started_at);
CREATE INDEX webhook_attempt_log ON vigie.webhook_attempt USING btree (account_id, delivery_id, attempt_id);
alter table webhook_attempt enable row level security;
alter table webhook_attempt force row level security;
create policy account_isolation on webhook_attempt for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on webhook_attempt for select to vigie_backup
  using (true);
create policy unit_sight on webhook_attempt as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR delivery_is_seen(delivery_id)));
grant delete, insert, select, update on table webhook_attempt to vigie_app;
grant select on table webhook_attempt to vigie_backup;
comment on table webhook_attempt is 'What was sent and what came back, for whoever mends the receiving end.';
comment on column webhook_attempt.body_sha256 is 'Only the digest of the body: the journal holds the words, and forgets a person for both.';
comment on column webhook_attempt.answer_type is 'Of an answer only its kind and length are kept: whoever may read this log must not read through us what stands at that address.';

create table webhook_delivery (
  account_id bigint not null,
  delivery_id bigint default nextval('vigie_id'::regclass) not null,
  endpoint_id bigint not null,
  event_seq bigint,
  event_type smallint,
  administration_seq bigint,
  administration_name text,
  state text default 'PENDING'::text not null,
  attempts integer default 0 not null,
  tries integer default 0 not null,
  next_attempt_at timestamp with time zone,
  last_status smallint,
  last_error text,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  screening_seq bigint,
  screening_name text,
  open_attempts smallint default 0 not null,
  constraint webhook_delivery_pkey PRIMARY KEY (account_id, delivery_id),
  constraint webhook_delivery_account_id_endpoint_id_fkey FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoint(account_id, endpoint_id) ON DELETE CASCADE,
  constraint webhook_delivery_attempt_while_open CHECK (((next_attempt_at IS NULL) OR (state = ANY (ARRAY['PENDING'::text, 'FAILED'::text])))),
  constraint webhook_delivery_change_whole CHECK (((screening_seq IS NULL) = (screening_name IS NULL))),
  constraint webhook_delivery_entry_whole CHECK (((administration_seq IS NULL) = (administration_name IS NULL))),
  constraint webhook_delivery_event_whole CHECK (((event_seq IS NULL) = (event_type IS NULL))),
  constraint webhook_delivery_last_error_check CHECK ((length(last_error) <= 40)),
  constraint webhook_delivery_one_journal CHECK ((num_nonnulls(event_seq, administration_seq, screening_seq) <= 1)),
  constraint webhook_delivery_settled_dated CHECK (((state = ANY (ARRAY['DELIVERED'::text, 'DEAD'::text])) = (settled_at IS NOT NULL))),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'DELIVERED'::text, 'FAILED'::text, 'DEAD'::text])))
);
CREATE UNIQUE INDEX webhook_delivery_administration_once ON vigie.webhook_delivery USING btree (account_id, endpoint_id, administration_seq) WHERE (administration_seq IS NOT NULL);
CREATE INDEX webhook_delivery_by_state ON vigie.webhook_delivery USING btree (account_id, endpoint_id, state, delivery_id);
CREATE INDEX webhook_delivery_due ON vigie.webhook_delivery USING btree (account_id, endpoint_id, next_attempt_at, delivery_id) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX webhook_delivery_log ON vigie.webhook_delivery USING btree (account_id, endpoint_id, delivery_id);
CREATE UNIQUE INDEX webhook_delivery_once ON vigie.webhook_delivery USING btree (account_id, endpoint_id, event_seq);
CREATE UNIQUE INDEX webhook_delivery_screening_once ON vigie.webhook_delivery USING btree (account_id, endpoint_id, screening_seq) WHERE (screening_seq IS NOT NULL);
CREATE INDEX webhook_delivery_settled ON vigie.webhook_delivery USING btree (account_id, settled_at) WHERE (settled_at IS NOT NULL);
alter table webhook_delivery enable row level security;
alter table webhook_delivery force row level security;
create policy account_isolation on webhook_delivery for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on webhook_delivery for select to vigie_backup
  using (true);
create policy unit_sight on webhook_delivery as restrictive for all to public
  using ((( SELECT sees_all_units() AS sees_all_units) OR (((event_seq IS NULL) OR event_is_seen(event_seq)) AND ((screening_seq IS NULL) OR screening_change_is_seen(screening_seq)))));
grant delete, insert, select, update on table webhook_delivery to vigie_app;
grant select on table webhook_delivery to vigie_backup;
comment on table webhook_delivery is 'One event for one endpoint.';
comment on column webhook_delivery.event_seq is 'What is sent is read from the journal each time; a test delivery has no event.';
comment on column webhook_delivery.administration_name is 'For the log: the entry itself is read each time it is sent.';
comment on column webhook_delivery.state is 'PENDING: not tried yet. FAILED: to be tried again. DEAD: given up.';
comment on column webhook_delivery.tries is 'Since it was made or last asked for again by hand: what the back-off counts.';
comment on column webhook_delivery.screening_name is 'For the log, as administration_name.';
comment on column webhook_delivery.open_attempts is 'As that of mail: the message has perhaps arrived.';
comment on index webhook_delivery_once is 'One event reaches one endpoint once, however often the fan-out runs.';

create table webhook_endpoint (
  account_id bigint not null,
  endpoint_id bigint default nextval('vigie_id'::regclass) not null,
  url text not null,
  description text default ''::text not null,
  classes text[] default '{EVENTS}'::text[] not null,
  event_types smallint[] default '{}'::smallint[] not null,
  state text default 'ACTIVE'::text not null,
  state_reason text,
  state_since timestamp with time zone not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_secret_until timestamp with time zone,
  cursor_seq bigint not null,
  administration_cursor bigint default 0 not null,
  consecutive_failures integer default 0 not null,
  failing_since timestamp with time zone,
  last_success_at timestamp with time zone,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  made_by text,
  limited boolean default false not null,
  screening_cursor bigint default 0 not null,
  constraint webhook_endpoint_pkey PRIMARY KEY (account_id, endpoint_id),
  constraint webhook_endpoint_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint webhook_endpoint_administration_cursor_check CHECK ((administration_cursor >= 0)),
  constraint webhook_endpoint_classes_check CHECK (((cardinality(classes) > 0) AND (classes <@ ARRAY['EVENTS'::text, 'ADMINISTRATION'::text, 'SCREENING'::text]))),
  constraint webhook_endpoint_cursor_seq_check CHECK ((cursor_seq >= 0)),
  constraint webhook_endpoint_description_check CHECK ((length(description) <= 500)),
  constraint webhook_endpoint_former_secret_ends CHECK (((sealed_previous_secret IS NULL) = (previous_secret_until IS NULL))),
  constraint webhook_endpoint_made_by_check CHECK (((length(made_by) >= 1) AND (length(made_by) <= 200))),
  constraint webhook_endpoint_screening_cursor_check CHECK ((screening_cursor >= 0)),
  constraint webhook_endpoint_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'DISABLED'::text]))),
  constraint webhook_endpoint_state_reason_check CHECK ((state_reason = ANY (ARRAY['BY_HAND'::text, 'GONE'::text, 'FAILING'::text]))),
  constraint webhook_endpoint_stopped_with_reason CHECK (((state = 'ACTIVE'::text) = (state_reason IS NULL))),
  constraint webhook_endpoint_url_check CHECK (((length(url) >= 8) AND (length(url) <= 2000)))
);
alter table webhook_endpoint enable row level security;
alter table webhook_endpoint force row level security;
create policy account_isolation on webhook_endpoint for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy backup_reads on webhook_endpoint for select to vigie_backup
  using (true);
grant delete, insert, select, update on table webhook_endpoint to vigie_app;
grant select on table webhook_endpoint to vigie_backup;
comment on table webhook_endpoint is 'Addresses of an account''s own systems, which are told of its events.';
comment on column webhook_endpoint.classes is 'Which journals it follows.';
comment on column webhook_endpoint.event_types is 'Numeric codes of the wanted names; empty for all.';
comment on column webhook_endpoint.state_reason is 'Why it does not run: somebody paused it, or the service met something.';
comment on column webhook_endpoint.sealed_secret is 'Sealed with the secret key of the installation, which is not in the database.';
comment on column webhook_endpoint.cursor_seq is 'The last number of the journal from which deliveries were made.';
comment on column webhook_endpoint.administration_cursor is 'As cursor_seq, of the administration journal.';
comment on column webhook_endpoint.version is 'Raised by every change; the ETag.';
comment on column webhook_endpoint.deleted_at is 'Hidden at once; the log goes with the next purge, in batches.';
comment on column webhook_endpoint.made_by is 'Whose sight decides what is sent; null for one made before there were units, which is sent everything.';
comment on column webhook_endpoint.limited is 'Whether its maker saw some units only when they were last asked about. Once they have left the account, such an endpoint is sent nothing, and any other what it was sent before.';
comment on column webhook_endpoint.screening_cursor is 'As cursor_seq, of the changes of hits.';

create table worker_lease (
  worker_id text not null,
  seen_at timestamp with time zone default now() not null,
  constraint worker_lease_pkey PRIMARY KEY (worker_id),
  constraint worker_lease_worker_id_check CHECK (((length(worker_id) >= 1) AND (length(worker_id) <= 200)))
);
CREATE INDEX worker_lease_age ON vigie.worker_lease USING btree (seen_at);
grant delete, insert, select, update on table worker_lease to vigie_app;
grant select on table worker_lease to vigie_backup;
comment on table worker_lease is 'Who is alive among the workers: jobs held by one that stopped renewing its lease are handed to the others.';

create view portfolio_total with (security_invoker=true) as
 SELECT portfolio_size.account_id,
    portfolio_size.archived,
    portfolio_size.total,
    portfolio_size.unit_set
   FROM portfolio_size
UNION ALL
 SELECT portfolio_size_change.account_id,
    portfolio_size_change.archived,
    portfolio_size_change.change AS total,
    portfolio_size_change.unit_set
   FROM portfolio_size_change;
comment on view portfolio_total is 'How many third parties a portfolio holds, as parts to be summed, so that a page need not count them. One statement sees a change either here or folded in, never both.';
create view thirdparty_criticality with (security_invoker=true) as
 SELECT v.account_id,
    v.subject AS thirdparty_id,
    v.text_key AS criticality,
    v.number_key AS rank
   FROM (attribute_definition d
     JOIN attribute_value v ON (((v.account_id = d.account_id) AND (v.attribute_id = d.attribute_id))))
  WHERE ((d.scope = 'THIRD_PARTY'::text) AND (d.code = 'CRITICALITY'::text) AND (d.archived_at IS NULL));
comment on view thirdparty_criticality is 'For the portfolio, which lies below attributes and may not ask them: one row for each third party that has it.';

CREATE OR REPLACE FUNCTION vigie.account_is_deleting(account bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select exists (select from account_standing s where s.account_id = account and s.deleting_at is not null)
$function$;

comment on function account_is_deleting(bigint) is 'Whether the rows of the account are being deleted. Sees the account that the transaction has named, and no other.';

CREATE OR REPLACE FUNCTION vigie.account_now(account bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select date_trunc('milliseconds', clock_timestamp() + make_interval(secs =>
    coalesce((select a.clock_offset_ms from account a where a.account_id = account), 0) / 1000.0))
$function$;

grant execute on function account_now(bigint) to vigie_app;

comment on function account_now(bigint) is 'The time of an account: the clock of the database plus the lead of a sandbox, so that every process agrees on it. Where there is no account, such as for the operator, there is no lead either.';

CREATE OR REPLACE FUNCTION vigie.administration_append(entries jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  own_account bigint := nullif(current_setting('app.account', true), '')::bigint;
  former_account text := coalesce(current_setting('app.account', true), '');
  head administration_head;
  row_now administration_event;
  entry jsonb;
begin
  if own_account is null and current_setting('app.directory', true) is distinct from 'on' then
    raise exception 'Neither an account nor the directory: nothing can be added to the administration journal.'
      using errcode = 'insufficient_privilege';
  end if;
  for entry in select value from jsonb_array_elements(entries) loop
    row_now := null;
    row_now.account_id := (entry ->> 'accountId')::bigint;
    if row_now.account_id is distinct from coalesce(own_account, row_now.account_id) then
      raise exception 'An account adds to its own administration journal only.' using errcode = 'insufficient_privilege';
    end if;
    -- Row security holds for the owner too.
    perform set_config('app.account', row_now.account_id::text, true);
    if row_now.account_id <> 0 and not exists (select from account a where a.account_id = row_now.account_id) then
      raise exception 'There is no account %: it has no administration journal.', row_now.account_id
        using errcode = 'foreign_key_violation';
    end if;
    perform pg_advisory_xact_lock(administration_lock_key(row_now.account_id));
    select * into head from administration_head h where h.account_id = row_now.account_id for update;
    if not found then
      head := (row_now.account_id, 0,
        sha256(convert_to('vigie administration journal ' || row_now.account_id, 'UTF8')), 'epoch'::timestamptz);
      insert into administration_head values (head.*);
    end if;
    row_now.seq := head.seq + 1;
    row_now.occurred_at := greatest(date_trunc('milliseconds', clock_timestamp()), head.occurred_at);
    row_now.name := entry ->> 'name';
    row_now.actor_type := entry ->> 'actorType';
    row_now.actor_id := (entry ->> 'actorId')::bigint;
    row_now.subject_type := entry ->> 'subjectType';
    row_now.subject_id := (entry ->> 'subjectId')::bigint;
    row_now.salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    row_now.payload := convert_to(entry ->> 'detail', 'UTF8');
    row_now.detail_hash := sha256(row_now.salt || row_now.payload);
    row_now.hash := administration_link(row_now, head.hash);
    insert into administration_event values (row_now.*);
    update administration_head h set seq = row_now.seq, hash = row_now.hash, occurred_at = row_now.occurred_at
    where h.account_id = row_now.account_id;
  end loop;
  perform set_config('app.account', former_account, true);
end
$function$;

grant execute on function administration_append(jsonb) to vigie_app;

comment on function administration_append(jsonb) is 'The only writer, for accounts that exist: a wrong number must not begin a chain that nobody reads. A transaction of an account adds to its own chain; one of the directory, such as a sign-in, to those it names. Entries come ordered by account, so that two transactions take the locks in the same order.';

CREATE OR REPLACE FUNCTION vigie.administration_keep_head()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if new.account_id <> old.account_id or new.seq <= old.seq or not exists (
      select from administration_event e where e.account_id = new.account_id and e.seq = new.seq
        and e.occurred_at = new.occurred_at and e.hash = new.hash) then
    raise exception 'The head of the administration journal only follows its events: this change is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

grant execute on function administration_keep_head() to public;

comment on function administration_keep_head() is 'As journal_keep_head.';

CREATE OR REPLACE FUNCTION vigie.administration_link(e administration_event, previous bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select sha256(convert_to(concat_ws('|', 'a1', e.account_id, e.seq, e.name,
    (extract(epoch from e.occurred_at) * 1000)::bigint, e.actor_type, coalesce(e.actor_id::text, ''),
    coalesce(e.subject_type, ''), coalesce(e.subject_id::text, ''), encode(e.detail_hash, 'hex'),
    encode(previous, 'hex')), 'UTF8'))
$function$;

grant execute on function administration_link(administration_event,bytea) to public;

comment on function administration_link(administration_event,bytea) is 'The hash of an entry. The text begins with its own mark, so that no entry can pass for an event of the other journal.';

CREATE OR REPLACE FUNCTION vigie.administration_lock_key(account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$ select (3::bigint << 61) + account $function$;

grant execute on function administration_lock_key(bigint) to public;

grant execute on function administration_lock_key(bigint) to vigie_app;

comment on function administration_lock_key(bigint) is 'A number of its own for each chain, apart from the locks of the event journal and of attributes.';

CREATE OR REPLACE FUNCTION vigie.attribute_lock_key(account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$ select (3::bigint << 60) + account $function$;

grant execute on function attribute_lock_key(bigint) to public;

grant execute on function attribute_lock_key(bigint) to vigie_app;

comment on function attribute_lock_key(bigint) is 'Who changes definitions holds the lock of the account alone, who changes values shares it: a value cannot slip in under an option being removed, nor be calculated by an expression just replaced.';

CREATE OR REPLACE FUNCTION vigie.attribute_number_key(value jsonb, options text[])
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
RETURN CASE jsonb_typeof(value) WHEN 'number'::text THEN ((value #>> '{}'::text[]))::double precision WHEN 'boolean'::text THEN ((((value #>> '{}'::text[]))::boolean)::integer)::double precision WHEN 'string'::text THEN (array_position(options, (value #>> '{}'::text[])))::double precision ELSE NULL::double precision END;

grant execute on function attribute_number_key(jsonb,text[]) to public;

comment on function attribute_number_key(jsonb,text[]) is 'The value of attribute_value.number_key.';

CREATE OR REPLACE FUNCTION vigie.attribute_text_key(value jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
RETURN CASE jsonb_typeof(value) WHEN 'string'::text THEN "left"((value #>> '{}'::text[]), 200) ELSE NULL::text END;

grant execute on function attribute_text_key(jsonb) to public;

comment on function attribute_text_key(jsonb) is 'The value of attribute_value.text_key.';

CREATE OR REPLACE FUNCTION vigie.begin_account_deletion()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
begin
  update account_standing set deleting_at = coalesce(deleting_at, clock_timestamp())
  where account_id = account and deletion_due_at <= clock_timestamp();
  return found;
end
$function$;

grant execute on function begin_account_deletion() to vigie_app;

comment on function begin_account_deletion() is 'Runs as the owner: nobody can begin a deletion that was not asked for, or whose time has not come.';

CREATE OR REPLACE FUNCTION vigie.catalogue_seed(account bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
begin
  perform set_config('app.account', account::text, true);
  with fresh as (
    select distinct on (s.code) s.code, s.shipped_version, s.definition from shipped_type s
    where s.kind = 'DOCUMENT' and not exists (
      select from document_type d where d.account_id = account and d.code = s.code)
    order by s.code, s.shipped_version desc
  ), written as (
    insert into document_type_version (account_id, code, type_version, definition, shipped_version)
    select account, code, 1, definition, shipped_version from fresh
    returning code, type_version, theme, kind, answered_by
  )
  insert into document_type (account_id, code, type_version, theme, kind, answered_by)
  select account, code, type_version, theme, kind, answered_by from written;
  with fresh as (
    select distinct on (s.code) s.code, s.shipped_version, s.definition from shipped_type s
    where s.kind = 'DOSSIER' and not exists (
      select from dossier_type d where d.account_id = account and d.code = s.code)
    order by s.code, s.shipped_version desc
  ), written as (
    insert into dossier_type_version (account_id, code, type_version, definition, shipped_version, published_at)
    select account, code, 1, definition, shipped_version, now() from fresh
  )
  insert into dossier_type (account_id, code, type_version) select account, code, 1 from fresh;
  perform set_config('app.account', outer_account, true);
end
$function$;

grant execute on function catalogue_seed(bigint) to vigie_app;

comment on function catalogue_seed(bigint) is 'Copies into an account the newest shipped types it does not have yet. The setting of the account is borrowed.';

CREATE OR REPLACE FUNCTION vigie.code_is_held(given text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select exists (select from thirdparty t
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint and t.code = given)
$function$;

grant execute on function code_is_held(text) to vigie_app;

comment on function code_is_held(text) is 'Whether any company of the account has this code, also one outside the units that are seen: whoever wants it learns that it is taken, and no more. Runs as the owner, who sees all units.';

CREATE OR REPLACE FUNCTION vigie.comment_is_seen(comment bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.comment c
    where c.account_id = nullif(current_setting('app.account', true), '')::bigint and c.comment_id = comment);
end
$function$;

grant execute on function comment_is_seen(bigint) to vigie_app;

grant execute on function comment_is_seen(bigint) to vigie_backup;

comment on function comment_is_seen(bigint) is 'The same for what belongs to a comment.';

CREATE OR REPLACE FUNCTION vigie.contact_is_seen(contact bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.contact c
    where c.account_id = nullif(current_setting('app.account', true), '')::bigint and c.contact_id = contact);
end
$function$;

grant execute on function contact_is_seen(bigint) to vigie_app;

grant execute on function contact_is_seen(bigint) to vigie_backup;

comment on function contact_is_seen(bigint) is 'The same for what belongs to a contact.';

CREATE OR REPLACE FUNCTION vigie.count_rates(keys bytea[], periods double precision[], bursts integer[], charges integer[], wishes integer[], as_of timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS TABLE(place integer, granted integer, room double precision)
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  -- The clock of the server: those of the processes may differ.
  moment timestamptz := coalesce(as_of, clock_timestamp());
  asked record;
  used double precision;
  -- Another process may have come later and been first.
  leeway constant interval := '10 seconds';
begin
  insert into rate_count (key, full_at, counted_at) select k, moment, moment from unnest(keys) k order by k on conflict do nothing;
  -- Always in the order of the keys: two processes then wait for one another and never both.
  for asked in
    select a.* from unnest(keys, periods, bursts, charges, wishes)
      with ordinality a (key, period, burst, charge, wish, place)
    order by a.key
  loop
    select greatest(0, extract(epoch from c.full_at
        - case when c.counted_at > moment + leeway then c.counted_at else moment end) * 1000 / asked.period)
    into used from rate_count c where c.key = asked.key for update;
    used := greatest(0, coalesce(used, 0) + asked.charge);
    -- Times have microseconds: what is left of a permit by rounding is a whole one.
    granted := greatest(0, least(asked.wish, floor(asked.burst - used + 0.001)::integer));
    used := used + granted;
    update rate_count c
    set full_at = moment + used * asked.period * interval '1 millisecond', counted_at = moment
    where c.key = asked.key;
    place := asked.place;
    room := asked.burst - used;
    return next;
  end loop;
end
$function$;

grant execute on function count_rates(bytea[],double precision[],integer[],integer[],integer[],timestamp with time zone) to vigie_app;

comment on function count_rates(bytea[],double precision[],integer[],integer[],integer[],timestamp with time zone) is 'Counts what a process has used of some rates (less than nothing: what it gives back), and grants what it wishes for as far as there is room. Whatever it has used is counted, even beyond the reserve.';

CREATE OR REPLACE FUNCTION vigie.current_list_owner()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select nullif(nullif(current_setting('app.account', true), ''), '0')::bigint
$function$;

grant execute on function current_list_owner() to vigie_app;

grant execute on function current_list_owner() to vigie_backup;

comment on function current_list_owner() is 'The account that the transaction speaks for; null outside any, where the published lists are kept.';

CREATE OR REPLACE FUNCTION vigie.delete_account_people(most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
  directory text := coalesce(current_setting('app.directory', true), '');
  people bigint[];
  person bigint;
begin
  perform from account_standing s where s.account_id = account and s.deleting_at is not null for update;
  if not found then
    raise exception 'The account is not being deleted: its people stay.' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.directory', 'on', true);
  people := array(
    (select m.user_id from membership m where m.account_id = account order by 1 limit most)
    union
    (select u.user_id from app_user u where u.directory_account_id = account order by 1 limit most));
  delete from membership m where m.account_id = account and m.user_id = any(people);
  delete from person_identity i where i.provider_account_id = account and i.user_id = any(people);
  delete from person_session s where s.confined_account_id = account and s.user_id = any(people);
  foreach person in array array(
    -- Whom another account has, or remembers, stays theirs.
    select p from unnest(people) p
    where not exists (select from membership m where m.user_id = p)
      and not exists (select from person_key k where k.person_type = 'USER' and k.person = p
        and k.account_id <> account and k.erased_at is null))
  loop
    delete from person_link where user_id = person;
    delete from factor_challenge where user_id = person;
    delete from factor_failures where user_id = person;
    delete from recovery_code where user_id = person;
    delete from second_factor where user_id = person;
    delete from person_identity where user_id = person;
    delete from person_session where user_id = person;
    delete from person_device where user_id = person;
    begin
      delete from app_user where user_id = person;
    exception when foreign_key_violation then
      -- Another account names them by number: the number stays, and nothing that tells who it was.
      update app_user set email = 'erased-' || person || '@erased.invalid', name = '-', password_hash = null,
        active = false, token_version = token_version + 1, tokens_ended_at = now(), updated_at = now(),
        directory_account_id = null
      where user_id = person;
    end;
  end loop;
  perform set_config('app.directory', directory, true);
  return cardinality(people);
end
$function$;

grant execute on function delete_account_people(integer) to vigie_app;

comment on function delete_account_people(integer) is 'Takes up to so many people out of an account that is being deleted, and out of the installation where no other account has them. Runs as the owner: the application may not delete people.';

CREATE OR REPLACE FUNCTION vigie.delete_account_rows(target text, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
  leaf regclass;
  deleted bigint := 0;
  part bigint;
begin
  perform from account_standing s where s.account_id = account and s.deleting_at is not null for update;
  if not found then
    raise exception 'The account is not being deleted: its rows stay.' using errcode = 'insufficient_privilege';
  end if;
  if target in ('account', 'account_standing') or not exists (
      select from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
      where c.relnamespace = 'vigie'::regnamespace and c.relname = target and c.relkind in ('r', 'p')) then
    raise exception 'There is no table % of accounts to delete from.', target;
  end if;
  if target = 'response' then
    -- An answer and its decisions name one another, so they go in one statement. Those that repeat others are younger.
    with due as materialized (
      select response_id from response where account_id = account order by response_id desc limit most
    ), decisions as (
      delete from decision d using due where d.account_id = account and d.response_id = due.response_id returning 1
    ), checks as (
      delete from check_result c using due where c.account_id = account and c.response_id = due.response_id returning 1
    ), answers as (
      delete from response r using due where r.account_id = account and r.response_id = due.response_id returning 1
    )
    select (select count(*) from decisions) + (select count(*) from checks) + (select count(*) from answers) into deleted;
    return deleted;
  end if;
  if target in ('dossier', 'contact') then
    -- Each may name an older one of its kind.
    execute format('delete from %1$I where account_id = $1 and %1$I_id in (
      select %1$I_id from %1$I where account_id = $1 order by %1$I_id desc limit $2)', target) using account, most;
    get diagnostics deleted = row_count;
    return deleted;
  end if;
  if target = 'unit' then
    -- A tree of some hundreds at most: all at once, because any may stand above any other.
    delete from unit where account_id = account;
    get diagnostics deleted = row_count;
    return deleted;
  end if;
  for leaf in
    select t.relid from pg_partition_tree(format('vigie.%I', target)::regclass) t where t.isleaf
    union all
    select c.oid from pg_class c
    where c.oid = format('vigie.%I', target)::regclass and c.relkind = 'r'
  loop
    execute format('delete from %s where ctid = any(array(select ctid from %s where account_id = $1 limit $2))',
      leaf, leaf) using account, most - deleted;
    get diagnostics part = row_count;
    deleted := deleted + part;
    exit when deleted >= most;
  end loop;
  return deleted;
end
$function$;

grant execute on function delete_account_rows(text,integer) to vigie_app;

comment on function delete_account_rows(text,integer) is 'Deletes up to so many rows of the account from one table, only while the account is being deleted. Runs as the owner: the application has no right to delete from the journals, and gets none.';

CREATE OR REPLACE FUNCTION vigie.delivery_is_seen(delivery bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.webhook_delivery d
    where d.account_id = nullif(current_setting('app.account', true), '')::bigint and d.delivery_id = delivery);
end
$function$;

grant execute on function delivery_is_seen(bigint) to vigie_app;

grant execute on function delivery_is_seen(bigint) to vigie_backup;

comment on function delivery_is_seen(bigint) is 'The same for the attempts of a delivery.';

CREATE OR REPLACE FUNCTION vigie.event_groups(account bigint, kind integer, types integer[], range_start timestamp with time zone, range_end timestamp with time zone)
 RETURNS TABLE(occurred_at timestamp with time zone, resource_id bigint)
 LANGUAGE plpgsql
 STABLE ROWS 10000
 SET search_path TO 'vigie', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
    select max(e.occurred_at), e.resource_id from event e
    where e.account_id = account and e.resource_type = kind and e.event_type = any(types)
      and e.occurred_at >= range_start and e.occurred_at < range_end
    group by e.resource_id;
end
$function$;

grant execute on function event_groups(bigint,integer,integer[],timestamp with time zone,timestamp with time zone) to vigie_app;

comment on function event_groups(bigint,integer,integer[],timestamp with time zone,timestamp with time zone) is 'All resources of the range at their newest match: for questions that only the whole answers.';

CREATE OR REPLACE FUNCTION vigie.event_heads(account bigint, kind integer, types integer[], range_start timestamp with time zone, range_end timestamp with time zone, before_at timestamp with time zone, before_id bigint, skipped integer, wanted integer)
 RETURNS TABLE(occurred_at timestamp with time zone, resource_id bigint)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO 'vigie', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_sort TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  edge_at timestamptz := before_at;
  edge_id bigint := before_id;
  low timestamptz;
  span interval := '32 days';
  -- Of each type, in a round: cheap to take, while what is shown costs a probe each.
  most integer := 16 + 8000 / cardinality(types);
  page integer := least(wanted + skipped, 2000);
  step integer := 1 + 6 * page / cardinality(types) + page / 8;
  walked integer := 0;
  reached integer := 0;
  head record;
begin
  loop
    low := greatest(range_start, edge_at - span);
    for head in
      with candidate as materialized (
        select c.occurred_at, c.resource_id, c.nth
        from unnest(types) as t (type)
        cross join lateral (
          select e.occurred_at, e.resource_id, row_number() over () as nth from (
            select e.occurred_at, e.resource_id from event e
            where e.account_id = account and e.resource_type = kind and e.event_type = t.type
              and e.occurred_at >= low and e.occurred_at <= edge_at and e.occurred_at < range_end
              and (e.occurred_at, e.resource_id) < (edge_at, edge_id)
            order by e.occurred_at desc, e.resource_id desc limit step) e) c)
      select cut.occurred_at as cut_at, cut.resource_id as cut_id, found.occurred_at, found.resource_id
      from (select) one
      left join lateral (
        select c.occurred_at, c.resource_id from candidate c where c.nth = step
        order by c.occurred_at desc, c.resource_id desc limit 1) cut on true
      left join lateral (
        select c.occurred_at, c.resource_id from (
          select distinct c.occurred_at, c.resource_id from candidate c
          where cut.occurred_at is null or (c.occurred_at, c.resource_id) >= (cut.occurred_at, cut.resource_id)
          order by c.occurred_at desc, c.resource_id desc) c
        left join lateral (
          select 1 as later from event n
          where n.account_id = account and n.resource_type = kind and n.resource_id = c.resource_id
            and n.occurred_at > c.occurred_at and n.occurred_at >= low and n.occurred_at < range_end
            and (n.event_type + 0) = any(types)
          limit 1) probe on true
        where later is null
        order by c.occurred_at desc, c.resource_id desc limit skipped + wanted - reached) found on true
    loop
      if head.resource_id is not null then
        reached := reached + 1;
        if reached > skipped then
          occurred_at := head.occurred_at;
          resource_id := head.resource_id;
          return next;
        end if;
      end if;
    end loop;
    exit when reached >= skipped + wanted or head.cut_at is null and low <= range_start;
    walked := walked + step;
    edge_at := coalesce(head.cut_at, low);
    edge_id := coalesce(head.cut_id, 0);
    if head.cut_at is null then span := span * 4; end if;
    step := least(step * 2, most);
    -- Most of what is left has later matches: taking all at once is cheaper than asking one by one.
    if walked > 10000 then
      return query
        select newest.at, newest.of from (
          select max(e.occurred_at) as at, e.resource_id as of from event e
          where e.account_id = account and e.resource_type = kind and e.event_type = any(types)
            and e.occurred_at >= range_start and e.occurred_at < range_end
          group by e.resource_id) newest
        where (newest.at, newest.of) < (edge_at, edge_id)
        order by newest.at desc, newest.of desc
        limit skipped + wanted - greatest(reached, skipped) offset greatest(skipped - reached, 0);
      return;
    end if;
  end loop;
end
$function$;

grant execute on function event_heads(bigint,integer,integer[],timestamp with time zone,timestamp with time zone,timestamp with time zone,bigint,integer,integer) to vigie_app;

comment on function event_heads(bigint,integer,integer[],timestamp with time zone,timestamp with time zone,timestamp with time zone,bigint,integer,integer) is 'Each resource of the range once, at its newest event of these types, newest first, from a position on. Some of the newest events of each type are taken; as far as no type was cut short they are complete, and each counts if the other index shows no later match of its resource. Then on from there.';

CREATE OR REPLACE FUNCTION vigie.event_is_seen(event_seq bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.event e
    where e.account_id = nullif(current_setting('app.account', true), '')::bigint and e.seq = event_seq);
end
$function$;

grant execute on function event_is_seen(bigint) to vigie_app;

grant execute on function event_is_seen(bigint) to vigie_backup;

comment on function event_is_seen(bigint) is 'The same for what belongs to an event.';

CREATE OR REPLACE FUNCTION vigie.event_matches(account bigint, kind integer, types integer[], range_start timestamp with time zone, range_end timestamp with time zone, ids bigint[])
 RETURNS TABLE(resource_id bigint, first_at timestamp with time zone, last_at timestamp with time zone, matches integer)
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO 'vigie', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
    select i.id, e.first_at, e.last_at, e.matches from unnest(ids) as i (id)
    cross join lateral (
      select min(e.occurred_at) as first_at, max(e.occurred_at) as last_at, count(*)::int as matches from event e
      where e.account_id = account and e.resource_type = kind and e.resource_id = i.id
        and e.occurred_at >= range_start and e.occurred_at < range_end and (e.event_type + 0) = any(types)
      offset 0) e
    where e.matches > 0;
end
$function$;

grant execute on function event_matches(bigint,integer,integer[],timestamp with time zone,timestamp with time zone,bigint[]) to vigie_app;

comment on function event_matches(bigint,integer,integer[],timestamp with time zone,timestamp with time zone,bigint[]) is 'What matched, for resources that are shown.';

CREATE OR REPLACE FUNCTION vigie.event_resources(account bigint, kind integer, types integer[], range_start timestamp with time zone, range_end timestamp with time zone, enough integer)
 RETURNS TABLE(ids bigint[], complete boolean)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
begin
  return query
    with met as materialized (
      select e.resource_id from event e
      where e.account_id = account and e.resource_type = kind and e.event_type = any(types)
        and e.occurred_at >= range_start and e.occurred_at < range_end
      limit enough + 1)
    select array(select distinct m.resource_id from met m), (select count(*) from met) <= enough;
end
$function$;

grant execute on function event_resources(bigint,integer,integer[],timestamp with time zone,timestamp with time zone,integer) to vigie_app;

comment on function event_resources(bigint,integer,integer[],timestamp with time zone,timestamp with time zone,integer) is 'Resources among the first `enough` matching events met: a total at a bounded price, incomplete when there were more.';

CREATE OR REPLACE FUNCTION vigie.fence_units(target regclass, seen text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  execute format('create policy unit_sight on %s as restrictive using ((select sees_all_units()) or %s)', target, seen);
end
$function$;

comment on function fence_units(regclass,text) is 'Puts a table behind the wall of the units as well: only those rows about companies that the transaction sees. Whoever sees all pays one comparison a row.';

CREATE OR REPLACE FUNCTION vigie.finish_account_deletion(proof_text text, deleted_when timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  own bigint := nullif(current_setting('app.account', true), '')::bigint;
  leftover text;
  held boolean;
begin
  perform from account_standing s where s.account_id = own and s.deleting_at is not null for update;
  if not found then
    raise exception 'The account is not being deleted: it stays.' using errcode = 'insufficient_privilege';
  end if;
  for leftover in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('account', 'account_standing')
  loop
    execute format('select exists (select from %I where account_id = $1)', leftover) into held using own;
    if held then
      raise exception 'The account still has rows in %.', leftover using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  insert into deletion_proof (former_account, deleted_at, proof) values (own, deleted_when, proof_text);
  delete from account_standing where account_id = own;
  delete from account where account_id = own;
end
$function$;

grant execute on function finish_account_deletion(text,timestamp with time zone) to vigie_app;

comment on function finish_account_deletion(text,timestamp with time zone) is 'The last step: looks into every table once more, keeps the proof, and takes the account itself away. Runs as the owner.';

CREATE OR REPLACE FUNCTION vigie.import_is_seen(import bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.portfolio_import i
    where i.account_id = nullif(current_setting('app.account', true), '')::bigint and i.import_id = import);
end
$function$;

grant execute on function import_is_seen(bigint) to vigie_app;

grant execute on function import_is_seen(bigint) to vigie_backup;

comment on function import_is_seen(bigint) is 'The same for what belongs to an import.';

CREATE OR REPLACE FUNCTION vigie.journal_append(entries jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  moment timestamptz;
  unknown_type smallint;
  new_events event[];
  salts bytea[];
  payloads bytea[];
  -- What each link says of its event; the digest before it comes behind.
  sayings text[];
  saying text;
  link bytea;
  links bytea[] := '{}';
begin
  if jsonb_array_length(entries) = 0 then
    raise exception 'An append brings at least one event.';
  end if;
  perform pg_advisory_xact_lock(journal_lock_key(account));
  select * into head from journal_head where account_id = account for update;
  if not found then
    head := (account, 0, sha256(convert_to('vigie journal ' || account, 'UTF8')), 'epoch'::timestamptz);
    insert into journal_head values (head.*);
  end if;
  moment := greatest(account_now(account), head.occurred_at,
    (select m.final_before from journal_mark m where m.account_id = account));

  select min(type) filter (where resource_type is null), array_agg(salt), array_agg(payload),
    array_agg((account, seq, event_id, type, resource_type, resource_id, thirdparty_id, dossier_id, document_id,
      moment, actor_type, actor_id, detail_hash, null)::event),
    array_agg(concat_ws('|', 'v1', account, seq, event_id, type, resource_type, resource_id,
      coalesce(thirdparty_id::text, ''), coalesce(dossier_id::text, ''), coalesce(document_id::text, ''),
      (extract(epoch from moment) * 1000)::bigint, actor_type, coalesce(actor_id::text, ''),
      encode(detail_hash, 'hex'), ''))
  into unknown_type, salts, payloads, new_events, sayings
  from (
    -- Each value once, however often it is used above.
    select *, sha256(salt || payload) as detail_hash from (
      select e.*, head.seq + e.nth as seq, nextval('vigie_id') as event_id, t.resource_type,
        case t.resource_type when 1 then e.thirdparty_id when 2 then e.dossier_id else e.document_id end
          as resource_id,
        uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt,
        convert_to(e.detail, 'UTF8') as payload
      from rows from (jsonb_to_recordset(entries) as (type smallint, "thirdpartyId" bigint, "dossierId" bigint,
        "documentId" bigint, "actorType" text, "actorId" bigint, detail text)) with ordinality
        as e (type, thirdparty_id, dossier_id, document_id, actor_type, actor_id, detail, nth)
      left join event_type t on t.code = e.type
      order by e.nth) given
    order by nth offset 0) digested;
  if unknown_type is not null then
    raise exception 'There is no event of type %.', unknown_type;
  end if;

  link := head.hash;
  foreach saying in array sayings loop
    link := sha256(convert_to(saying || encode(link, 'hex'), 'UTF8'));
    links := links || link;
  end loop;
  insert into event
    select e.account_id, e.seq, e.event_id, e.event_type, e.resource_type, e.resource_id, e.thirdparty_id,
      e.dossier_id, e.document_id, e.occurred_at, e.actor_type, e.actor_id, e.detail_hash, e.link
    from rows from (unnest(new_events), unnest(links)) as e (account_id, seq, event_id, event_type, resource_type,
      resource_id, thirdparty_id, dossier_id, document_id, occurred_at, actor_type, actor_id, detail_hash, hash,
      link);
  insert into event_detail
    select account, head.seq + d.nth, d.salt, d.payload
    from unnest(salts, payloads) with ordinality as d (salt, payload, nth);
  update journal_head set seq = head.seq + cardinality(links), hash = link, occurred_at = moment
    where account_id = account;
  return head.seq + cardinality(links);
end
$function$;

grant execute on function journal_append(jsonb) to vigie_app;

comment on function journal_append(jsonb) is 'The only writer of the journal. It runs as the owner, since the application role has no right to insert, and is called last in a transaction with all its events, so that the lock of the account is held for an instant. Only the digests are taken one after the other; everything else is one statement for each table.';

CREATE OR REPLACE FUNCTION vigie.journal_declare_final(wanted timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := current_setting('app.account')::bigint;
  declared timestamptz;
begin
  perform pg_advisory_xact_lock_shared(journal_lock_key(account));
  declared := least(date_trunc('second', account_now(account)), wanted);
  insert into journal_mark as m values (account, declared)
    on conflict (account_id) do update set final_before = greatest(m.final_before, declared)
    returning final_before into declared;
  return declared;
end
$function$;

grant execute on function journal_declare_final(timestamp with time zone) to vigie_app;

comment on function journal_declare_final(timestamp with time zone) is 'Declares what lies before the running second, and before `wanted`, to be final. The lock is held to the commit, so a writer that comes later finds the mark. Readers ask for this once a second at most.';

CREATE OR REPLACE FUNCTION vigie.journal_guard_partition(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  perform protect_account_table(target, '');
  perform fence_units(target, '(select seen_thirdparties()) ?> thirdparty_id');
  execute format('create trigger event_no_truncate before truncate on %s
                    for each statement execute function journal_refuse()', target);
end
$function$;

comment on function journal_guard_partition(regclass) is 'Partitions do not inherit truncate triggers and row security, so each gets its own.';

CREATE OR REPLACE FUNCTION vigie.journal_heads(accounts bigint[])
 RETURNS TABLE(account_id bigint, seq bigint)
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
  one bigint;
begin
  foreach one in array accounts loop
    perform set_config('app.account', one::text, true);
    return query select h.account_id, h.seq from journal_head h where h.account_id = one;
  end loop;
  perform set_config('app.account', outer_account, true);
end
$function$;

grant execute on function journal_heads(bigint[]) to vigie_app;

comment on function journal_heads(bigint[]) is 'How far the journals of several accounts have come, in one statement: a process asks this a few times a second for all accounts somebody waits in. It needs no right beyond reading each head: it names one account after the other, as the application would, and gives the setting back.';

CREATE OR REPLACE FUNCTION vigie.journal_keep_head()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if new.account_id <> old.account_id or new.seq <= old.seq or not exists (
      select from event e where e.account_id = new.account_id and e.seq = new.seq
        and e.occurred_at = new.occurred_at and e.hash = new.hash) then
    raise exception 'The head of the journal only follows its events: this change is refused.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

grant execute on function journal_keep_head() to public;

comment on function journal_keep_head() is 'The head only moves forward, and only onto an event that exists.';

CREATE OR REPLACE FUNCTION vigie.journal_keep_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if tg_op = 'DELETE' and current_user = 'vigie_owner' then
    if account_is_deleting(old.account_id) then
      return old;
    end if;
  end if;
  if tg_op <> 'UPDATE' or new.account_id <> old.account_id or new.final_before < old.final_before then
    raise exception 'What was declared final stays so: this change is refused.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

comment on function journal_keep_mark() is 'What was declared final stays final.';

CREATE OR REPLACE FUNCTION vigie.journal_lock_key(account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$ select (1::bigint << 62) + account $function$;

grant execute on function journal_lock_key(bigint) to public;

grant execute on function journal_lock_key(bigint) to vigie_app;

comment on function journal_lock_key(bigint) is 'One lock for each account: a writer holds it alone from its time stamp to its commit, a reader that wants a final answer shares it for an instant. Without it a search could answer for a second that is still being written.';

CREATE OR REPLACE FUNCTION vigie.journal_prepare_partitions(months_ahead integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  month_start date;
  made integer := 0;
  partition_name text;
begin
  for i in 0 .. months_ahead loop
    month_start := (date_trunc('month', now() at time zone 'UTC') + make_interval(months => i))::date;
    partition_name := 'event_' || to_char(month_start, 'YYYY_MM');
    continue when to_regclass('vigie.' || partition_name) is not null;
    begin
      execute format('create table %I partition of event for values from (%L) to (%L)', partition_name,
        month_start::timestamp at time zone 'UTC', (month_start + interval '1 month') at time zone 'UTC');
      perform journal_guard_partition(partition_name::regclass);
      made := made + 1;
    exception
      -- A sandbox has been in that month already, so its events stay where they are: in the default
      -- partition. (Row security hides them from a query here, but not from this check.)
      when check_violation then null;
      when duplicate_table then null;
    end;
  end loop;
  return made;
end
$function$;

grant execute on function journal_prepare_partitions(integer) to vigie_app;

comment on function journal_prepare_partitions(integer) is 'Monthly partitions keep the hot end of the indexes in memory. They are made ahead of time, because making one needs a lock that would hold up writers.';

CREATE OR REPLACE FUNCTION vigie.journal_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  -- Only delete_account_rows, which runs as the owner, comes here with a right to delete.
  if tg_op = 'DELETE' and tg_table_name <> 'deletion_proof' and current_user = 'vigie_owner' then
    if account_is_deleting(old.account_id) then
      return old;
    end if;
  end if;
  raise exception 'The journal is append-only: % on % is refused.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$function$;

grant execute on function journal_refuse() to public;

comment on function journal_refuse() is 'Guards what must never change, whoever asks: the owner of the tables is refused as well. The one exception is an account that is being deleted as a whole.';

CREATE OR REPLACE FUNCTION vigie.local_key(country text, number text, register text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((country || ' '::text) || NULLIF(upper(regexp_replace(number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text)), ''::text)) || CASE WHEN (country = ANY (ARRAY['AE'::text, 'CA'::text, 'DE'::text, 'MA'::text, 'US'::text])) THEN COALESCE((' '::text || register), ''::text) ELSE ''::text END);

grant execute on function local_key(text,text,text) to vigie_app;

comment on function local_key(text,text,text) is 'The number of a company in its country, however a register writes it. In some countries each court, state or emirate counts by itself, so there the register is part of it.';

CREATE OR REPLACE FUNCTION vigie.member_sees(account bigint, member bigint, units bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select m.all_units or coalesce(units = any(unit_sets_of(account, array(
    select mu.unit_id from membership_unit mu where mu.account_id = account and mu.user_id = member))), false)
  from membership m where m.account_id = account and m.user_id = member
$function$;

grant execute on function member_sees(bigint,bigint,bigint) to vigie_app;

comment on function member_sees(bigint,bigint,bigint) is 'Whether a person of the account sees the companies of a set of units: for what is sent to people who did not ask.';

CREATE OR REPLACE FUNCTION vigie.next_refresh(moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO 'vigie', 'pg_temp'
RETURN (moment + ('1 day'::interval * ((0.5)::double precision + random())));

grant execute on function next_refresh(timestamp with time zone) to vigie_app;

comment on function next_refresh(timestamp with time zone) is 'A moment of the next day and a half, so that a portfolio imported at once is not asked about at once.';

CREATE OR REPLACE FUNCTION vigie.nobody_is_limited()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  account bigint := nullif(current_setting('app.account', true), '')::bigint;
begin
  return not exists (select from vigie.membership m where m.account_id = account and not m.all_units)
    and not exists (select from vigie.api_client c where c.account_id = account and not c.all_units);
end
$function$;

grant execute on function nobody_is_limited() to vigie_app;

grant execute on function nobody_is_limited() to vigie_backup;

comment on function nobody_is_limited() is 'Whether every person and API client of the account sees all units. Processes of the release before know no units and never say what they see: beside newer ones, they go on in accounts where there is nothing to hide.';

CREATE OR REPLACE FUNCTION vigie.open_to_backup(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  execute format('create policy backup_reads on %s for select to vigie_backup using (true)', target);
end
$function$;

comment on function open_to_backup(regclass) is 'Lets the role of the backups read a table behind a wall. It has no login, writes nothing, and only the role that migrates may take it on.';

CREATE OR REPLACE FUNCTION vigie.open_to_directory(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  execute format(
    'create policy directory on %s
       using (current_setting(''app.directory'', true) = ''on'')
       with check (current_setting(''app.directory'', true) = ''on'')',
    target);
end
$function$;

comment on function open_to_directory(regclass) is 'Opens a table to the directory as well: sign-in, the scheduler and links must find a row before they can name its account. Only transactions that say so see it.';

CREATE OR REPLACE FUNCTION vigie.owner_acts(account bigint, person bigint, team bigint, units bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select exists (
    select from membership m join app_user u on u.user_id = m.user_id
    where m.account_id = account and m.active and u.active
      and (m.user_id = person or exists (select from team_member tm
        where tm.account_id = account and tm.team_id = team and tm.user_id = m.user_id))
      and member_sees(account, m.user_id, units))
$function$;

grant execute on function owner_acts(bigint,bigint,bigint,bigint) to vigie_app;

comment on function owner_acts(bigint,bigint,bigint,bigint) is 'Whether a person, or at least one of a team, is an active member who sees the companies of this set of units. Null is the set of companies in no unit, which only those see who see all.';

CREATE OR REPLACE FUNCTION vigie.person_key_stays_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if new.key is not null and new.key is distinct from old.key then
    raise exception 'The key of a person is destroyed, never replaced.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$;

grant execute on function person_key_stays_erased() to public;

comment on function person_key_stays_erased() is 'A key that could be replaced would make earlier words unreadable by mistake.';

CREATE OR REPLACE FUNCTION vigie.portfolio_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into portfolio_size_change (account_id, archived, unit_set, change)
      select account_id, archived_at is not null, coalesce(unit_set_id, 0), count(*) from fresh group by 1, 2, 3;
  else
    insert into portfolio_size_change (account_id, archived, unit_set, change)
      select account_id, archived, unit_set, sum(change) from (
        select account_id, archived_at is not null as archived, coalesce(unit_set_id, 0) as unit_set, 1 as change
        from fresh
        union all
        select account_id, archived_at is not null, coalesce(unit_set_id, 0), -1 from former) moved
      group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end
$function$;

comment on function portfolio_count() is 'Runs as the owner: the application cannot write a wrong count.';

CREATE OR REPLACE FUNCTION vigie.portfolio_fold(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  with due as materialized (
    select account_id, change_id from portfolio_size_change limit most for update skip locked
  ), taken as (
    delete from portfolio_size_change c using due
    where c.account_id = due.account_id and c.change_id = due.change_id
    returning c.account_id, c.archived, c.unit_set, c.change
  ), folded as (
    insert into portfolio_size as p (account_id, archived, unit_set, total)
    select account_id, archived, unit_set, sum(change) from taken group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, archived, unit_set) do update set total = p.total + excluded.total
  )
  select count(*)::int from taken
$function$;

grant execute on function portfolio_fold(integer) to vigie_app;

comment on function portfolio_fold(integer) is 'Moves up to so many changes into the sizes and says how many there were. One statement, so whoever reads meanwhile, and whatever dies in between, finds each change counted once. Runs as the owner, as portfolio_count.';

CREATE OR REPLACE FUNCTION vigie.protect_account_table(target regclass, rights text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy account_isolation on %s
       using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)
       with check (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)',
    target);
  perform open_to_backup(target);
  if rights <> '' then
    execute format('grant %s on %s to vigie_app', rights, target);
  end if;
end
$function$;

comment on function protect_account_table(regclass,text) is 'Puts a table behind the account wall. It exists once so that no table gets a weaker wall than the others. The policy compares with a setting that each transaction makes for itself; an unset account matches no row.';

CREATE OR REPLACE FUNCTION vigie.register_by_words_gleif(queries text[], below smallint[], patterns text[], letters integer, slack integer, most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '32MB'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
      declare
        told integer := 0;
        brought integer;
        none constant text[] := '{}';
      begin
        for i in 1 .. cardinality(queries) loop
          return query select record_key from (
              select record_key, search_name, size_rank from register_company c
              where c.source = 'GLEIF' and c.search_name <> '' and c.size_rank < below[i]
                and register_tokens(c.source, c.search_name, c.search_extra, c.country_code, c.size_rank)
                  @@ queries[i]::tsquery
                and ' ' || c.search_name || coalesce(' ' || c.search_extra, '') || ' '
                  ~ all (case when i = cardinality(queries) then patterns else none end)
              limit case when cardinality(queries) > 1 then 400 else 1000 end) candidate
            order by abs(length(search_name) - letters) > slack, size_rank desc, length(search_name)
            limit most;
          get diagnostics brought = row_count;
          told := told + brought;
          exit when told >= most;
        end loop;
      end $function$;

grant execute on function register_by_words_gleif(text[],smallint[],text[],integer,integer,integer) to public;

comment on function register_by_words_gleif(text[],smallint[],text[],integer,integer,integer) is 'As register_by_words_sirene; the other index needs a plan of its own.';

CREATE OR REPLACE FUNCTION vigie.register_by_words_sirene(queries text[], below smallint[], patterns text[], letters integer, slack integer, most integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '32MB'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
      declare
        told integer := 0;
        brought integer;
        none constant text[] := '{}';
      begin
        for i in 1 .. cardinality(queries) loop
          return query select record_key from (
              select record_key, search_name, size_rank from register_company c
              where c.source = 'SIRENE' and c.search_name <> '' and c.size_rank < below[i]
                and register_tokens(c.source, c.search_name, c.search_extra, c.country_code, c.size_rank)
                  @@ queries[i]::tsquery
                and ' ' || c.search_name || coalesce(' ' || c.search_extra, '') || ' '
                  ~ all (case when i = cardinality(queries) then patterns else none end)
              limit case when cardinality(queries) > 1 then 400 else 1000 end) candidate
            order by abs(length(search_name) - letters) > slack, size_rank desc, length(search_name)
            limit most;
          get diagnostics brought = row_count;
          told := told + brought;
          exit when told >= most;
        end loop;
      end $function$;

grant execute on function register_by_words_sirene(text[],smallint[],text[],integer,integer,integer) to public;

comment on function register_by_words_sirene(text[],smallint[],text[],integer,integer,integer) is 'Companies that have the words of a query, best first; the next query is asked when those before it did not bring enough. `below` bounds the rank for each, so that none is told twice. Rows are looked through for the patterns of the last one. The planner cannot know how rare the words are, and hopes to come upon a thousand of them by walking through the register: every way but the index of words is closed to it.';

CREATE OR REPLACE FUNCTION vigie.register_index(of_source text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
 SET maintenance_work_mem TO '256MB'
AS $function$
begin
  if to_regclass(format('register_company_words_%s', lower(of_source))) is not null then return; end if;
  execute format($sql$
    create index register_company_name_%1$s on register_company (search_name, size_rank desc)
      include (record_key, country_code) where source = %2$L and search_name <> '' $sql$, lower(of_source), of_source);
  execute format($sql$
    create index register_company_words_%1$s on register_company
      using gin (register_tokens(source, search_name, search_extra, country_code, size_rank))
      where source = %2$L and search_name <> '' $sql$, lower(of_source), of_source);
  delete from register_word_change where source = of_source;
  delete from register_word where source = of_source;
  insert into register_word (source, word, companies)
  select of_source, word, count(*) from register_company c, unnest(tsvector_to_array(array_to_tsvector(
    string_to_array(search_name || coalesce(' ' || search_extra, ''), ' ')))) word
  where c.source = of_source and c.search_name <> '' group by word order by word collate "C";
end
$function$;

grant execute on function register_index(text) to vigie_app;

comment on function register_index(text) is 'Each register has its own indexes, so that the first file of one is loaded without them and does not touch the other. The name index answers alone, without the table.';

CREATE OR REPLACE FUNCTION vigie.register_settle()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  perform gin_clean_pending_list(index::regclass)
  from unnest('{register_company_words_sirene,register_company_words_gleif}'::text[]) index
  where to_regclass(index) is not null;
  analyze register_company;
  analyze register_word;
  analyze register_establishment;
  analyze legal_announcement;
end
$function$;

grant execute on function register_settle() to vigie_app;

comment on function register_settle() is 'After an import: fresh statistics, and the words not yet sorted into the indexes put there. Both are the owner''s to do.';

CREATE OR REPLACE FUNCTION vigie.register_tokens(source text, search_name text, search_extra text, country_code text, size_rank smallint)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(CASE WHEN (search_name = ''::text) THEN '{}'::text[] ELSE string_to_array(((CASE WHEN (source = 'GLEIF'::text) THEN ((('~'::text || replace((search_name || COALESCE((' '::text || search_extra), ''::text)), ' '::text, ' ~'::text)) || ' @'::text) || country_code) ELSE (search_name || COALESCE((' '::text || search_extra), ''::text)) END || CASE WHEN ((size_rank >= 21) AND (source = 'SIRENE'::text)) THEN ((' '::text || replace((search_name || COALESCE((' '::text || search_extra), ''::text)), ' '::text, '/2 '::text)) || '/2'::text) ELSE ''::text END) || CASE WHEN ((size_rank >= 24) AND (source = 'SIRENE'::text)) THEN ((' '::text || replace((search_name || COALESCE((' '::text || search_extra), ''::text)), ' '::text, '/3 '::text)) || '/3'::text) ELSE ''::text END), ' '::text) END);

grant execute on function register_tokens(text,text,text,text,smallint) to public;

comment on function register_tokens(text,text,text,text,smallint) is 'The words a company is found by. Those of larger active companies stand a second and a third time, marked with their tier: the best answers to a common word come from a short list instead of a sort of a long one. Words of GLEIF have a sign of their own, so that the two registers never get in each other''s way. Written in terms that PostgreSQL puts straight into its plans: a call for each row made the index of words several times dearer.';

CREATE OR REPLACE FUNCTION vigie.register_unindex(of_source text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if exists (select from register_company where source = of_source) then return; end if;
  execute format('drop index if exists register_company_name_%1$s, register_company_words_%1$s', lower(of_source));
end
$function$;

grant execute on function register_unindex(text) to vigie_app;

comment on function register_unindex(text) is 'Only while the register is empty: then its first file is loaded without indexes.';

CREATE OR REPLACE FUNCTION vigie.response_is_seen(response bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.response r
    where r.account_id = nullif(current_setting('app.account', true), '')::bigint and r.response_id = response);
end
$function$;

grant execute on function response_is_seen(bigint) to vigie_app;

grant execute on function response_is_seen(bigint) to vigie_backup;

comment on function response_is_seen(bigint) is 'The same for what belongs to a response.';

CREATE OR REPLACE FUNCTION vigie.rule_seed(account bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  outer_account text := coalesce(current_setting('app.account', true), '');
begin
  perform set_config('app.account', account::text, true);
  insert into rule (account_id, shipped_code, name, name_fr, priority, sectors, countries, criticalities,
    purchase_min, purchase_max, dossier_type_codes, due_days, created_at, updated_at)
  select account, s.code, d -> 'name' ->> 'en', d -> 'name' ->> 'fr', (d ->> 'priority')::int,
    array(select jsonb_array_elements_text(c -> 'sectors')),
    array(select jsonb_array_elements_text(c -> 'countries')),
    array(select jsonb_array_elements_text(c -> 'criticalities')),
    (c -> 'purchaseAmount' ->> 'min')::numeric, (c -> 'purchaseAmount' ->> 'max')::numeric,
    array(select jsonb_array_elements_text(d -> 'dossierTypeCodes')), (d ->> 'dueDays')::int, now(), now()
  from (
    select distinct on (code) code, definition as d, definition -> 'criteria' as c from shipped_type
    where kind = 'RULE' order by code, shipped_version desc) s
  on conflict do nothing;
  perform set_config('app.account', outer_account, true);
end
$function$;

grant execute on function rule_seed(bigint) to vigie_app;

comment on function rule_seed(bigint) is 'Gives an account the shipped rules it never had; none of them acts before somebody activates it. The setting of the account is borrowed.';

CREATE OR REPLACE FUNCTION vigie.screening_change_is_seen(change_seq bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.screening_change c
    where c.account_id = nullif(current_setting('app.account', true), '')::bigint and c.seq = change_seq);
end
$function$;

grant execute on function screening_change_is_seen(bigint) to vigie_app;

grant execute on function screening_change_is_seen(bigint) to vigie_backup;

comment on function screening_change_is_seen(bigint) is 'As event_is_seen, for what belongs to a change of a hit.';

CREATE OR REPLACE FUNCTION vigie.search_text(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN btrim(regexp_replace(CASE WHEN (octet_length(given) = length(given)) THEN lower(given) ELSE translate(replace(replace(replace(replace(lower(regexp_replace(NORMALIZE(given, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), 'œ'::text, 'oe'::text), 'æ'::text, 'ae'::text), 'ß'::text, 'ss'::text), 'þ'::text, 'th'::text), 'øłđðı'::text, 'olddi'::text) END, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'::text, ' '::text, 'g'::text));

grant execute on function search_text(text) to vigie_app;

comment on function search_text(text) is 'Text as people compare it: no accents, no capitals, no punctuation. Sorting and searching use it instead of a collation, so every build of PostgreSQL gives the same order and no upgrade of ICU can spoil an index.';

CREATE OR REPLACE FUNCTION vigie.seen_thirdparties()
 RETURNS int8multirange
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  if current_setting('app.reads', true) is distinct from 'many' then return null; end if;
  return (select coalesce(range_agg(int8range(t.thirdparty_id, t.thirdparty_id, '[]')), '{}')
    from unnest(vigie.seen_unit_sets()) r join vigie.thirdparty t on t.unit_set_id >= lower(r) and t.unit_set_id < upper(r)
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint);
end
$function$;

grant execute on function seen_thirdparties() to vigie_app;

grant execute on function seen_thirdparties() to vigie_backup;

comment on function seen_thirdparties() is 'All third parties that this transaction sees, if it has said that it reads many rows (app.reads); else null.';

CREATE OR REPLACE FUNCTION vigie.seen_unit_sets()
 RETURNS int8multirange
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(NULLIF(current_setting('app.units'::text, true), 'all'::text), ''::text))::int8multirange;

grant execute on function seen_unit_sets() to vigie_app;

grant execute on function seen_unit_sets() to vigie_backup;

comment on function seen_unit_sets() is 'The sets that this transaction sees, if not all: ranges, in which a set is found by halving, however many there are.';

CREATE OR REPLACE FUNCTION vigie.sees_all_units()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NOT (current_setting('app.directory'::text, true) IS DISTINCT FROM 'on'::text)) OR (CURRENT_USER = 'vigie_owner'::name) OR COALESCE((current_setting('app.units'::text, true) = 'all'::text), nobody_is_limited()));

grant execute on function sees_all_units() to vigie_app;

grant execute on function sees_all_units() to vigie_backup;

comment on function sees_all_units() is 'Whether this transaction sees the companies of all units. The directory does too: it reaches only tables that are opened to it. So do functions that run as the owner, which write the journal and the counts: whoever moves a company out of their own sight has that written down as well.';

CREATE OR REPLACE FUNCTION vigie.step_is_seen(step bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.approval_step s
    where s.account_id = nullif(current_setting('app.account', true), '')::bigint and s.step_id = step);
end
$function$;

grant execute on function step_is_seen(bigint) to vigie_app;

grant execute on function step_is_seen(bigint) to vigie_backup;

comment on function step_is_seen(bigint) is 'As thirdparty_is_seen, for what belongs to a step of an approval.';

CREATE OR REPLACE FUNCTION vigie.subject_is_seen(subject bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return vigie.thirdparty_is_seen(subject) or exists (select from vigie.dossier d
    where d.account_id = nullif(current_setting('app.account', true), '')::bigint and d.dossier_id = subject);
end
$function$;

grant execute on function subject_is_seen(bigint) to vigie_app;

grant execute on function subject_is_seen(bigint) to vigie_backup;

comment on function subject_is_seen(bigint) is 'The same for what is a third party or a dossier.';

CREATE OR REPLACE FUNCTION vigie.take_place(lease uuid, wanted bytea, places integer, seconds double precision)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  moment timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('place ' || encode(wanted, 'hex'), 0));
  moment := clock_timestamp();
  -- Nor is a place taken for so long, unless the clock was set back.
  delete from place_lease p where p.key = wanted
    and (p.until <= moment or p.until > moment + 2 * seconds * interval '1 second');
  insert into place_lease (lease_id, key, until)
  select lease, wanted, moment + seconds * interval '1 second'
  where (select count(*) from place_lease p where p.key = wanted) < places;
  return found;
end
$function$;

grant execute on function take_place(uuid,bytea,integer,double precision) to vigie_app;

comment on function take_place(uuid,bytea,integer,double precision) is 'Takes one of so many places, if one is free. The lock is of the key alone: those who come at once are counted one after the other.';

CREATE OR REPLACE FUNCTION vigie.take_unit_set()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  -- Locked as the foreign key locks it anyway: a company that is being moved is waited for, and one that is written
  -- to is not moved before that is committed.
  select t.unit_set_id into new.unit_set_id from thirdparty t
    where t.account_id = new.account_id and t.thirdparty_id = new.thirdparty_id for key share;
  return new;
end
$function$;

grant execute on function take_unit_set() to public;

comment on function take_unit_set() is 'What is opened for a company is where the company is. A trigger, because nothing may be written without it: a row with the wrong set would be seen by the wrong people.';

CREATE OR REPLACE FUNCTION vigie.task_is_seen(task bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.task t
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint and t.task_id = task);
end
$function$;

grant execute on function task_is_seen(bigint) to vigie_app;

grant execute on function task_is_seen(bigint) to vigie_backup;

comment on function task_is_seen(bigint) is 'As thirdparty_is_seen, for what belongs to a task.';

CREATE OR REPLACE FUNCTION vigie.thirdparties_place(ids bigint[], units bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := current_setting('app.account')::bigint;
  target bigint := unit_set_for(units);
begin
  -- Stronger than an update locks by itself: whoever is opening something for one of them is waited for, and what
  -- they opened is moved too.
  perform from thirdparty t where t.account_id = account and t.thirdparty_id = any(ids)
    order by t.thirdparty_id for update;
  update thirdparty t set unit_set_id = target
    where t.account_id = account and t.thirdparty_id = any(ids) and t.unit_set_id is distinct from target;
  update thirdparty_summary s set unit_set_id = target
    where s.account_id = account and s.thirdparty_id = any(ids) and s.unit_set_id is distinct from target;
  update dossier d set unit_set_id = target
    where d.account_id = account and d.thirdparty_id = any(ids) and d.unit_set_id is distinct from target;
  update document c set unit_set_id = target
    where c.account_id = account and c.thirdparty_id = any(ids) and c.unit_set_id is distinct from target;
  return target;
end
$function$;

grant execute on function thirdparties_place(bigint[],bigint[]) to vigie_app;

comment on function thirdparties_place(bigint[],bigint[]) is 'Puts companies into these units and no others: the one way to move them. It runs as the owner, who sees all units: a company may leave the sight of whoever moves it, or enter a set that was unknown when their sight was computed. What they may move is decided before.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_add_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  insert into thirdparty_word (account_id, word, subject)
    select distinct account_id, left(word, 100) collate "C" as word, subject from (
      select account_id, thirdparty_id as subject,
        unnest(string_to_array(thirdparty_said(name, name_key, trade_name, local_id), ' ')) as word
      from fresh) said
    where word <> ''
    order by account_id, word, subject;
  return null;
end
$function$;

comment on function thirdparty_add_words() is 'The words of a whole batch in one statement, in the order of their index: neighbours lie on one page.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_change_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  delete from thirdparty_word where account_id = old.account_id and subject = old.thirdparty_id;
  insert into thirdparty_word (account_id, word, subject)
    select distinct new.account_id, left(word, 100), new.thirdparty_id
    from string_to_table(thirdparty_said(new.name, new.name_key, new.trade_name, new.local_id), ' ') word
    where word <> '';
  return null;
end
$function$;

comment on function thirdparty_change_words() is 'Only when a name changed: any other change of a third party costs nothing here.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_is_among(seen int8multirange, thirdparty bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  if seen is null then return vigie.thirdparty_is_seen(thirdparty); end if;
  return thirdparty <@ seen;
end
$function$;

grant execute on function thirdparty_is_among(int8multirange,bigint) to vigie_app;

grant execute on function thirdparty_is_among(int8multirange,bigint) to vigie_backup;

comment on function thirdparty_is_among(int8multirange,bigint) is 'Whether the third party is seen: found among all that are, where these are known, or asked for by itself.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_is_seen(thirdparty bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.thirdparty t
    where t.account_id = nullif(current_setting('app.account', true), '')::bigint and t.thirdparty_id = thirdparty);
end
$function$;

grant execute on function thirdparty_is_seen(bigint) to vigie_app;

comment on function thirdparty_is_seen(bigint) is 'Whether the wall around the third party lets this transaction through. A function rather than a sub-select in each policy: those who see all never call it, and their statements are not planned with it.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_keep_unique_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if new.code is null then
    new.unique_code := null;
  else
    -- Held as the foreign key holds it anyway: whoever switches the setting waits for us, or we for them.
    select case when a.unique_codes then true end into new.unique_code
      from account a where a.account_id = new.account_id for key share;
  end if;
  return new;
end
$function$;

comment on function thirdparty_keep_unique_code() is 'Keeps thirdparty.unique_code. A trigger, because no writer may forget it: the index counts on it.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_keep_wire()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A number that stays the same keeps its key, also the missing one of an older row that shares it.
  if tg_op = 'INSERT' or (old.country_code, old.local_id, old.local_register)
      is distinct from (new.country_code, new.local_id, new.local_register) then
    new.local_key := vigie.local_key(new.country_code, new.local_id, new.local_register);
  end if;
  new.wire := vigie.thirdparty_wire(new);
  return new;
end
$function$;

comment on function thirdparty_keep_wire() is 'Keeps thirdparty.wire and thirdparty.local_key.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_said(name text, name_key text, trade_name text, local_id text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN concat_ws(' '::text, CASE WHEN (length(name_key) < 200) THEN NULLIF(name_key, '􏿿'::text) ELSE search_text(name) END, replace(CASE WHEN (length(name_key) < 200) THEN NULLIF(name_key, '􏿿'::text) ELSE search_text(name) END, ' '::text, ''::text), search_text(trade_name), replace(search_text(trade_name), ' '::text, ''::text), search_text(local_id), replace(search_text(local_id), ' '::text, ''::text));

grant execute on function thirdparty_said(text,text,text,text) to vigie_app;

comment on function thirdparty_said(text,text,text,text) is 'All that is searched in the names of a third party, as one text: their words, and each name without blanks. The key of the name is the name put that way already, unless it had to be cut.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_summary_keep_wire()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.wire := vigie.thirdparty_summary_wire(new);
  return new;
end
$function$;

comment on function thirdparty_summary_keep_wire() is 'Keeps thirdparty_summary.wire.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_summary_wire(s thirdparty_summary)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN concat('{"criticality":', wire_json((s).criticality), ',"dossierStatus":', wire_word((s).dossier_status), ',"indicators":{"LEGAL_COMPLIANCE":', COALESCE(((s).legal_compliance)::text, 'null'::text), ',"FINANCIAL_RISK":', COALESCE(((s).financial_risk)::text, 'null'::text), ',"CYBERSECURITY":', COALESCE(((s).cybersecurity)::text, 'null'::text), ',"ENVIRONMENTAL_IMPACT":', COALESCE(((s).environmental_impact)::text, 'null'::text), '},"openRequests":', COALESCE(((s).open_requests)::text, 'null'::text), ',"nextExpiry":', wire_json((s).next_expiry), '}');

grant execute on function thirdparty_summary_wire(thirdparty_summary) to public;

comment on function thirdparty_summary_wire(thirdparty_summary) is 'The summary as it goes over the wire: one expression, like thirdparty_wire, because a query in the trigger would cost more than the row.';

CREATE OR REPLACE FUNCTION vigie.thirdparty_wire(t thirdparty)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN concat('{"thirdpartyId":', (t).thirdparty_id, ',"code":', wire_json((t).code), ',"legalIdentifier":', CASE WHEN ((t).identifier_code IS NULL) THEN 'null'::text ELSE concat('{"code":"', (t).identifier_code, '","value":', wire_json((t).identifier_value), CASE WHEN ((t).identifier_code = 'NATIONAL'::text) THEN concat(',"countryCode":', wire_word((t).identifier_country), ',"register":', wire_word((t).identifier_register)) ELSE NULL::text END, '}') END, ',"source":"', (t).source, '","identityStatus":"', (t).identity_status, '","name":', wire_json((t).name), ',"tradeName":', wire_json((t).trade_name), ',"siren":', wire_word((t).siren), ',"siret":', wire_word((t).siret), ',"vatNumber":', wire_json((t).vat_number), ',"duns":', wire_word((t).duns), ',"lei":', wire_word((t).lei), ',"localId":', wire_json((t).local_id), ',"localRegister":', wire_word((t).local_register), ',"countryCode":', wire_word((t).country_code), ',"legalForm":', wire_json((t).legal_form), ',"headOffice":', wire_json((t).head_office), ',"nafCode":', wire_json((t).naf_code), ',"mainActivity":', wire_json((t).main_activity), ',"activityScheme":', wire_json((t).activity_scheme), ',"executives":', (t).executives, ',"headcount":', wire_json((t).headcount), ',"creationDate":', wire_json((t).creation_date), ',"closureDate":', wire_json((t).closure_date), ',"status":"', (t).status, '","statusDetail":', wire_json((t).status_detail), ',"statusSince":', wire_json((t).status_since), ',"relationship":{"state":"', (t).relationship, '","validUntil":', wire_json((t).relationship_until), ',"toReview":', CASE WHEN ((t).relationship_review IS NULL) THEN 'null'::text ELSE concat('{"cause":"', (t).relationship_review, '","since":', wire_json((t).relationship_review_on), '}') END, '},"archived":', CASE WHEN ((t).archived_at IS NULL) THEN 'false'::text ELSE 'true'::text END, ',"archivedAt":', wire_word(wire_time((t).archived_at)), ',"provenance":', (t).provenance, ',"createdAt":"', wire_time((t).created_at), '","updatedAt":"', wire_time((t).updated_at), '"}');

grant execute on function thirdparty_wire(thirdparty) to public;

comment on function thirdparty_wire(thirdparty) is 'The one mapper from row to wire; the schema of the route describes the same fields, and a test holds them together. One expression, so that the trigger evaluates it without a query. Columns whose checks admit only plain characters are not searched for others; those that are never null stand between their quotes.';

CREATE OR REPLACE FUNCTION vigie.unit_set_for(units bigint[])
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := current_setting('app.account')::bigint;
  wanted bigint[] := array(select distinct u from unnest(units) u order by u);
  found_id bigint;
begin
  if cardinality(wanted) = 0 then return null; end if;
  insert into unit_set (account_id, unit_ids) values (account, wanted)
    on conflict (account_id, unit_ids) do nothing returning unit_set_id into found_id;
  if found_id is null then
    select s.unit_set_id into strict found_id from unit_set s where s.account_id = account and s.unit_ids = wanted;
  end if;
  -- Also of a set that was there: a deleted unit takes its rows with it.
  insert into unit_set_unit (account_id, unit_id, unit_set_id)
    select account, u, found_id from unnest(wanted) u on conflict do nothing;
  return found_id;
end
$function$;

grant execute on function unit_set_for(bigint[]) to vigie_app;

comment on function unit_set_for(bigint[]) is 'The one set of these units, made if it is not there; null for no units.';

CREATE OR REPLACE FUNCTION vigie.unit_sets_of(account bigint, chosen bigint[])
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select coalesce(array_agg(distinct m.unit_set_id order by m.unit_set_id), '{}')
  from units_beneath(account, chosen) b join unit_set_unit m on m.account_id = account and m.unit_id = b
$function$;

grant execute on function unit_sets_of(bigint,bigint[]) to vigie_app;

comment on function unit_sets_of(bigint,bigint[]) is 'The sets that hold one of these units or one beneath: what somebody sees who sees these units.';

CREATE OR REPLACE FUNCTION vigie.units_beneath(account bigint, chosen bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  with recursive beneath as (
    select u.unit_id from unit u where u.account_id = account and u.unit_id = any(chosen)
    union
    select u.unit_id from beneath b join unit u on u.account_id = account and u.parent_id = b.unit_id)
  select unit_id from beneath
$function$;

grant execute on function units_beneath(bigint,bigint[]) to vigie_app;

comment on function units_beneath(bigint,bigint[]) is 'These units and what lies beneath them.';

CREATE OR REPLACE FUNCTION vigie.upload_is_seen(upload bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 4
AS $function$
begin
  return exists (select from vigie.portal_upload u
    where u.account_id = nullif(current_setting('app.account', true), '')::bigint and u.upload_id = upload);
end
$function$;

grant execute on function upload_is_seen(bigint) to vigie_app;

grant execute on function upload_is_seen(bigint) to vigie_backup;

comment on function upload_is_seen(bigint) is 'The same for the parts of an upload.';

CREATE OR REPLACE FUNCTION vigie.wire_json(given date)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((to_json(given))::text, 'null'::text);

grant execute on function wire_json(date) to vigie_app;

comment on function wire_json(date) is 'By to_json, which alone does not follow the date style of the session.';

CREATE OR REPLACE FUNCTION vigie.wire_json(given jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((given)::text, 'null'::text);

grant execute on function wire_json(jsonb) to vigie_app;

comment on function wire_json(jsonb) is 'A value as it stands in a JSON text.';

CREATE OR REPLACE FUNCTION vigie.wire_json(given text)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN COALESCE((to_json(given))::text, 'null'::text);

grant execute on function wire_json(text) to vigie_app;

comment on function wire_json(text) is 'A value as it stands in a JSON text.';

CREATE OR REPLACE FUNCTION vigie.wire_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS'::text);

grant execute on function wire_time(timestamp with time zone) to public;

comment on function wire_time(timestamp with time zone) is 'A moment as the API writes it.';

CREATE OR REPLACE FUNCTION vigie.wire_word(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN COALESCE((('"'::text || given) || '"'::text), 'null'::text);

grant execute on function wire_word(text) to vigie_app;

comment on function wire_word(text) is 'Cheaper than wire_json, and only for what holds nothing that JSON would have to escape.';

create operator <@? (leftarg = anyelement, rightarg = anymultirange, function = elem_contained_by_multirange, restrict = neqsel);
comment on operator <@? (anyelement, anymultirange) is 'As <@. Without a negator neqsel answers that nearly every row passes, which is so for nearly every reader. By the usual estimate PostgreSQL would expect half of the rows, or none, and plan every statement for that.';
create operator ?> (leftarg = int8multirange, rightarg = bigint, function = thirdparty_is_among, restrict = neqsel);
comment on operator ?> (int8multirange, bigint) is 'thirdparty_is_among, of which PostgreSQL expects what it does of <@?.';
