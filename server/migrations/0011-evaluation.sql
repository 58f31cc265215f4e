create table shipped_type (
  kind text not null check (kind in ('DOCUMENT', 'DOSSIER', 'RULE')),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  shipped_version integer not null check (shipped_version > 0),
  definition jsonb not null,
  primary key (kind, code, shipped_version)
);
comment on table shipped_type is
  'The catalogue as it ships, one row for each version of each type. The product fills it from its data files when it '
  'starts; accounts get their own copy, which they may change.';
grant select on shipped_type to vigie_app;

create table document_type_version (
  account_id bigint not null references account,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  type_version integer not null check (type_version > 0),
  definition jsonb not null,
  theme text not null generated always as (definition ->> 'theme') stored check (theme in
    ('LEGAL_COMPLIANCE', 'FINANCE', 'ENVIRONMENT', 'CYBERSECURITY', 'ETHICS', 'HUMAN_RIGHTS')),
  kind text not null generated always as (definition ->> 'kind') stored
    check (kind in ('FILE', 'FORM', 'FILE_AND_FORM', 'CHECK')),
  answered_by text not null generated always as (coalesce(definition ->> 'answeredBy', 'THIRD_PARTY')) stored
    check (answered_by in ('THIRD_PARTY', 'ACCOUNT')),
  shipped_version integer,
  created_at timestamptz not null default now(),
  primary key (account_id, code, type_version),
  constraint document_type_version_members unique (account_id, code, type_version, theme, kind, answered_by)
);
comment on table document_type_version is
  'What may be asked of a third party, in every version an account has used: requests keep the version they were made '
  'with, so a later change never rewrites what was asked.';
comment on column document_type_version.theme is
  'Generated, like kind and answered_by: what queries narrow by cannot differ from the definition.';
comment on column document_type_version.answered_by is
  'Some pieces are the account''s own, such as the decision to work with somebody: the third party is neither asked '
  'for them nor shown them. A request keeps the value of its own version, so that opening a type to third parties '
  'uncovers nothing that was answered inside.';
comment on column document_type_version.shipped_version is
  'The shipped version it was taken from; null once the account has written its own.';
comment on constraint document_type_version_members on document_type_version is
  'Lets document_type repeat the generated members, held to them by its key: reading them from here made the planner '
  'take five times as long for what third parties must still give.';
select protect_account_table('document_type_version', 'select, insert');

create table document_type (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  theme text not null,
  kind text not null,
  answered_by text not null,
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, code),
  foreign key (account_id, code, type_version, theme, kind, answered_by)
    references document_type_version (account_id, code, type_version, theme, kind, answered_by)
);
comment on table document_type is 'The present version of each type: what counts for whoever is asked now.';
select protect_account_table('document_type', 'select, insert, update');
create index document_type_present on document_type (account_id, code, type_version);

create table dossier_type_version (
  account_id bigint not null references account,
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  type_version integer not null check (type_version > 0),
  definition jsonb not null,
  shipped_version integer,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, code, type_version)
);
comment on table dossier_type_version is 'Which documents make a dossier, in every version, as document_type_version.';
comment on column dossier_type_version.published_at is
  'Null while it is a draft; only published versions open dossiers.';
select protect_account_table('dossier_type_version', 'select, insert, update');

create table dossier_type (
  account_id bigint not null,
  code text not null,
  type_version integer not null,
  archived_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account_id, code),
  foreign key (account_id, code, type_version) references dossier_type_version
);
comment on table dossier_type is 'The present version of each type of dossier.';
comment on column dossier_type.type_version is 'The published version; a draft, if there is one, has a higher number.';
select protect_account_table('dossier_type', 'select, insert, update');
create index dossier_type_present on dossier_type (account_id, code, type_version);

create function catalogue_seed(account bigint) returns void
language plpgsql set search_path = vigie, pg_temp as $$
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
$$;
comment on function catalogue_seed is
  'Copies into an account the newest shipped types it does not have yet. The setting of the account is borrowed.';
