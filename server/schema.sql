-- Written by scripts/schema.ts from the migrated database; a test holds the two together. Not to be edited.

grant usage on schema vigie to vigie_app;

create sequence vigie_id as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant usage on sequence vigie_id to vigie_app;

create table account (
  account_id bigint default nextval('vigie_id'::regclass) not null,
  name text not null,
  kind text default 'PRODUCTION'::text not null,
  clock_offset_ms bigint default 0 not null,
  created_at timestamp with time zone default now() not null,
  constraint account_pkey PRIMARY KEY (account_id),
  constraint account_check CHECK (((clock_offset_ms = 0) OR (kind = 'SANDBOX'::text))),
  constraint account_kind_check CHECK ((kind = ANY (ARRAY['PRODUCTION'::text, 'SANDBOX'::text]))),
  constraint account_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
alter table account enable row level security;
alter table account force row level security;
create policy account_isolation on account for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy directory on account for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table account to vigie_app;

create table api_client (
  account_id bigint not null,
  api_client_id bigint default nextval('vigie_id'::regclass) not null,
  client_id text not null,
  name text not null,
  secret_hash text not null,
  previous_secret_hash text,
  previous_secret_until timestamp with time zone,
  scopes text[] not null,
  active boolean default true not null,
  token_version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint api_client_pkey PRIMARY KEY (account_id, api_client_id),
  constraint api_client_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint api_client_client_id_check CHECK ((client_id ~ '^[A-Za-z0-9_-]{8,64}$'::text)),
  constraint api_client_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint api_client_scopes_check CHECK ((((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 5)) AND (scopes <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
CREATE UNIQUE INDEX api_client_client_id ON vigie.api_client USING btree (client_id);
alter table api_client enable row level security;
alter table api_client force row level security;
create policy account_isolation on api_client for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy directory on api_client for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant insert, select, update on table api_client to vigie_app;

create table app_user (
  user_id bigint default nextval('vigie_id'::regclass) not null,
  email text not null,
  name text not null,
  language text default 'en'::text not null,
  password_hash text,
  active boolean default true not null,
  token_version integer default 1 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint app_user_pkey PRIMARY KEY (user_id),
  constraint app_user_email_check CHECK ((((length(email) >= 3) AND (length(email) <= 254)) AND (email = lower(email)))),
  constraint app_user_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint app_user_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
CREATE UNIQUE INDEX app_user_email ON vigie.app_user USING btree (email);
alter table app_user enable row level security;
alter table app_user force row level security;
create policy directory on app_user for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
create policy members on app_user for all to public
  using ((EXISTS ( SELECT
   FROM membership m
  WHERE (m.user_id = app_user.user_id))));
grant insert, select, update on table app_user to vigie_app;

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
  constraint event_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
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
CREATE TRIGGER event_append_only BEFORE DELETE OR UPDATE ON vigie.event FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON vigie.event FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table event to vigie_app;

create table event_default partition of event default;
alter table event_default enable row level security;
alter table event_default force row level security;
create policy account_isolation on event_default for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
CREATE TRIGGER event_no_truncate BEFORE TRUNCATE ON vigie.event_default FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();

create table event_detail (
  account_id bigint not null,
  seq bigint not null,
  salt bytea not null,
  payload bytea not null,
  constraint event_detail_pkey PRIMARY KEY (account_id, seq),
  constraint event_detail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint event_detail_salt_check CHECK ((length(salt) = 32))
);
alter table event_detail enable row level security;
alter table event_detail force row level security;
create policy account_isolation on event_detail for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
CREATE TRIGGER event_detail_append_only BEFORE DELETE OR UPDATE ON vigie.event_detail FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER event_detail_no_truncate BEFORE TRUNCATE ON vigie.event_detail FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table event_detail to vigie_app;

create table event_type (
  code smallint not null,
  name text not null,
  resource_type smallint not null,
  constraint event_type_pkey PRIMARY KEY (code),
  constraint event_type_name_key UNIQUE (name),
  constraint event_type_resource_type_check CHECK (((resource_type >= 1) AND (resource_type <= 3)))
);
grant select on table event_type to vigie_app;

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
grant delete, insert, select on table idempotency_key to vigie_app;

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
CREATE TRIGGER journal_head_forward BEFORE UPDATE ON vigie.journal_head FOR EACH ROW EXECUTE FUNCTION journal_keep_head();
CREATE TRIGGER journal_head_no_delete BEFORE DELETE ON vigie.journal_head FOR EACH ROW EXECUTE FUNCTION journal_refuse();
CREATE TRIGGER journal_head_no_truncate BEFORE TRUNCATE ON vigie.journal_head FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();
grant select on table journal_head to vigie_app;

create table mail (
  account_id bigint not null,
  mail_id bigint default nextval('vigie_id'::regclass) not null,
  dedupe_key text not null,
  template text not null,
  recipient text not null,
  language text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  message_id text not null,
  status text default 'QUEUED'::text not null,
  attempts integer default 0 not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  constraint mail_pkey PRIMARY KEY (account_id, mail_id),
  constraint mail_account_id_dedupe_key_key UNIQUE (account_id, dedupe_key),
  constraint mail_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint mail_dedupe_key_check CHECK (((length(dedupe_key) >= 1) AND (length(dedupe_key) <= 300))),
  constraint mail_language_check CHECK ((language = ANY (ARRAY['en'::text, 'fr'::text]))),
  constraint mail_last_error_check CHECK ((length(last_error) <= 100)),
  constraint mail_recipient_check CHECK ((((length(recipient) >= 3) AND (length(recipient) <= 254)) AND (recipient !~ '[\s<>,;]'::text))),
  constraint mail_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text]))),
  constraint mail_subject_check CHECK ((((length(subject) >= 1) AND (length(subject) <= 300)) AND (subject !~ '[\r\n]'::text))),
  constraint mail_template_check CHECK (((length(template) >= 1) AND (length(template) <= 100)))
);
alter table mail enable row level security;
alter table mail force row level security;
create policy account_isolation on mail for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
grant insert, select, update on table mail to vigie_app;

create table membership (
  account_id bigint not null,
  user_id bigint not null,
  roles text[] not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  constraint membership_pkey PRIMARY KEY (account_id, user_id),
  constraint membership_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint membership_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id),
  constraint membership_roles_check CHECK ((((cardinality(roles) >= 1) AND (cardinality(roles) <= 5)) AND (roles <@ ARRAY['ADMIN'::text, 'MANAGER'::text, 'REVIEWER'::text, 'READER'::text, 'AUDITOR'::text])))
);
CREATE INDEX membership_user ON vigie.membership USING btree (user_id);
alter table membership enable row level security;
alter table membership force row level security;
create policy account_isolation on membership for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
create policy directory on membership for all to public
  using ((current_setting('app.directory'::text, true) = 'on'::text))
  with check ((current_setting('app.directory'::text, true) = 'on'::text));
grant delete, insert, select, update on table membership to vigie_app;

create table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table portfolio_size (
  account_id bigint not null,
  archived boolean not null,
  total bigint not null,
  constraint portfolio_size_pkey PRIMARY KEY (account_id, archived),
  constraint portfolio_size_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id)
);
alter table portfolio_size enable row level security;
alter table portfolio_size force row level security;
create policy account_isolation on portfolio_size for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
grant select on table portfolio_size to vigie_app;

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
  constraint refresh_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(user_id)
);
CREATE INDEX refresh_token_expiry ON vigie.refresh_token USING btree (expires_at);
CREATE INDEX refresh_token_family ON vigie.refresh_token USING btree (family_id);
CREATE INDEX refresh_token_user ON vigie.refresh_token USING btree (user_id);
grant delete, insert, select, update on table refresh_token to vigie_app;

