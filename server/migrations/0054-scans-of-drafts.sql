-- Scans are read while an answer is still a draft, which takes a while: how far it has come, and the words for the check.

create table evidence_scan (
  account_id bigint not null references account,
  evidence_id bigint not null,
  response_id bigint not null,
  content_type text not null check (length(content_type) between 3 and 100),
  page integer not null default 0 check (page >= 0),
  pages integer not null default 0 check (pages >= 0),
  unreadable_pages integer[] not null default '{}' check (cardinality(unreadable_pages) <= 100),
  engine text check (length(engine) between 1 and 200),
  content bytea check (octet_length(content) <= 20971520),
  read_at timestamptz,
  primary key (account_id, evidence_id),
  foreign key (account_id, evidence_id) references evidence,
  foreign key (account_id, response_id) references response,
  constraint evidence_scan_page_among check (page <= pages),
  constraint evidence_scan_whole check ((read_at is null) = (engine is null) and (content is null or read_at is not null))
);
comment on table evidence_scan is
  'A file of a draft whose pages have no text, from the moment it is known until the answer was checked: letters are '
  'recognised once. It goes with the file.';
comment on column evidence_scan.content_type is 'What was detected; the file itself keeps no type before its check.';
comment on column evidence_scan.page is 'Which of the pages to be read is being read, counted from 1. 0: none yet.';
comment on column evidence_scan.pages is 'How many pages are read of this file; 0 while that is not known.';
comment on column evidence_scan.unreadable_pages is 'Pages with something on them that could not be read, for their sender.';
comment on column evidence_scan.engine is
  'What recognised the letters, with its version and languages. A check that has another one reads again.';
comment on column evidence_scan.content is
  'The recognised words with their places, as JSON in gzip. Null though it was read: nothing was legible.';
create index evidence_scan_of_response on evidence_scan (account_id, response_id);
select protect_account_table('evidence_scan', 'select, insert, update, delete');
select fence_units('evidence_scan', 'response_is_seen(response_id)');