revoke execute on function catalogue_seed(bigint) from public;
grant execute on function catalogue_seed(bigint) to vigie_app;

create table evaluation_option (
  account_id bigint not null references account,
  name text not null check (name ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (account_id, name)
);
comment on table evaluation_option is
  'How an account wants evaluations to behave. What has no row has its default, which the product knows.';
comment on column evaluation_option.name is
  'Such as AUTO_ACCEPT (a check that succeeds accepts the answer), SECOND_REVIEWER (two people accept bank details) '
  'or STRUCK_OFF_INVALIDATES (the end of a company makes its dossiers invalid).';
select protect_account_table('evaluation_option', 'select, insert, update');

create table rule (
  account_id bigint not null references account,
  rule_id bigint not null default nextval('vigie_id'),
  shipped_code text check (shipped_code ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  name text not null check (length(name) between 1 and 200),
  name_fr text check (length(name_fr) between 1 and 200),
  active boolean not null default false,
  priority integer not null default 100 check (priority between 0 and 10000),
  sectors text[] not null default '{}' check (cardinality(sectors) <= 200),
  countries text[] not null default '{}' check (cardinality(countries) <= 250),
  criticalities text[] not null default '{}' check (cardinality(criticalities) <= 50),
  purchase_min numeric,
  purchase_max numeric,
  dossier_type_codes text[] not null check (cardinality(dossier_type_codes) between 1 and 20),
  due_days integer check (due_days between 1 and 365),
  deleted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, rule_id),
  constraint rule_purchase_range check (purchase_min is null or purchase_max is null or purchase_min <= purchase_max)
);
comment on table rule is 'Which dossiers open by themselves, and for whom. Empty criteria stand for any third party.';
comment on column rule.shipped_code is 'The shipped rule it was made from, if any.';
comment on column rule.name_fr is 'Only of shipped rules: whoever renames a rule gives it one name for everybody.';
comment on column rule.sectors is 'NAF sections (a letter), divisions (two digits) or classes.';
select protect_account_table('rule', 'select, insert, update');
create unique index rule_shipped on rule (account_id, shipped_code) where shipped_code is not null;
comment on index rule_shipped is 'A shipped rule is copied once, even after the copy was deleted.';

create function rule_seed(account bigint) returns void
language plpgsql set search_path = vigie, pg_temp as $$
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
$$;
comment on function rule_seed is
  'Gives an account the shipped rules it never had; none of them acts before somebody activates it. The setting of '
  'the account is borrowed.';
revoke execute on function rule_seed(bigint) from public;
grant execute on function rule_seed(bigint) to vigie_app;

create table dossier (
  account_id bigint not null,
  dossier_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  type_code text not null,
  type_version integer not null,
  reference text check (length(reference) between 1 and 200),
  description text check (length(description) between 1 and 4000),
  origin text not null check (origin in ('RULE', 'ON_DEMAND', 'RENEWAL')),
  rule_id bigint,
  renews bigint,
  status text not null default 'ABSENT' check (
    status in ('ABSENT', 'ONGOING', 'ACTION_REQUIRED', 'VALID', 'BELOW_EXPECTATION', 'INVALID')),
  status_since timestamptz not null,
  expiration_date date,
  due_date date,
  required_documents integer not null default 0,
  valid_documents integer not null default 0,
  legal_hold_reason text check (length(legal_hold_reason) between 1 and 1000),
  legal_hold_since timestamptz,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, dossier_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, type_code, type_version) references dossier_type_version,
  foreign key (account_id, rule_id) references rule,
  foreign key (account_id, renews) references dossier,
  constraint dossier_of_thirdparty unique (account_id, thirdparty_id, dossier_id),
  constraint dossier_hold_has_reason check ((legal_hold_reason is null) = (legal_hold_since is null))
);
comment on table dossier is 'The evaluation of a third party under one type.';
comment on column dossier.rule_id is 'The rule that opened it.';
comment on column dossier.renews is 'The dossier this one renews.';
comment on column dossier.required_documents is 'Of its documents that are required and not stopped.';
comment on column dossier.valid_documents is 'How many of the required ones are valid.';
comment on column dossier.legal_hold_reason is
  'Nothing of a dossier under hold is deleted, whatever its retention says.';