create table revoked_token (
  jti text not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone default now() not null,
  constraint revoked_token_pkey PRIMARY KEY (jti),
  constraint revoked_token_jti_check CHECK (((length(jti) >= 1) AND (length(jti) <= 128)))
);
CREATE INDEX revoked_token_expiry ON vigie.revoked_token USING btree (expires_at);
grant delete, insert, select on table revoked_token to vigie_app;

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

create table thirdparty (
  account_id bigint not null,
  thirdparty_id bigint default nextval('vigie_id'::regclass) not null,
  code text,
  identifier_code text not null,
  identifier_value text not null,
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
  archived_at timestamp with time zone,
  provenance jsonb default '[]'::jsonb not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  wire text not null,
  constraint thirdparty_pkey PRIMARY KEY (account_id, thirdparty_id),
  constraint thirdparty_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(account_id),
  constraint thirdparty_code_check CHECK (((length(code) >= 1) AND (length(code) <= 200))),
  constraint thirdparty_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint thirdparty_duns_check CHECK ((duns ~ '^[0-9]{9}$'::text)),
  constraint thirdparty_identifier_code_check CHECK ((identifier_code = ANY (ARRAY['CIT001'::text, 'CIT002'::text, 'CIT003'::text]))),
  constraint thirdparty_identifier_value_check CHECK (((length(identifier_value) >= 1) AND (length(identifier_value) <= 50))),
  constraint thirdparty_identity_status_check CHECK ((identity_status = ANY (ARRAY['PENDING'::text, 'COMPLETE'::text, 'NOT_FOUND'::text]))),
  constraint thirdparty_lei_check CHECK ((lei ~ '^[A-Z0-9]{20}$'::text)),
  constraint thirdparty_name_check CHECK (((length(name) >= 1) AND (length(name) <= 500))),
  constraint thirdparty_siren_check CHECK ((siren ~ '^[0-9]{9}$'::text)),
  constraint thirdparty_siret_check CHECK ((siret ~ '^[0-9]{14}$'::text)),
  constraint thirdparty_source_check CHECK ((source = ANY (ARRAY['MANAGED'::text, 'UNMANAGED'::text]))),
  constraint thirdparty_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'IN_COLLECTIVE_PROCEDURE'::text, 'STRUCK_OFF'::text])))
);
CREATE UNIQUE INDEX thirdparty_duns ON vigie.thirdparty USING btree (account_id, duns);
CREATE UNIQUE INDEX thirdparty_identifier ON vigie.thirdparty USING btree (account_id, identifier_code, identifier_value);
CREATE UNIQUE INDEX thirdparty_lei ON vigie.thirdparty USING btree (account_id, lei);
CREATE UNIQUE INDEX thirdparty_local_id ON vigie.thirdparty USING btree (account_id, country_code, local_id);
CREATE INDEX thirdparty_portfolio ON vigie.thirdparty USING btree (account_id, ((archived_at IS NOT NULL)), thirdparty_id DESC);
CREATE UNIQUE INDEX thirdparty_siren ON vigie.thirdparty USING btree (account_id, siren);
CREATE UNIQUE INDEX thirdparty_vat_number ON vigie.thirdparty USING btree (account_id, vat_number);
alter table thirdparty enable row level security;
alter table thirdparty force row level security;
create policy account_isolation on thirdparty for all to public
  using ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint))
  with check ((account_id = (NULLIF(current_setting('app.account'::text, true), ''::text))::bigint));
