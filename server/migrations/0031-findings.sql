-- What is wrong at a company, what it does about it, and the proof that it was done.

create table finding (
  account_id bigint not null,
  finding_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  theme text not null check (theme in (
    'LEGAL_COMPLIANCE', 'FINANCE', 'ENVIRONMENT', 'CYBERSECURITY', 'ETHICS', 'HUMAN_RIGHTS')),
  severity text not null check (severity in ('MINOR', 'MAJOR', 'CRITICAL')),
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) between 1 and 4000),
  source text not null check (source in ('MANUAL', 'AUDIT', 'ANSWER', 'QUESTION', 'HIT', 'PLAN')),
  document_id bigint,
  response_id bigint,
  question_key text check (length(question_key) between 1 and 200),
  hit_id bigint,
  reference text check (length(reference) between 1 and 200),
  state text not null default 'OPEN' check (state in ('OPEN', 'IN_PROGRESS', 'TO_VERIFY', 'CLOSED', 'DISMISSED')),
  opened_at timestamptz not null,
  opened_by_type text not null,
  opened_by bigint,
  closed_at timestamptz,
  closed_by_type text,
  closed_by bigint,
  closing_reason text check (length(closing_reason) between 1 and 2000),
  version integer not null default 1,
  primary key (account_id, finding_id),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, document_id) references document,
  foreign key (account_id, response_id) references response,
  constraint finding_ends_whole check (
    (state in ('CLOSED', 'DISMISSED')) = (closed_at is not null)
    and (closed_at is null) = (closing_reason is null) and (closed_at is null) = (closed_by_type is null)),
  constraint finding_names_its_source check (
    case source when 'HIT' then hit_id is not null when 'ANSWER' then response_id is not null
      when 'QUESTION' then num_nonnulls(response_id, question_key) = 2 when 'PLAN' then response_id is not null
      else num_nonnulls(response_id, question_key, hit_id) = 0 end)
);
comment on table finding is
  'What the account holds against a company until it is put right. While a grave one is open, the indicator of its '
  'theme is capped.';
comment on column finding.source is 'What it was seen in. PLAN: a row of a corrective action plan that was accepted.';
comment on column finding.document_id is 'The piece: that of the answer, or one that somebody named.';
comment on column finding.hit_id is 'No foreign key: screening forgets hits after a time, findings stay.';
comment on column finding.state is
  'IN_PROGRESS: the company has to act. TO_VERIFY: the account has to. Both follow from the actions.';
comment on column finding.version is 'Raised by every change of it or of its actions; the ETag.';
create index finding_of_thirdparty on finding (account_id, thirdparty_id, finding_id);
create index finding_document on finding (account_id, document_id);
create index finding_response on finding (account_id, response_id);
create index finding_open on finding (account_id, theme, severity, finding_id) include (state, thirdparty_id)
  where closed_at is null;
comment on index finding_open is 'What is open, by theme: for the totals, and for lists that ask for a theme.';
create index finding_closed on finding (account_id, closed_at) include (theme, state, opened_at)
  where closed_at is not null;
comment on index finding_closed is 'What ended lately, for the totals.';
select protect_account_table('finding', 'select, insert, update');
select fence_units('finding', '(select seen_thirdparties()) ?> thirdparty_id');

