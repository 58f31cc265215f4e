-- Who is screened, what was found, and what people decided about it.

create table screening_settings (
  account_id bigint primary key references account,
  threshold double precision check (threshold between 0.6 and 1),
  max_list_age_days integer not null default 14 check (max_list_age_days between 1 and 366),
  left_out_lists bigint[] not null default '{}' check (cardinality(left_out_lists) <= 100),
  screens_contacts boolean not null default false,
  second_person_from double precision check (second_person_from between 0.6 and 1),
  clearance_months integer default 12 check (clearance_months between 1 and 120),
  readers_see_hits boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
comment on table screening_settings is 'How an account screens. No row: as the defaults say.';
comment on column screening_settings.threshold is 'From which score on a person must look; null: that of the engine.';
comment on column screening_settings.max_list_age_days is 'A check whose lists are older stays unanswered.';
comment on column screening_settings.left_out_lists is 'Lists that do not count for this account.';
comment on column screening_settings.second_person_from is
  'From which score on clearing a hit takes two people; null: never. A true match always does.';
comment on column screening_settings.clearance_months is 'How long a cleared hit stays cleared; null: until something changes.';
select protect_account_table('screening_settings', 'select, insert, update');

create table screening_subject (
  account_id bigint not null,
  subject_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  subject_key text not null check (length(subject_key) between 1 and 600),
  role text not null check (role in ('COMPANY', 'EXECUTIVE', 'OWNER', 'SIGNATORY', 'CONTACT')),
  subject jsonb not null check (jsonb_typeof(subject) = 'object'),
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, subject_id),
  unique (account_id, thirdparty_id, subject_key),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table screening_subject is 'The company itself and the people behind it, as they were last screened.';
comment on column screening_subject.subject_key is 'Role and folded name: the same person stays the same subject.';
comment on column screening_subject.fingerprint is 'SHA-256 of what matching looks at.';
comment on column screening_subject.ended_at is 'Since when nobody names them any more; null while somebody does.';
select protect_account_table('screening_subject', 'select, insert, update, delete');
select fence_units('screening_subject', '(select seen_thirdparties()) ?> thirdparty_id');

create table screening_run (
  account_id bigint not null references account,
  run_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint,
  trigger text not null check (trigger in (
    'ADDED', 'SUBJECT_CHANGED', 'LIST_CHANGED', 'DAILY', 'SETTINGS_CHANGED', 'REQUESTED')),
  lists jsonb not null check (jsonb_typeof(lists) = 'array'),
  missing jsonb not null check (jsonb_typeof(missing) = 'array'),
  threshold double precision not null,
  engine_version text not null,
  subjects integer not null check (subjects >= 0),
  matches integer not null check (matches >= 0),
  opened integer not null check (opened >= 0),
  ran_at timestamptz not null,
  primary key (account_id, run_id),
  foreign key (account_id, thirdparty_id) references thirdparty
);
comment on table screening_run is
  'Every screening with what it was made with, also when nothing was found: the proof of absence.';
comment on column screening_run.thirdparty_id is 'Null: the whole portfolio against what was new in a list.';
comment on column screening_run.lists is 'The lists in force, each with version, publication date, digest and size.';
comment on column screening_run.missing is 'Lists that should have counted and were absent or too old.';
comment on column screening_run.matches is 'Pairs at or above the threshold, those decided before included.';
comment on column screening_run.opened is 'Hits that this run opened or opened again.';
create index screening_run_newest on screening_run (account_id, thirdparty_id, run_id);
select protect_account_table('screening_run', 'select, insert, delete');
select fence_units('screening_run', 'thirdparty_id is null or (select seen_thirdparties()) ?> thirdparty_id');

create table screening_hit (
  account_id bigint not null,
  hit_id bigint not null default nextval('vigie_id'),
  thirdparty_id bigint not null,
  subject_id bigint not null,
  hit_class text not null check (hit_class in ('SANCTIONS', 'EXPOSED_PERSONS', 'OWN', 'NEWS')),
  source text not null,
  list_id bigint,
  entry_key text collate "C" not null,
  role text not null,
  subject jsonb not null check (jsonb_typeof(subject) = 'object'),
  fingerprint bytea not null check (length(fingerprint) = 32),
  entry jsonb not null check (jsonb_typeof(entry) = 'object'),
  matching_digest bytea not null check (length(matching_digest) = 32),
  score double precision not null check (score between 0 and 1),
  match jsonb not null check (jsonb_typeof(match) = 'object'),
  state text not null check (state in ('OPEN', 'UNCLEAR', 'PROPOSED', 'CLEARED', 'TRUE_MATCH', 'ENDED')),
  why text not null check (why in (
    'SUBJECT_ADDED', 'SUBJECT_CHANGED', 'ENTRY_ADDED', 'ENTRY_CHANGED', 'CLEARANCE_ENDED', 'SETTINGS_CHANGED',
    'REOPENED')),
  run_id bigint not null,
  cleared_until date,
  decisions integer not null default 0,
  version integer not null default 1,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, hit_id),
  unique nulls not distinct (account_id, subject_id, list_id, entry_key),
  foreign key (account_id, thirdparty_id) references thirdparty,
  foreign key (account_id, subject_id) references screening_subject,
  foreign key (account_id, run_id) references screening_run
);
comment on table screening_hit is
  'A subject and an entry that may be the same. Both are kept as they were when they were compared: a list that '
  'changes does not change what a decision was about.';