comment on column dossier.version is 'Raised by every change; the ETag.';
comment on constraint dossier_of_thirdparty on dossier is
  'Lets documents, answers, comments and indicators name dossier and third party together: never a dossier of another.';
select protect_account_table('dossier', 'select, insert, update');
create unique index dossier_open on dossier (account_id, thirdparty_id, type_code) where archived_at is null;
comment on index dossier_open is 'One open dossier for a third party and type: the index decides, not a prior read.';
create index dossier_by_type on dossier (account_id, type_code, type_version, dossier_id desc);
comment on index dossier_by_type is
  'Dossiers of one version of a type, archived ones too: what a new version moves. dossier_by_kind serves the list.';
create index dossier_by_rule on dossier (account_id, rule_id);
create index dossier_renews on dossier (account_id, renews);
create index dossier_list on dossier (account_id, dossier_id) include (type_code, status, origin)
  where archived_at is null;
comment on index dossier_list is
  'What the list is filtered by lies beside what it is ordered by, so that a filter that few rows pass goes over the '
  'others without reading them.';
create index dossier_archived on dossier (account_id, dossier_id) where archived_at is not null;
create index dossier_by_status on dossier (account_id, status, dossier_id) where archived_at is null;
create index dossier_by_kind on dossier (account_id, type_code, status, dossier_id) where archived_at is null;
comment on index dossier_by_kind is
  'A page of one type and status is read along it, and the figures count types and statuses from it alone.';
create index dossier_by_change on dossier (account_id, updated_at, dossier_id) where archived_at is null;
create index dossier_by_due_date
  on dossier (account_id, (case when due_date is null then 'infinity'::date else due_date end), dossier_id)
  include (due_date, type_code, status, origin) where archived_at is null;
comment on index dossier_by_due_date is
  'What has no date comes after all that has one. By a case expression, because row security does not let coalesce '
  'lead along an index.';
create index dossier_by_end
  on dossier (account_id, (case when expiration_date is null then 'infinity'::date else expiration_date end),
    dossier_id)
  include (expiration_date, type_code, status, origin) where archived_at is null;

create table document (
  account_id bigint not null,
  document_id bigint not null default nextval('vigie_id'),
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  code text not null,
  type_version integer not null,
  required boolean not null default true,
  alternative_group text,
  request_date timestamptz not null,
  due_date date,
  status text not null default 'MISSING' check (
    status in ('MISSING', 'ONGOING', 'ACTION_REQUIRED', 'VALID', 'BELOW_EXPECTATION', 'INVALID')),
  status_reason text not null default 'NO_ANSWER',
  status_since timestamptz not null,
  expiration_date date,
  present boolean not null default false,
  stopped_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, document_id),
  foreign key (account_id, thirdparty_id, dossier_id) references dossier (account_id, thirdparty_id, dossier_id),
  foreign key (account_id, code, type_version) references document_type_version,
  constraint document_of_dossier unique (account_id, dossier_id, document_id)
);
comment on table document is 'A request for one piece.';
comment on column document.alternative_group is 'One valid answer among the documents of a group is enough.';
comment on column document.status_reason is 'A word for why, in the vocabulary of the status rules.';
comment on column document.expiration_date is 'Of the accepted answer that makes it valid, or made it so last.';
comment on column document.stopped_at is
  'No longer asked for. The moment its dossier was archived: it comes back with the dossier.';
comment on column document.version is 'Raised by every change; the ETag.';
comment on constraint document_of_dossier on document is
  'Lets answers, evidence and comments name document and dossier together: never a document of another dossier.';
