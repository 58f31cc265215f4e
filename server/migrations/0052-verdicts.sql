-- What the checks may decide without a person, how often a person looks all the same, and where a piece was seen before.

create table check_policy (
  account_id bigint not null,
  document_code text not null,
  accept boolean not null,
  send_back boolean not null,
  sample_share integer not null check (sample_share between 0 and 100),
  sample_key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    check (octet_length(sample_key) = 32),
  version integer not null default 1,
  primary key (account_id, document_code),
  foreign key (account_id, document_code) references document_type (account_id, code)
);
comment on table check_policy is
  'What the checks of an account may decide alone about answers of one document type, while the account lets them '
  'decide at all. No row: they accept, and neither send back nor leave samples to people.';
comment on column check_policy.sample_share is
  'Of a hundred answers that would be accepted alone, so many go to a person who does not know it.';
comment on column check_policy.sample_key is
  'Draws the samples, so that a check that runs again draws the same and nobody can tell in advance.';
select protect_account_table('check_policy', 'select, insert, update');

create table check_count (
  account_id bigint not null,
  document_code text not null,
  month date not null,
  checked integer not null default 0 check (checked >= 0),
  accepted integer not null default 0 check (accepted >= 0),
  sent_back integer not null default 0 check (sent_back >= 0),
  sampled integer not null default 0 check (sampled >= 0),
  disagreed integer not null default 0 check (disagreed >= 0),
  primary key (account_id, document_code, month),
  foreign key (account_id, document_code) references document_type (account_id, code),
  constraint check_count_month_begins check (extract(day from month) = 1)
);
comment on table check_count is
  'What the checks concluded in each month, counted as it happens: statistics read a row a month, however many answers '
  'there were.';
comment on column check_count.disagreed is
  'Samples of this month that a person turned down: each would have been a wrong decision.';
select protect_account_table('check_count', 'select, insert, update');

create table piece_number (
  account_id bigint not null,
  evidence_id bigint not null,
  kind text not null check (kind ~ '^[A-Z]+(_[A-Z]+)*$' and length(kind) <= 40),
  number text not null check (length(number) between 6 and 200),
  primary key (account_id, evidence_id, kind, number),
  foreign key (account_id, evidence_id) references evidence (account_id, evidence_id)
);
comment on table piece_number is
  'By what a piece is known when it comes again: the digest of its content (CONTENT), and the numbers that its issuer '
  'gives only once, such as a security code. It goes with the file.';
comment on column piece_number.number is 'Letters and digits only, in upper case; of a digest, lower-case hexadecimal.';
create index piece_number_seen on piece_number (account_id, kind, number);
comment on index piece_number_seen is 'Asked at each check: who has sent this before?';
select protect_account_table('piece_number', 'select, insert, delete');
select fence_units('piece_number', 'exists (select from evidence e
  where e.account_id = piece_number.account_id and e.evidence_id = piece_number.evidence_id)');

alter table check_result add column sampled boolean not null default false;
comment on column check_result.sampled is
  'The checks would have accepted it alone and left it to a person to compare. Not shown: whoever knows looks otherwise.';