comment on column screening_hit.list_id is 'Null for news. No foreign key: a hit outlives the list it came from.';
comment on column screening_hit.match is 'Which names met, and what counted for and against, as the engine says it.';
comment on column screening_hit.state is
  'PROPOSED waits for a second person. ENDED: the entry or the subject is gone, or they no longer resemble each other.';
comment on column screening_hit.why is 'Why it was opened, or opened again.';
comment on column screening_hit.cleared_until is 'The last day of a clearance; null: until something changes.';
create index screening_hit_of_thirdparty on screening_hit (account_id, thirdparty_id, hit_id);
create index screening_hit_waiting on screening_hit (account_id, opened_at, hit_id)
  where state in ('OPEN', 'UNCLEAR', 'PROPOSED');
create index screening_hit_entry on screening_hit (account_id, list_id, entry_key);
create index screening_hit_run on screening_hit (account_id, run_id);
create index screening_hit_cleared on screening_hit (account_id, cleared_until) where state = 'CLEARED';
select protect_account_table('screening_hit', 'select, insert, update, delete');
select fence_units('screening_hit', '(select seen_thirdparties()) ?> thirdparty_id');

create table screening_decision (
  account_id bigint not null,
  hit_id bigint not null,
  number integer not null check (number > 0),
  thirdparty_id bigint not null,
  verdict text not null check (verdict in ('TRUE_MATCH', 'FALSE_POSITIVE', 'UNCLEAR', 'REOPENED')),
  step text not null check (step in ('PROPOSED', 'CONFIRMED', 'DECIDED', 'DECLINED')),
  grounds text[] not null check (cardinality(grounds) <= 12),
  comment text check (length(comment) between 1 and 4000),
  score double precision not null,
  until date,
  decided_by_type text not null,
  decided_by bigint,
  decided_at timestamptz not null,
  primary key (account_id, hit_id, number),
  foreign key (account_id, hit_id) references screening_hit
);
comment on table screening_decision is 'What people decided about hits, and why. Never changed.';
comment on column screening_decision.step is
  'PROPOSED by the first of two people; CONFIRMED or DECLINED by the second; DECIDED by one alone.';
select protect_account_table('screening_decision', 'select, insert');
select fence_units('screening_decision', '(select seen_thirdparties()) ?> thirdparty_id');