select protect_account_table('document', 'select, insert, update');
create unique index document_asked on document (account_id, dossier_id, code) where stopped_at is null;
comment on index document_asked is 'A piece is asked for once in a dossier.';
create index document_of_thirdparty on document (account_id, thirdparty_id, code);
create index document_by_type on document (account_id, code, type_version, status, status_since, document_id)
  include (stopped_at);
comment on index document_by_type is 'The review queue of some types of document, such as those of a theme.';
create index document_queue on document (account_id, status, status_since, document_id)
  include (code, type_version, dossier_id) where stopped_at is null;
comment on index document_queue is 'The review queue: who waits longest comes first.';
create index document_by_request on document (account_id, request_date, document_id) where stopped_at is null;
create index document_by_due_date
  on document (account_id, status, (case when due_date is null then 'infinity'::date else due_date end), document_id)
  include (due_date, code, type_version, dossier_id, required) where stopped_at is null;
comment on index document_by_due_date is
  'Of each status, by due date. What has no date comes after all that has one, as in dossier_by_due_date.';
create index document_by_end
  on document (account_id, (case when expiration_date is null then 'infinity'::date else expiration_date end),
    document_id) where stopped_at is null;
create index document_stopped on document (account_id, stopped_at, document_id) where stopped_at is not null;
comment on index document_stopped is 'What is asked for no longer: a list of its own, and what retention looks at.';
create index document_missing on document (account_id, thirdparty_id, document_id)
  where stopped_at is null and required and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID');
comment on index document_missing is 'What third parties must still give: a portfolio in order has few of them.';
create index document_ending on document (account_id, expiration_date, document_id)
  include (status_reason, thirdparty_id)
  where stopped_at is null and required and expiration_date is not null
    and status_reason in ('ACCEPTED', 'SCORE_BELOW_EXPECTED', 'EXPIRED');
comment on index document_ending is 'What the forecast tells of answers that end, along the days they end on.';
create index document_falling_due on document (account_id, due_date, document_id)
  include (thirdparty_id, dossier_id, alternative_group)
  where stopped_at is null and required and due_date is not null
    and status in ('MISSING', 'ACTION_REQUIRED', 'INVALID');
comment on index document_falling_due is
  'What the forecast tells of requests that fall due, without a look at the request itself.';

create table response (
  account_id bigint not null,
  response_id bigint not null default nextval('vigie_id'),
  document_id bigint not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  state text not null check (state in ('DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED',
    'SUPERSEDED', 'INTERRUPTED', 'DELETED')),
  scope text not null default 'THIRD_PARTY' check (scope in ('DOSSIER', 'THIRD_PARTY')),
  transmitter text not null check (transmitter in ('FOURNISSEUR', 'DONNEUR_ORDRE', 'SOURCE_EXTERNE')),
  language text not null default 'fr' check (language in ('fr', 'en')),
  reused_from bigint,
  effective_date date,
  expiration_date date,
  expiration_corrected boolean not null default false,
  score smallint check (score between 0 and 100),
  submitted_at timestamptz,
  submitted_by_type text check (submitted_by_type in ('USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER')),
  submitted_by bigint,
  contributors text[] not null default '{}',
  check_attempt integer,
  check_outcome text,
  first_approval integer,
  decision_number integer,
  decided_at timestamptz,
  reason_shared boolean not null default false,
  fraud boolean not null default false,
  renewal_requested_at timestamptz,
  renewal_due_date date,
  deletion_warned_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, response_id),
  foreign key (account_id, thirdparty_id, dossier_id) references dossier (account_id, thirdparty_id, dossier_id),
  foreign key (account_id, dossier_id, document_id) references document (account_id, dossier_id, document_id),
  foreign key (account_id, reused_from) references response,
  constraint response_of_document unique (account_id, document_id, response_id),
  constraint response_renewal_dated check ((renewal_requested_at is null) = (renewal_due_date is null)),
  constraint response_check_whole check ((check_attempt is null) = (check_outcome is null)),
  constraint response_decision_whole check ((decision_number is null) = (decided_at is null)),
  constraint response_decided check (
    decision_number is not null or state not in ('ACCEPTED', 'DENIED', 'EXPIRED') and not reason_shared and not fraud)
);
comment on table response is
  'One answer to one request, with what counts of its checks and decisions: all of them are in check_result and '
  'decision.';
