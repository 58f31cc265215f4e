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
  -- The dossier this one renews.
  renews bigint,
  status text not null default 'ABSENT' check (
    status in ('ABSENT', 'ONGOING', 'ACTION_REQUIRED', 'VALID', 'BELOW_EXPECTATION', 'INVALID')),
  status_since timestamptz not null,
  expiration_date date,
  due_date date,
  -- Of its documents that are required and not stopped: how many, and how many of them are valid.
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
  foreign key (account_id, renews) references dossier,
  check ((legal_hold_reason is null) = (legal_hold_since is null))
);
select protect_account_table('dossier', 'select, insert, update');
-- One open dossier for a third party and type: the index decides, not a prior read.
create unique index dossier_open on dossier (account_id, thirdparty_id, type_code) where archived_at is null;
create index dossier_of_thirdparty on dossier (account_id, thirdparty_id, dossier_id desc);
create index dossier_by_type on dossier (account_id, type_code, type_version, dossier_id desc);
-- The orders of the list. What has no date comes after all that has one.
create index dossier_list on dossier (account_id, dossier_id) where archived_at is null;
create index dossier_archived on dossier (account_id, dossier_id) where archived_at is not null;
create index dossier_by_status on dossier (account_id, status, dossier_id) where archived_at is null;
create index dossier_by_due_date on dossier (account_id, (coalesce(due_date, 'infinity'::date)), dossier_id)
  where archived_at is null;
create index dossier_by_end on dossier (account_id, (coalesce(expiration_date, 'infinity'::date)), dossier_id)
  where archived_at is null;
create index dossier_by_change on dossier (account_id, updated_at, dossier_id) where archived_at is null;
create index dossier_by_expiration on dossier (account_id, expiration_date, dossier_id)
  where archived_at is null and expiration_date is not null;
create index dossier_by_rule on dossier (account_id, rule_id);
create index dossier_renews on dossier (account_id, renews);

-- A request for one piece.
create table document (
  account_id bigint not null,
  document_id bigint not null default nextval('vigie_id'),
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  code text not null,
  type_version integer not null,
  required boolean not null default true,
  -- One valid answer among the documents of a group is enough.
  alternative_group text,
  request_date timestamptz not null,
  due_date date,
  status text not null default 'MISSING' check (
    status in ('MISSING', 'ONGOING', 'ACTION_REQUIRED', 'VALID', 'BELOW_EXPECTATION', 'INVALID')),
  -- A word for why, in the vocabulary of the status rules.
  status_reason text not null default 'NO_ANSWER',
  status_since timestamptz not null,
  -- Of the accepted answer that makes it valid, or made it so last.
  expiration_date date,
  present boolean not null default false,
  -- No longer asked for. The moment its dossier was archived: it comes back with the dossier.
  stopped_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, document_id),
  foreign key (account_id, dossier_id) references dossier,
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, code, type_version) references document_type_version
);
select protect_account_table('document', 'select, insert, update');
create unique index document_asked on document (account_id, dossier_id, code) where stopped_at is null;
create index document_of_dossier on document (account_id, dossier_id, document_id);
create index document_of_thirdparty on document (account_id, thirdparty_id, code);
create index document_by_type on document (account_id, code, type_version);
-- The review queue: who waits longest comes first. What has no date comes after all that has one.
create index document_queue on document (account_id, status, status_since, document_id) where stopped_at is null;
create index document_by_due_date on document (account_id, (coalesce(due_date, 'infinity'::date)), document_id)
  where stopped_at is null;
create index document_by_end on document (account_id, (coalesce(expiration_date, 'infinity'::date)), document_id)
  where stopped_at is null;
create index document_by_request on document (account_id, request_date, document_id) where stopped_at is null;

-- One answer to one request.
create table response (
  account_id bigint not null,
  response_id bigint not null default nextval('vigie_id'),
  document_id bigint not null,
  dossier_id bigint not null,
  thirdparty_id bigint not null,
  state text not null check (state in ('DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED',
    'SUPERSEDED', 'INTERRUPTED', 'DELETED')),
  -- DOSSIER: for this request only. THIRD_PARTY: may answer the same request of its other dossiers.
  scope text not null default 'THIRD_PARTY' check (scope in ('DOSSIER', 'THIRD_PARTY')),
  transmitter text not null check (transmitter in ('FOURNISSEUR', 'DONNEUR_ORDRE', 'SOURCE_EXTERNE')),
  -- Of whoever sent it: what is made from the answer speaks it.
  language text not null default 'fr' check (language in ('fr', 'en')),
  -- The answer of another dossier that this one repeats.
  reused_from bigint,
  effective_date date,
  expiration_date date,
  -- Set by hand: later corrections of the effective date leave it alone.
  expiration_corrected boolean not null default false,
  score smallint check (score between 0 and 100),
  -- What an automatic check ended with; null while none has.
  check_outcome text check (check_outcome in ('PASSED', 'INCONCLUSIVE', 'FAILED', 'REFUSED')),
  check_findings jsonb not null default '[]',
  submitted_at timestamptz,
  submitted_by_type text check (submitted_by_type in ('USER', 'CONTACT', 'API_CLIENT', 'JOB', 'PROVIDER')),
  submitted_by bigint,
  -- The first of two reviewers, where two are asked.
  first_approval_by_type text,
  first_approval_by bigint,
  first_approval_at timestamptz,
  decided_at timestamptz,
  decided_by_type text,
  decided_by bigint,
  decision_comment text check (length(decision_comment) <= 4000),
  reason_shared boolean,
  fraud boolean not null default false,
  deletion_warned_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, response_id),
  foreign key (account_id, document_id) references document,
  foreign key (account_id, dossier_id) references dossier,
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, reused_from) references response
);
select protect_account_table('response', 'select, insert, update');
create index response_of_document on response (account_id, document_id, response_id desc);
create index response_of_dossier on response (account_id, dossier_id);
create index response_of_thirdparty on response (account_id, thirdparty_id);
create index response_reused on response (account_id, reused_from);
-- At most one draft and one answer under way for a request: a second one replaces the first.
create unique index response_draft on response (account_id, document_id) where state = 'DRAFT';
create unique index response_under_way on response (account_id, document_id) where state in ('CHECKING', 'PENDING');
create unique index response_accepted on response (account_id, document_id) where state = 'ACCEPTED';
create index response_expiring on response (account_id, expiration_date, response_id)
  where state in ('ACCEPTED', 'EXPIRED') and expiration_date is not null;
create index response_ended on response (account_id, state, updated_at)
  where state in ('DRAFT', 'DENIED', 'EXPIRED', 'SUPERSEDED', 'INTERRUPTED');

-- A file, a filled form, or the report of a check.
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
  -- PENDING until every check has been done: only CLEAN is ever served.
  file_state text not null default 'PENDING' check (
    file_state in ('PENDING', 'CLEAN', 'REFUSED', 'INFECTED', 'DELETED')),
  -- The problem code a refusal bears, or the scanner's word.
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
  foreign key (account_id, response_id) references response,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, dossier_id) references dossier,
  check (file_state = 'DELETED' or kind = 'FORM' or object_key is not null)
);
select protect_account_table('evidence', 'select, insert, update');
create index evidence_of_response on evidence (account_id, response_id, position);
create index evidence_of_document on evidence (account_id, document_id);
create index evidence_of_dossier on evidence (account_id, dossier_id);
create index evidence_of_object on evidence (account_id, object_key) where object_key is not null;