CREATE TRIGGER thirdparty_counted_in AFTER INSERT ON vigie.thirdparty REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION portfolio_count();
CREATE TRIGGER thirdparty_counted_over AFTER UPDATE ON vigie.thirdparty REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION portfolio_count();
CREATE TRIGGER thirdparty_wire BEFORE INSERT OR UPDATE ON vigie.thirdparty FOR EACH ROW EXECUTE FUNCTION thirdparty_keep_wire();
grant insert, select, update on table thirdparty to vigie_app;

create table worker_lease (
  worker_id text not null,
  seen_at timestamp with time zone default now() not null,
  constraint worker_lease_pkey PRIMARY KEY (worker_id),
  constraint worker_lease_worker_id_check CHECK (((length(worker_id) >= 1) AND (length(worker_id) <= 200)))
);
CREATE INDEX worker_lease_age ON vigie.worker_lease USING btree (seen_at);
grant delete, insert, select, update on table worker_lease to vigie_app;

CREATE OR REPLACE FUNCTION vigie.account_now(account bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select date_trunc('milliseconds', clock_timestamp() + make_interval(secs => a.clock_offset_ms / 1000.0))
  from account a where a.account_id = account
$function$;

grant execute on function account_now(bigint) to vigie_app;

CREATE OR REPLACE FUNCTION vigie.journal_append(entries jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
declare
  account bigint := current_setting('app.account')::bigint;
  head journal_head;
  row_now event;
  entry jsonb;
  detail bytea;
  detail_salt bytea;
  moment timestamptz;
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
  moment := greatest(account_now(account), head.occurred_at);

  for entry in select value from jsonb_array_elements(entries) loop
    detail := convert_to(entry ->> 'detail', 'UTF8');
    detail_salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    row_now := null;
    row_now.account_id := account;
    row_now.seq := head.seq + 1;
    row_now.event_id := nextval('vigie_id');
    row_now.event_type := (entry ->> 'type')::smallint;
    select t.resource_type into strict row_now.resource_type from event_type t where t.code = row_now.event_type;
    row_now.thirdparty_id := (entry ->> 'thirdpartyId')::bigint;
    row_now.dossier_id := (entry ->> 'dossierId')::bigint;
    row_now.document_id := (entry ->> 'documentId')::bigint;
    row_now.resource_id := case row_now.resource_type
      when 1 then row_now.thirdparty_id when 2 then row_now.dossier_id else row_now.document_id end;
    row_now.occurred_at := moment;
    row_now.actor_type := entry ->> 'actorType';
    row_now.actor_id := (entry ->> 'actorId')::bigint;
    row_now.detail_hash := sha256(detail_salt || detail);
    row_now.hash := journal_link(account, row_now, head.hash);
    insert into event values (row_now.*);
    insert into event_detail values (account, row_now.seq, detail_salt, detail);
    head.seq := row_now.seq;
    head.hash := row_now.hash;
  end loop;

  update journal_head set seq = head.seq, hash = head.hash, occurred_at = moment where account_id = account;
  return head.seq;
end
$function$;

grant execute on function journal_append(jsonb) to vigie_app;

CREATE OR REPLACE FUNCTION vigie.journal_guard_partition(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  perform protect_account_table(target, '');
  execute format('create trigger event_no_truncate before truncate on %s
                    for each statement execute function journal_refuse()', target);
end
$function$;

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

CREATE OR REPLACE FUNCTION vigie.journal_link(account bigint, e event, previous bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select sha256(convert_to(concat_ws('|', 'v1', account, e.seq, e.event_id, e.event_type, e.resource_type,
    e.resource_id, coalesce(e.thirdparty_id::text, ''), coalesce(e.dossier_id::text, ''),
    coalesce(e.document_id::text, ''), (extract(epoch from e.occurred_at) * 1000)::bigint,
    e.actor_type, coalesce(e.actor_id::text, ''), encode(e.detail_hash, 'hex'), encode(previous, 'hex')),
    'UTF8'))
$function$;

grant execute on function journal_link(bigint,event,bytea) to public;

CREATE OR REPLACE FUNCTION vigie.journal_lock_key(account bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$ select (1::bigint << 62) + account $function$;

grant execute on function journal_lock_key(bigint) to public;

grant execute on function journal_lock_key(bigint) to vigie_app;

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

CREATE OR REPLACE FUNCTION vigie.journal_refuse()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  raise exception 'The journal is append-only: % on % is refused.', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$function$;

grant execute on function journal_refuse() to public;

CREATE OR REPLACE FUNCTION vigie.portfolio_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into portfolio_size as p (account_id, archived, total)
      select account_id, archived_at is not null, count(*) from fresh group by 1, 2 order by 1, 2
      on conflict (account_id, archived) do update set total = p.total + excluded.total;
  else
    insert into portfolio_size as p (account_id, archived, total)
      select account_id, archived, sum(change) from (
        select account_id, archived_at is not null as archived, 1 as change from fresh
        union all select account_id, archived_at is not null, -1 from former) moved
      group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (account_id, archived) do update set total = p.total + excluded.total;
  end if;
  return null;
end
$function$;

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
  if rights <> '' then
    execute format('grant %s on %s to vigie_app', rights, target);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION vigie.thirdparty_keep_wire()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
begin
  new.wire := thirdparty_wire(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION vigie.thirdparty_wire(t thirdparty)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
AS $function$
  select json_build_object(
    'thirdpartyId', t.thirdparty_id, 'code', t.code,
    'legalIdentifier', json_build_object('code', t.identifier_code, 'value', t.identifier_value),
    'source', t.source, 'identityStatus', t.identity_status, 'name', t.name, 'tradeName', t.trade_name,
    'siren', t.siren, 'siret', t.siret, 'vatNumber', t.vat_number, 'duns', t.duns, 'lei', t.lei,
    'localId', t.local_id, 'countryCode', t.country_code, 'legalForm', t.legal_form,
    'headOffice', t.head_office, 'nafCode', t.naf_code, 'mainActivity', t.main_activity,
    'activityScheme', t.activity_scheme, 'executives', t.executives, 'headcount', t.headcount,
    'creationDate', t.creation_date, 'closureDate', t.closure_date, 'status', t.status,
    'statusDetail', t.status_detail, 'statusSince', t.status_since, 'archived', t.archived_at is not null,
    'archivedAt', wire_time(t.archived_at), 'provenance', t.provenance,
    'createdAt', wire_time(t.created_at), 'updatedAt', wire_time(t.updated_at))::text
$function$;

grant execute on function thirdparty_wire(thirdparty) to public;

CREATE OR REPLACE FUNCTION vigie.wire_time(moment timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'vigie', 'pg_temp'
RETURN to_char((moment AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS'::text);

grant execute on function wire_time(timestamp with time zone) to public;