comment on column response.scope is
  'DOSSIER: for this request only. THIRD_PARTY: may answer the same request of its other dossiers.';
comment on column response.language is 'Of whoever sent it: what is made from the answer speaks it.';
comment on column response.reused_from is 'The answer of another dossier that this one repeats.';
comment on column response.expiration_corrected is
  'Set by hand: later corrections of the effective date leave it alone.';
comment on column response.contributors is
  'Who had a hand in the answer besides whoever sent it: kept it as a draft, added to it, corrected its dates. Each '
  'as type and number, such as USER:12. Where duties are separate, none of them decides on it.';
comment on column response.check_attempt is
  'The check result that counts; null while the checks run, and once what they found was mended.';
comment on column response.check_outcome is
  'Of that result, held to it by a key. Statuses and lists are read from it without a look at the other table.';
comment on column response.first_approval is
  'The number of the first of two approvals, where two are needed; null again once the dates it was about change.';
comment on column response.decision_number is 'The decision that counts; null while there is none.';
comment on column response.decided_at is
  'Of that decision, as check_outcome is of the check result; so are reason_shared and fraud.';
comment on column response.renewal_requested_at is 'An accepted answer that will end is asked for anew.';
comment on column response.renewal_due_date is
  'The end that the renewal was asked for: when it is corrected, the answer is asked for again in its time.';
comment on column response.version is 'Raised by every change; the ETag.';
comment on constraint response_of_document on response is
  'Lets evidence name answer and document together: never an answer to another request.';
comment on constraint response_decided on response is 'Nothing is accepted or turned down without a decision.';
select protect_account_table('response', 'select, insert, update');
create index response_of_dossier on response (account_id, dossier_id);
create index response_of_thirdparty on response (account_id, thirdparty_id);
create index response_reused on response (account_id, reused_from);
create unique index response_draft on response (account_id, document_id) where state = 'DRAFT';
comment on index response_draft is 'At most one draft for a request: a second one replaces the first.';
create unique index response_under_way on response (account_id, document_id) where state in ('CHECKING', 'PENDING');
comment on index response_under_way is 'At most one answer under way for a request.';
create unique index response_accepted on response (account_id, document_id) where state = 'ACCEPTED';
comment on index response_accepted is 'At most one answer counts.';
create index response_expiring on response (account_id, expiration_date, response_id)
  where state in ('ACCEPTED', 'EXPIRED') and expiration_date is not null;
create index response_ended on response (account_id, state, updated_at)
  where state in ('DRAFT', 'DENIED', 'EXPIRED', 'SUPERSEDED', 'INTERRUPTED');
create index response_to_renew on response (account_id, expiration_date, response_id)
  where state = 'ACCEPTED' and expiration_date is not null and renewal_due_date is distinct from expiration_date;
create index response_renewing on response (account_id, thirdparty_id, renewal_due_date)
  where state = 'ACCEPTED' and renewal_due_date = expiration_date;
create index response_by_submission on response (account_id, submitted_at)
  where submitted_at is not null and reused_from is null;
comment on index response_by_submission is 'The answers of the last weeks.';

create table check_result (
  account_id bigint not null,
  response_id bigint not null,
  attempt integer not null check (attempt > 0),
  origin text not null check (origin in ('SERVICE', 'PROVIDER', 'REGISTER', 'REUSE')),
  outcome text not null check (outcome in ('PASSED', 'INCONCLUSIVE', 'FAILED', 'REFUSED')),
  findings jsonb not null default '[]',
  provider_reference text check (length(provider_reference) between 1 and 200),
  concluded_at timestamptz not null,
  primary key (account_id, response_id, attempt),
  foreign key (account_id, response_id) references response,
  constraint check_result_members unique (account_id, response_id, attempt, outcome)
);
comment on table check_result is
  'What the checks of an answer ended with, one row for each time they did. An answer that is corrected and checked '
  'again keeps what was found before.';