create table corrective_action (
  account_id bigint not null,
  action_id bigint not null default nextval('vigie_id'),
  finding_id bigint not null,
  thirdparty_id bigint not null,
  title text not null check (length(title) between 1 and 1000),
  contact_id bigint,
  due_on date not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'SUBMITTED', 'ACCEPTED', 'CANCELLED')),
  round integer not null default 1 check (round > 0),
  remark text check (length(remark) between 1 and 2000),
  decided_at timestamptz,
  decided_by_type text,
  decided_by bigint,
  plan_row bytea check (octet_length(plan_row) = 32),
  plan_response_id bigint,
  reminded_on date,
  created_at timestamptz not null,
  primary key (account_id, action_id),
  unique (account_id, thirdparty_id, plan_row),
  foreign key (account_id, finding_id) references finding,
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, contact_id) references contact,
  foreign key (account_id, plan_response_id) references response,
  constraint corrective_action_decided_whole check ((decided_at is null) = (decided_by_type is null))
);
comment on table corrective_action is 'What the company does about a finding, who there, and by when.';
comment on column corrective_action.contact_id is 'Who at the company sees to it; null: whoever answers for its theme.';
comment on column corrective_action.round is 'Evidence belongs to a round; one that was refused begins the next.';
comment on column corrective_action.remark is 'What the account said when it last accepted, refused or cancelled.';
comment on column corrective_action.plan_row is
  'Digest of what a row of a plan says is wrong and to be done: the same row of a later plan is the same action.';
comment on column corrective_action.reminded_on is 'The day up to which its contact has been reminded.';
create index corrective_action_of_finding on corrective_action (account_id, finding_id, action_id);
create index corrective_action_contact on corrective_action (account_id, contact_id);
create index corrective_action_plan on corrective_action (account_id, plan_response_id);
create index corrective_action_due on corrective_action (account_id, due_on, action_id)
  include (finding_id, thirdparty_id) where state = 'OPEN';
comment on index corrective_action_due is 'What the company owes, by the day it is due: for reminders and what is late.';
select protect_account_table('corrective_action', 'select, insert, update');
select fence_units('corrective_action', '(select seen_thirdparties()) ?> thirdparty_id');

create table corrective_evidence (
  account_id bigint not null,
  evidence_id bigint not null default nextval('vigie_id'),
  action_id bigint not null,
  thirdparty_id bigint not null,
  round integer not null check (round > 0),
  comment text check (length(comment) between 1 and 2000),
  file_name text check (octet_length(file_name) between 1 and 255),
  file_size bigint check (file_size > 0),
  content_type text,
  object_key text,
  sha256 bytea check (octet_length(sha256) = 32),
  file_state text check (file_state in ('PENDING', 'CLEAN', 'REFUSED', 'INFECTED')),
  refusal text,
  scan text check (scan in ('NOT_CONFIGURED', 'CLEAN', 'INFECTED', 'NOT_SCANNED')),
  response_id bigint,
  sent_at timestamptz not null,
  stored_at timestamptz not null default now(),
  sent_by_type text not null,
  sent_by bigint,
  primary key (account_id, evidence_id),
  foreign key (account_id, action_id) references corrective_action,
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, response_id) references response,
  constraint corrective_evidence_says_something check (num_nonnulls(comment, object_key, response_id) > 0),
  constraint corrective_evidence_file_whole check (
    num_nonnulls(file_name, file_size, object_key, sha256, file_state) in (0, 5))
);
comment on table corrective_evidence is
  'What shows that an action was done: a file, words, or a plan that says so. Files are as those of evidence.';
comment on column corrective_evidence.file_state is 'As evidence.file_state.';
comment on column corrective_evidence.response_id is 'The plan that tells it.';
comment on column corrective_evidence.stored_at is 'By the clock of the installation, which limits how much is sent.';
create index corrective_evidence_of_action on corrective_evidence (account_id, action_id, evidence_id);
create index corrective_evidence_thirdparty on corrective_evidence (account_id, thirdparty_id);
create index corrective_evidence_response on corrective_evidence (account_id, response_id);
create index corrective_evidence_object on corrective_evidence (account_id, object_key) where object_key is not null;
create index corrective_evidence_sender on corrective_evidence (account_id, sent_by, stored_at)
  where object_key is not null;
comment on index corrective_evidence_sender is 'How much a contact has sent lately.';
select protect_account_table('corrective_evidence', 'select, insert, update');
select fence_units('corrective_evidence', '(select seen_thirdparties()) ?> thirdparty_id');
