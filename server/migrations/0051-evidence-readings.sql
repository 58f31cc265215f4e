-- What was read in a file: beside it for whoever decides and for later checks, and gone with it.

create table evidence_reading (
  account_id bigint not null references account,
  evidence_id bigint not null,
  response_id bigint not null,
  reader text check (length(reader) between 1 and 60),
  kinds text[] not null default '{}' check (cardinality(kinds) <= 100),
  fields jsonb not null default '[]',
  advice text[] not null default '{}' check (cardinality(advice) <= 100),
  pages integer not null default 0 check (pages >= 0),
  content text check (length(content) <= 200000),
  read_at timestamptz not null,
  primary key (account_id, evidence_id),
  foreign key (account_id, evidence_id) references evidence,
  foreign key (account_id, response_id) references response,
  constraint evidence_reading_whole check ((reader is null) = (content is null))
);
comment on table evidence_reading is
  'What a reader found in a file. It is copied with the file when an answer is used again, and deleted with it.';
comment on column evidence_reading.reader is
  'Which reader, with its version, such as SOC_VIGILANCE/1. Null: somebody looked, and nothing could be read.';
comment on column evidence_reading.kinds is 'Each kind of document it was recognised as, the surest first.';
comment on column evidence_reading.fields is
  'Names, values, pages, places in fractions of the unturned page, and how sure each is.';
comment on column evidence_reading.advice is 'What may be told to its sender before the answer is sent, as codes.';
comment on column evidence_reading.content is 'The text of the file, for later checks.';
create index evidence_reading_of_response on evidence_reading (account_id, response_id);
select protect_account_table('evidence_reading', 'select, insert, update, delete');
select fence_units('evidence_reading', 'response_is_seen(response_id)');