comment on column check_result.origin is
  'Who concluded: SERVICE, our own checks; PROVIDER, a verification of one file added to what was known; REGISTER, '
  'an answer that is what a register said; REUSE, an answer that repeats one of another dossier.';
comment on column check_result.findings is 'Codes with the evidence each is about; no content and nobody''s name.';
comment on column check_result.provider_reference is
  'Under which the provider knows its verification: the way to a copy of the piece, so it goes with the piece. Nothing '
  'else of a row may change.';
comment on constraint check_result_members on check_result is
  'Lets the answer repeat the outcome that counts, held to it by its key.';
select protect_account_table('check_result', 'select, insert, update (provider_reference)');

create table decision (
  account_id bigint not null,
  response_id bigint not null,
  number integer not null check (number > 0),
  verdict text not null check (verdict in ('FIRST_APPROVAL', 'ACCEPTANCE', 'REJECTION')),
  origin text not null check (origin in ('REVIEW', 'CHECKS', 'REGISTER', 'REUSE', 'REVOCATION')),
  decided_by_type text not null check (decided_by_type in ('USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER')),
  decided_by bigint,
  decided_at timestamptz not null,
  comment text check (length(comment) <= 4000),
  shared boolean not null default false,
  fraud boolean not null default false,
  primary key (account_id, response_id, number),
  foreign key (account_id, response_id) references response,
  constraint decision_members unique (account_id, response_id, number, decided_at, shared, fraud),
  constraint decision_rejects check (verdict = 'REJECTION' or not shared and not fraud)
);
comment on table decision is
  'What was decided on an answer, one row for each decision. Rows are never changed: a revoked acceptance and the first '
  'of two approvals stay beside what followed them.';
comment on column decision.verdict is 'A rejection of what was accepted before is a revocation.';
comment on column decision.origin is
  'REVIEW: somebody decided. CHECKS: they passed, and the account lets them decide. REGISTER: a register says so. '
  'REUSE: accepted in another dossier. REVOCATION: the answer it repeats was revoked there.';
comment on column decision.decided_by is
  'As comment.author_id: a number of another table, without a name. Of a reused answer: who accepted the original.';
comment on column decision.comment is
  'Why, in the words of who decided. They stay when the author is erased, as decision record 015 says.';
comment on column decision.shared is 'Whether the third party was told of the rejection and its reason.';
comment on constraint decision_members on decision is
  'Lets the answer repeat what lists, statuses and figures ask of the decision that counts, held to it by its key.';
select protect_account_table('decision', 'select, insert');

alter table response
  add constraint response_check foreign key (account_id, response_id, check_attempt, check_outcome)
    references check_result (account_id, response_id, attempt, outcome),
  add constraint response_first_approval foreign key (account_id, response_id, first_approval) references decision,
  add constraint response_decision
    foreign key (account_id, response_id, decision_number, decided_at, reason_shared, fraud)
    references decision (account_id, response_id, number, decided_at, shared, fraud);

create table evidence (
  account_id bigint not null,
  evidence_id bigint not null default nextval('vigie_id'),
  response_id bigint not null,
  document_id bigint not null,
  dossier_id bigint not null,
  kind text not null check (kind in ('FILE', 'FORM', 'REPORT')),
  position integer not null default 0,
  file_uuid uuid,
  file_name text check (octet_length(file_name) between 1 and 255),
  file_size bigint check (file_size >= 0),
  content_type text,
  object_key text,
  sha256 bytea check (octet_length(sha256) = 32),
  crc32 bigint check (crc32 between 0 and 4294967295),
  file_state text not null default 'PENDING' check (
    file_state in ('PENDING', 'CLEAN', 'REFUSED', 'INFECTED', 'DELETED')),
  refusal text,
  scan text check (scan in ('NOT_CONFIGURED', 'CLEAN', 'INFECTED', 'NOT_SCANNED')),
  format text not null check (format in ('ORIGINALNUMERIQUE', 'COPIENUMERIQUE', 'FORMULAIRE')),
  issuer text not null check (length(issuer) between 1 and 200),
  transmitter text not null,
  formdata jsonb,
  metadata jsonb not null default '{}',
  upload_date timestamptz not null,
  deleted_at timestamptz,
  primary key (account_id, evidence_id),
  foreign key (account_id, document_id, response_id) references response (account_id, document_id, response_id),
  foreign key (account_id, dossier_id, document_id) references document (account_id, dossier_id, document_id),
  constraint evidence_has_object check (file_state = 'DELETED' or kind = 'FORM' or object_key is not null)
);
comment on table evidence is 'A file, a filled form, or the report of a check.';
comment on column evidence.file_state is 'PENDING until every check has been done: only CLEAN is ever served.';
comment on column evidence.refusal is 'The problem code of a refusal, or the word of the scanner.';
select protect_account_table('evidence', 'select, insert, update');
create index evidence_of_response on evidence (account_id, response_id, position);
create index evidence_of_document on evidence (account_id, document_id);
create index evidence_of_dossier on evidence (account_id, dossier_id);
create index evidence_of_object on evidence (account_id, object_key) where object_key is not null;

create table comment (
  account_id bigint not null,
  comment_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  dossier_id bigint,
  document_id bigint,
  text text not null check (length(text) <= 4000),
  author_type text not null check (author_type in ('USER', 'API_CLIENT')),
  author_id bigint,
  author_name text check (length(author_name) between 1 and 200),
  author_key text not null check (length(author_key) between 1 and 200),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (account_id, comment_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, thirdparty_id, dossier_id) references dossier (account_id, thirdparty_id, dossier_id),
  foreign key (account_id, dossier_id, document_id) references document (account_id, dossier_id, document_id),
  constraint comment_document_within_dossier check (document_id is null or dossier_id is not null),
  constraint comment_empty_once_deleted check ((text = '') = (deleted_at is not null))
);
comment on table comment is
  'What people of the account tell one another about a third party, one of its dossiers or one of their documents.';
comment on column comment.dossier_id is
  'Absent on what is written about the third party itself; without document, the comment is about the dossier.';
comment on column comment.text is 'The present wording; earlier ones are in the journal, sealed for their author.';
comment on column comment.author_id is
  'A number of app_user or of api_client, by author_type; null where an outside issuer vouches. No foreign key, as for '
  'every actor: one column cannot refer to two tables, and neither people nor clients are ever removed.';
comment on column comment.author_name is
  'Only of a caller an outside issuer vouches for, who has no row to read a name from.';
comment on column comment.author_key is 'Who may edit: the same over all tokens of a person or client.';
select protect_account_table('comment', 'select, insert, update');
create index comment_of_thirdparty on comment (account_id, thirdparty_id, dossier_id, document_id, comment_id);
comment on index comment_of_thirdparty is
  'Each list of comments reads one range of this index, of comment_of_dossier or of comment_of_document, in order.';
create index comment_of_dossier on comment (account_id, dossier_id, document_id, comment_id);
create index comment_of_document on comment (account_id, document_id, comment_id);

create table comment_mention (
  account_id bigint not null,
  comment_id bigint not null,
  user_id bigint not null references app_user,
  primary key (account_id, comment_id, user_id),
  foreign key (account_id, comment_id) references comment
);
comment on table comment_mention is 'Whom a comment names, so that they are told.';
select protect_account_table('comment_mention', 'select, insert, delete');
create index comment_mention_user on comment_mention (user_id);
